// Package egress is the only HTTP client that dials addresses chosen by users: it fetches files from URLs and posts
// webhooks. It reaches public addresses and nothing else, however the URL is written, whatever its name resolves to
// and wherever it redirects, and it bounds the time and size of every response.
package egress

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Config defines what may be reached. The zero value is right for production.
type Config struct {
	// AllowLoopback admits 127.0.0.1, ::1 and localhost, written exactly like that, on any port and over plain HTTP.
	// It is for a service that runs on its user's own machine.
	AllowLoopback bool
	// AllowPrivate are "host:port" pairs that may be anywhere and accept plain HTTP. It is for development.
	AllowPrivate []string
	// AllowHTTPCallbacks admits callbacks over plain HTTP to public addresses. It is for development.
	AllowHTTPCallbacks bool
	// AllowedHosts, if not empty, are the only hosts that are dialled.
	AllowedHosts Hosts
	// Ports are the ports that may be dialled. Empty means 80, 443, 8080 and 8443.
	Ports []uint16
	// NAT64Prefixes are the RFC 6052 prefixes of the network's NAT64. Addresses in them are judged by the IPv4
	// address they represent.
	NAT64Prefixes []netip.Prefix
	// DeniedPrefixes are public addresses that must not be reached, such as the service's own.
	DeniedPrefixes []netip.Prefix
	// Resolver resolves names; nil means the system's.
	Resolver *net.Resolver
	// RootCAs verify servers; nil means the system's.
	RootCAs *x509.CertPool
	// UserAgent is sent with every request.
	UserAgent string
}

// Client reaches addresses chosen by users. It is safe for concurrent use.
type Client struct {
	cfg       Config
	guard     *guard
	private   []string
	times     times
	transport *http.Transport
}

// times bound one request.
type times struct {
	connect time.Duration // for the connection, and again for TLS
	header  time.Duration
	fetch   time.Duration // for all of a Fetch, redirects and body included
	post    time.Duration
	window  time.Duration // over which the rate of a body is measured
	minRate int64         // bytes per second
}

var defaultTimes = times{
	connect: 10 * time.Second,
	header:  20 * time.Second,
	fetch:   120 * time.Second,
	post:    15 * time.Second,
	window:  10 * time.Second,
	minRate: 10_000,
}

const (
	maxRedirects   = 3
	maxHeaderBytes = 64 << 10
)

// New creates a client. It returns an error that says what is wrong with cfg, if anything is.
func New(cfg Config) (*Client, error) {
	if len(cfg.Ports) == 0 {
		cfg.Ports = []uint16{80, 443, 8080, 8443}
	}
	g, err := newGuard(cfg)
	if err != nil {
		return nil, err
	}
	c := &Client{cfg: cfg, guard: g, times: defaultTimes}
	for _, hostport := range cfg.AllowPrivate {
		host, port, err := net.SplitHostPort(hostport)
		if err != nil || host == "" || port == "" {
			return nil, errors.New("egress exception " + hostport + ": want host:port")
		}
		c.private = append(c.private, strings.ToLower(hostport))
	}
	c.transport = c.newTransport()
	return c, nil
}

// newTransport disables HTTP/2 and keeps no connection: every request dials, and is checked, afresh. There is no
// proxy, because it would move the dial to where nothing checks it, and no decompression, because its output is
// unbounded.
func (c *Client) newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            c.dial,
		TLSClientConfig:        &tls.Config{RootCAs: c.cfg.RootCAs, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    c.times.connect,
		ResponseHeaderTimeout:  c.times.header,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
		DisableKeepAlives:      true,
	}
}

func (c *Client) isPrivateException(host, port string) bool {
	return slices.Contains(c.private, strings.ToLower(net.JoinHostPort(host, port)))
}

func (c *Client) isLoopbackException(host string) bool {
	return c.cfg.AllowLoopback && slices.Contains([]string{"127.0.0.1", "::1", "localhost"}, strings.ToLower(host))
}
