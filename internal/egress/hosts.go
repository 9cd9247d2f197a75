package egress

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Hosts is a list of hosts that may be reached: exact names or addresses, or ".example.org" for that name and
// every name below it.
type Hosts []string

// Allows says whether host (without a port) is on the list.
func (h Hosts) Allows(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return slices.ContainsFunc(h, func(allowed string) bool {
		allowed = strings.ToLower(allowed)
		if strings.HasPrefix(allowed, ".") {
			return host == allowed[1:] || strings.HasSuffix(host, allowed)
		}
		return host == allowed
	})
}

// Check says by an *Error of the class BlockedURL that the host of rawURL is not on the list.
func (h Hosts) Check(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() == "" {
		return blocked("This is not a URL with a host.", err)
	}
	if !h.Allows(u.Hostname()) {
		return blocked("The host "+u.Hostname()+" is not in the list of allowed hosts.", nil)
	}
	return nil
}

// Transport lets requests to the hosts of the list through to base, and no others, redirects included.
func (h Hosts) Transport(base http.RoundTripper) http.RoundTripper {
	return guarded{hosts: h, base: base}
}

// OnlyTransport is a transport like http.DefaultTransport that reaches the hosts of the list and no others. It uses no
// proxy, which would be told everything.
func (h Hosts) OnlyTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil
	return h.Transport(t)
}

type guarded struct {
	hosts Hosts
	base  http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (g guarded) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := g.hosts.Check(req.URL.String()); err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	return g.base.RoundTrip(req)
}
