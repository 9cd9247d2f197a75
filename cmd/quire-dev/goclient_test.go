package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// buildGoClient builds a program of the client's own module.
func buildGoClient(t *testing.T, program string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(program))
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", path, "./"+program)
	cmd.Dir = absolute(t, "../../clients/go")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// runGoClient builds such a program and runs it against a service.
func runGoClient(t *testing.T, s *service, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "QUIRE_API_KEY="+s.key, "QUIRE_SERVER=http://"+s.api)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

func tellGo(t *testing.T, s *service, args ...string) string {
	t.Helper()
	return runGoClient(t, s, buildGoClient(t, "internal/story"), args...)
}

func TestTheExamplesForGoRun(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	report, invoice := absolute(t, samples+"report.pdf"), absolute(t, samples+"invoice.pdf")
	require.Contains(t, runGoClient(t, s, buildGoClient(t, "examples/convert"), report), "\n---\n")
	out := runGoClient(t, s, buildGoClient(t, "examples/ask"), "How much is set aside for dredging?", report)
	require.Contains(t, out, "350,000 euros for dredging")
	require.Contains(t, out, "[1] report.pdf, page 1: {X0:")
	out = runGoClient(t, s, buildGoClient(t, "examples/extract"), invoice)
	require.Contains(t, out, invoice+" /invoice_number INV-2025-018 ")
}
