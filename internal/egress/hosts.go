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

// Allows reports whether host (without a port) is on the list.
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

// Check returns an *Error of class BlockedURL if the host of rawURL is not on the list.
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

// Transport passes requests to the hosts on the list, including redirects, through to base, and rejects all others.
func (h Hosts) Transport(base http.RoundTripper) http.RoundTripper {
	return guarded{hosts: h, base: base}
}

// OnlyTransport returns a transport like http.DefaultTransport that reaches only the hosts on the list. It uses no
// proxy, because a proxy would learn everything.
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
