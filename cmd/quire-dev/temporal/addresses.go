package temporal

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"

	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
)

const loopback = "127.0.0.1"

var loopbackIP = netip.MustParseAddr(loopback)

// addresses are those on which the four services listen for each other, all on the loopback interface.
type addresses struct{ frontend, history, matching, worker netip.AddrPort }

// chooseAddresses chooses ports, which are kept from others until release is called, once the services listen on them.
// The frontend's port is only checked if it is given.
func chooseAddresses(port int) (a addresses, release func(), err error) {
	given := netip.AddrPortFrom(loopbackIP, uint16(port))
	if port != 0 {
		if err := checkFree(given.String()); err != nil {
			return a, nil, err
		}
	}
	at, release, err := reserve(4)
	if err != nil {
		return a, nil, err
	}
	a = addresses{frontend: at[0], history: at[1], matching: at[2], worker: at[3]}
	if port != 0 {
		a.frontend = given
	}
	return a, release, nil
}

// checkFree returns an error if nothing can listen on the address. "" is always fine.
func checkFree(address string) error {
	if address == "" {
		return nil
	}
	l, err := net.Listen("tcp", address) //nolint:noctx // returns at once
	if err != nil {
		return err
	}
	return l.Close()
}

func (a addresses) hosts() map[primitives.ServiceName]static.Hosts {
	return map[primitives.ServiceName]static.Hosts{
		primitives.FrontendService: static.SingleLocalHost(a.frontend.String()),
		primitives.HistoryService:  static.SingleLocalHost(a.history.String()),
		primitives.MatchingService: static.SingleLocalHost(a.matching.String()),
		primitives.WorkerService:   static.SingleLocalHost(a.worker.String()),
	}
}

func (a addresses) services() map[string]config.Service {
	rpc := func(at netip.AddrPort) config.Service {
		return config.Service{RPC: config.RPC{GRPCPort: int(at.Port()), BindOnIP: loopback}}
	}
	return map[string]config.Service{
		string(primitives.FrontendService): rpc(a.frontend),
		string(primitives.HistoryService):  rpc(a.history),
		string(primitives.MatchingService): rpc(a.matching),
		string(primitives.WorkerService):   rpc(a.worker),
	}
}

// portError turns the error of an address in use into taken, and wraps any other error.
func portError(err, taken error) error {
	op, ok := errors.AsType[*net.OpError](err)
	if ok && errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w: %s", taken, op.Addr)
	}
	return fmt.Errorf("Temporal cannot start: %w", err)
}
