package egress

import (
	"net/http"
	"time"
)

// HTTP returns a client for protocols over HTTP that this package does not implement itself, such as S3 and WebDAV. The
// address of every request is checked like that of a callback, so that passwords are sent over TLS, and dialled like
// any other. Redirects are returned like other responses. A request takes at most timeout, including its body.
func (c *Client) HTTP(timeout time.Duration) *http.Client {
	return &http.Client{
		Transport: checked{c}, Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// checked is a transport that checks the address of every request.
type checked struct{ c *Client }

// RoundTrip implements http.RoundTripper.
func (t checked) RoundTrip(req *http.Request) (*http.Response, error) {
	u, err := t.c.parse(req.URL.String(), ForCallback)
	if err != nil {
		return nil, err
	}
	if u.Host != req.URL.Host { // the name in ASCII is the one that was checked
		req = req.Clone(req.Context())
		req.URL.Host = u.Host
	}
	return t.c.transport.RoundTrip(req)
}
