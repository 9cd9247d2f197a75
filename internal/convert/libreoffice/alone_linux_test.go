package libreoffice

import (
	"net"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLibreOfficeReachesNoNetwork(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	connect := []string{"bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + port}
	require.NoError(t, exec.CommandContext(t.Context(), connect[0], connect[1:]...).Run(), "without the filter it is reached")

	var said capped
	command := exec.CommandContext(t.Context(), connect[0], connect[1:]...)
	command.Stderr = &said
	require.NoError(t, startAlone(command))
	require.Error(t, command.Wait())
	require.Contains(t, string(said.kept), "Permission denied")
	require.NoError(t, exec.CommandContext(t.Context(), connect[0], connect[1:]...).Run(), "other programs still reach it")
}
