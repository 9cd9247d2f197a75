package pgcluster_test

import (
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

func TestEndOfAServerEndsNoOtherChildOfThisProcess(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	require.NoError(t, open(t, dir).Stop(t.Context()))
	for range 10 { // which thread starts the server is up to the runtime
		children := startChildren(t)
		require.NoError(t, open(t, dir).Stop(t.Context()))
		for _, child := range children {
			require.NoError(t, child.Process.Kill())
			require.ErrorContains(t, child.Wait(), "killed", "it ran until now")
		}
	}
}

// startChildren starts processes from several threads; the kernel interrupts each of them when its thread ends.
func startChildren(t *testing.T) []*exec.Cmd {
	t.Helper()
	children := make([]*exec.Cmd, 8)
	var started errgroup.Group
	for i := range children {
		child := exec.CommandContext(t.Context(), "sleep", "1000")
		child.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
		children[i] = child
		started.Go(child.Start)
	}
	require.NoError(t, started.Wait())
	return children
}
