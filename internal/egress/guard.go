package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"

	"code.dny.dev/ssrf"
)

// guard judges addresses, not names: it is given the address that is about to be dialled.
type guard struct {
	ssrf  *ssrf.Guardian
	nat64 []netip.Prefix
}

func newGuard(cfg Config) (*guard, error) {
	for _, p := range cfg.NAT64Prefixes {
		if !p.Addr().Is6() || !slices.Contains([]int{32, 40, 48, 56, 64, 96}, p.Bits()) {
			return nil, fmt.Errorf("NAT64 prefix %s: give an IPv6 prefix of 32, 40, 48, 56, 64 or 96 bits (RFC 6052)", p)
		}
	}
	var denied4, denied6 []netip.Prefix
	for _, p := range cfg.DeniedPrefixes {
		if p.Addr().Is4() {
			denied4 = append(denied4, p)
		} else {
			denied6 = append(denied6, p)
		}
	}
	return &guard{
		ssrf:  ssrf.New(ssrf.WithDeniedV4Prefixes(denied4...), ssrf.WithDeniedV6Prefixes(denied6...)),
		nat64: cfg.NAT64Prefixes,
	}, nil
}

const notPublic = "The address is not a public one."

// check refuses every address that is not public, including one that hides an IPv4 address that is not.
func (g *guard) check(a netip.Addr) error {
	if a.Zone() != "" {
		return blocked(notPublic, errors.New("address has a zone"))
	}
	a = a.Unmap()
	for _, p := range g.nat64 {
		if p.Contains(a) {
			return g.checkPlain(embeddedIPv4(a, p.Bits()))
		}
	}
	if v4, ok := isatapIPv4(a); ok {
		if err := g.checkPlain(v4); err != nil {
			return err
		}
	}
	return g.checkPlain(a)
}

func (g *guard) checkPlain(a netip.Addr) error {
	if err := g.ssrf.SafeAddr(a); err != nil {
		return blocked(notPublic, err)
	}
	return nil
}

// control is a net.Dialer's Control: it sees the address after every lookup and redirect.
func (g *guard) control(network, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil || (network != "tcp4" && network != "tcp6") {
		return blocked(notPublic, fmt.Errorf("dialled %s %q", network, address))
	}
	return g.check(ap.Addr())
}

// embeddedIPv4 returns the IPv4 address in a NAT64 address: RFC 6052, section 2.2. The ninth byte is always skipped.
func embeddedIPv4(a netip.Addr, bits int) netip.Addr {
	b := a.As16()
	rest := slices.Concat(b[bits/8:max(bits/8, 8)], b[max(bits/8, 9):])
	return netip.AddrFrom4([4]byte(rest[:4]))
}

// isatapIPv4 returns the IPv4 address in an ISATAP address: RFC 5214, section 6.1.
func isatapIPv4(a netip.Addr) (netip.Addr, bool) {
	b := a.As16()
	id := [4]byte(b[8:12])
	isatap := id == [4]byte{0, 0, 0x5e, 0xfe} || id == [4]byte{2, 0, 0x5e, 0xfe}
	if !a.Is6() || !isatap {
		return netip.Addr{}, false
	}
	return netip.AddrFrom4([4]byte(b[12:])), true
}

// loopbackOnly is the Control of the loopback exception: whatever localhost resolves to, only these are dialled.
func loopbackOnly(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	loopback := ap.Addr() == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || ap.Addr() == netip.IPv6Loopback()
	if err != nil || !loopback {
		return blocked(notPublic, err)
	}
	return nil
}

// dial opens a connection to addr, which is a host and a port as they appear in the URL.
func (c *Client) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if !c.excepted(host, port) && !c.allowedPort(port) {
		return nil, blocked(portBlocked, nil)
	}
	return c.connect(ctx, network, addr)
}

// connect is like dial, for ports that were already checked.
func (c *Client) connect(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: c.times.connect, Resolver: c.cfg.Resolver, Control: c.guard.control}
	switch {
	case c.isPrivateException(host, port):
		d.Control = nil
	case c.isLoopbackException(host):
		d.Control = loopbackOnly
	}
	return d.DialContext(ctx, network, addr)
}
