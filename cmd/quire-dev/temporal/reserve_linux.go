package temporal

import (
	"net/netip"
	"os"
	"syscall"
)

// reserve binds free ports of the loopback interface, without listening on them, until release is called. Linux gives
// a port that is bound like this to no outgoing connection and to nobody who asks for any free port. A server that asks
// for this very port and allows its reuse, as Go's listeners do, may listen on it.
func reserve(count int) (at []netip.AddrPort, release func(), err error) {
	var sockets []int
	release = func() {
		for _, socket := range sockets {
			syscall.Close(socket) //nolint:errcheck // nothing was written to it
		}
	}
	for range count {
		socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
		if err != nil {
			release()
			return nil, nil, os.NewSyscallError("socket", err)
		}
		sockets = append(sockets, socket)
		address, err := bindLoopback(socket)
		if err != nil {
			release()
			return nil, nil, err
		}
		at = append(at, address)
	}
	return at, release, nil
}

func bindLoopback(socket int) (at netip.AddrPort, err error) {
	if err := syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return at, os.NewSyscallError("setsockopt", err)
	}
	if err := syscall.Bind(socket, &syscall.SockaddrInet4{Addr: loopbackIP.As4()}); err != nil {
		return at, os.NewSyscallError("bind", err)
	}
	name, err := syscall.Getsockname(socket)
	if err != nil {
		return at, os.NewSyscallError("getsockname", err)
	}
	return netip.AddrPortFrom(loopbackIP, uint16(name.(*syscall.SockaddrInet4).Port)), nil
}
