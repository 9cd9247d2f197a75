//go:build !linux

package temporal

import (
	"net"
	"net/netip"
)

// reserve chooses free ports of the loopback interface. Another process can take one before the server listens on it;
// the start then fails and may be retried.
func reserve(count int) (at []netip.AddrPort, release func(), err error) {
	for range count {
		l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(netip.AddrPortFrom(loopbackIP, 0)))
		if err != nil {
			return nil, nil, err
		}
		defer l.Close() // only after all are chosen, or the same port could be chosen twice
		at = append(at, l.Addr().(*net.TCPAddr).AddrPort())
	}
	return at, func() {}, nil
}
