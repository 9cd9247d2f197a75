package door

import (
	"net/http"
)

// PeerHeader carries the address of the sender from a request to those made on its behalf. Local removes it; from
// elsewhere, it is ignored.
const PeerHeader = "X-Quire-Peer"

// passed are the headers that requests made on behalf of another one inherit.
var passed = []string{"X-Forwarded-For", "X-Request-Id", "Traceparent", "Tracestate"}

// Within returns a client that acts on behalf of the sender of r through a handler in this process. base is the public
// address of the service, with which its links begin; key is the sender's key.
func Within(handler http.Handler, r *http.Request, base, key string) *Client {
	header := http.Header{PeerHeader: {r.RemoteAddr}}
	for _, name := range passed {
		if list := r.Header.Values(name); len(list) > 0 {
			header[name] = list
		}
	}
	if key != "" {
		header.Set("Authorization", "Bearer "+key)
	}
	return &Client{HTTP: &http.Client{Transport: Local{handler}}, Base: base, Header: header}
}
