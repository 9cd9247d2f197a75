package door

import (
	"net/http"
)

// PeerHeader carries the address of the sender from a request to those made on its behalf. Local takes it off; from
// elsewhere it means nothing.
const PeerHeader = "X-Quire-Peer"

// passed are the headers of a request that go with those made on its behalf.
var passed = []string{"X-Forwarded-For", "X-Request-Id", "Traceparent", "Tracestate"}

// Within returns a client that acts for the sender of r by means of a handler in this process. base is the public address
// of the service, which its links begin with, and key the sender's.
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
