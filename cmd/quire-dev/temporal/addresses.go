package temporal

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"syscall"

	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
)

const loopback = "127.0.0.1"

// addresses are those on which the four services listen for each other, all on the loopback interface.
type addresses struct{ frontend, history, matching, worker netip.AddrPort }

// chooseAddresses checks the frontend's port and lets the system choose the others. Another process can take a port
// before the server listens on it; the start then fails and may be retried.
func chooseAddresses(port int) (addresses, error) {
	var a addresses
	wanted := []struct {
		at   *netip.AddrPort
		port int
	}{{&a.frontend, port}, {&a.history, 0}, {&a.matching, 0}, {&a.worker, 0}}
	for _, w := range wanted {
		l, err := net.Listen("tcp", net.JoinHostPort(loopback, strconv.Itoa(w.port))) //nolint:noctx // returns at once
		if err != nil {
			return a, err
		}
		defer l.Close() // only after all are chosen, or the same port could be chosen twice
		*w.at = l.Addr().(*net.TCPAddr).AddrPort()
	}
	return a, nil
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
