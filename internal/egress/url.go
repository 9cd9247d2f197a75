package egress

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"quire/internal/pattern"
)

// Kind is the purpose of a URL.
type Kind int

// The kinds. A callback must be https.
const (
	ForFetch Kind = iota
	ForCallback
)

const (
	maxURL = 8192 // characters

	malformed   = "This is not a valid http or https URL."
	portBlocked = "The URL's port is not an allowed one."
)

// A name whose last label looks like a number is an IPv4 address to some resolvers (WHATWG URL, "ends in a number"):
// 2130706433, 0x7f.1 and 0177.0.0.1 are all 127.0.0.1.
var endsInNumber = pattern.New(`(^|\.)([0-9]+|0[xX][0-9A-Fa-f]*)$`)

// hostNames is idna.Lookup that also enforces the lengths of DNS, so that no label is empty.
var hostNames = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true))

// Names that never lead to a public address: RFC 6761, 6762, 7686, 8375, 9476 and ICANN's .internal.
var privateNames = []string{"localhost", "local", "internal", "home.arpa", "onion", "invalid", "alt"}

// CheckURL returns an *Error of class BlockedURL if raw cannot be used. It looks only at the URL and resolves no
// name: what a name resolves to is checked when it is dialled.
func (c *Client) CheckURL(raw string, kind Kind) error {
	_, err := c.parse(raw, kind)
	return err
}

// parse is like CheckURL, and also returns the URL with its host in ASCII, which is what was checked.
func (c *Client) parse(raw string, kind Kind) (*url.URL, error) {
	if utf8.RuneCountInString(raw) > maxURL || !utf8.ValidString(raw) || strings.ContainsFunc(raw, neverInURL) {
		return nil, blocked(malformed, nil)
	}
	u, err := url.Parse(raw)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return nil, blocked(malformed, err)
	}
	if u.User != nil {
		return nil, blocked("The URL must not carry a user name or password.", nil)
	}
	port := portOf(u)
	if c.isPrivateException(u.Hostname(), port) || c.isLoopbackException(u.Hostname()) {
		return u, nil
	}
	if kind == ForCallback && u.Scheme == "http" && !c.cfg.AllowHTTPCallbacks {
		return nil, blocked("The URL must start with https://.", nil)
	}
	if !c.allowedPort(port) {
		return nil, blocked(portBlocked, nil)
	}
	return u, c.checkHost(u)
}

func neverInURL(r rune) bool { return r == '\\' || unicode.IsSpace(r) || unicode.IsControl(r) }

// checkHost checks the host and replaces it in u with its ASCII form.
func (c *Client) checkHost(u *url.URL) error {
	host := u.Hostname()
	if !strings.HasPrefix(u.Host, "[") {
		ascii, err := hostNames.ToASCII(strings.TrimSuffix(host, "."))
		if err != nil {
			return blocked(malformed, err)
		}
		host, u.Host = ascii, ascii
		if port := u.Port(); port != "" {
			u.Host = net.JoinHostPort(ascii, port)
		}
	}
	if err := c.checkName(host); err != nil {
		return err
	}
	if len(c.cfg.AllowedHosts) > 0 && !c.cfg.AllowedHosts.Allows(host) {
		return blocked("The URL's host is not among those that this service may reach.", nil)
	}
	return nil
}

func (c *Client) checkName(host string) error {
	if a, err := netip.ParseAddr(host); err == nil {
		return c.guard.check(a)
	}
	if endsInNumber.MatchString(host) || !strings.Contains(host, ".") {
		return blocked(notPublic, nil)
	}
	private := func(name string) bool { return strings.HasSuffix(host, "."+name) }
	if slices.ContainsFunc(privateNames, private) {
		return blocked(notPublic, nil)
	}
	return nil
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

func (c *Client) allowedPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && slices.Contains(c.cfg.Ports, uint16(n))
}
