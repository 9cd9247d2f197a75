// Package porttest chooses ports for servers that tests start.
package porttest

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// next counts through ports below those that systems assign to outgoing connections, so that nothing takes a port
// between its choice and its use.
var next atomic.Int32

// Free returns the host:port of a loopback address on which nothing listens. It never returns one twice in a process
// before ten thousand others.
func Free(t testing.TB) string {
	t.Helper()
	for range 1000 {
		port := 20000 + (os.Getpid()*101+int(next.Add(1)))%10000
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)) //nolint:noctx // returns at once
		if err == nil {
			require.NoError(t, l.Close())
			return l.Addr().String()
		}
	}
	require.Fail(t, "no free port")
	return ""
}
