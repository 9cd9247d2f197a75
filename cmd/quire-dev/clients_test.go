package main_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// installing bounds how long packages may take to install before the test is skipped.
const installing = 3 * time.Minute

// python is a separate environment with packages from PyPI.
type python struct {
	t   *testing.T
	bin string
	env []string
}

// newPython installs the packages, given with their versions. It skips the test if they are unavailable.
func newPython(t *testing.T, packages ...string) *python {
	t.Helper()
	if testing.Short() {
		t.Skip("installs packages from PyPI")
	}
	system, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here")
	}
	dir := t.TempDir()
	p := &python{t: t, bin: filepath.Join(dir, "bin", "python")}
	ctx, cancel := context.WithTimeout(t.Context(), installing)
	defer cancel()
	if out, err := exec.CommandContext(ctx, system, "-m", "venv", dir).CombinedOutput(); err != nil {
		t.Skipf("python3 makes no environments here (Debian: python3-venv): %v\n%s", err, out)
	}
	p.install(ctx, packages...)
	return p
}

// install adds packages, replacing other versions of the same packages.
func (p *python) install(ctx context.Context, packages ...string) {
	p.t.Helper()
	args := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"}, packages...)
	if out, err := exec.CommandContext(ctx, p.bin, args...).CombinedOutput(); err != nil {
		p.t.Skipf("PyPI has no %v for this machine: %v\n%s", packages, err, out)
	}
}

// run runs a program and returns what it printed.
func (p *python) run(program string, args ...string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.bin, append([]string{"-c", program}, args...)...)
	out, err := cmd.CombinedOutput()
	require.NoError(p.t, err, "%s", out)
	return string(out)
}

// convertWithDoctly uses the client as its documentation does. The base URL is built into version 0.1.0.
const convertWithDoctly = `
import sys, doctly
key, base, path = sys.argv[1:]
client = doctly.Client(key)
client.base_url = base
print(client.to_markdown(path, wait_time=1))
`

// refusedByDoctly shows how the client reports an error.
const refusedByDoctly = `
import sys, doctly
key, base, path = sys.argv[1:]
client = doctly.Client(key)
client.base_url = base
try:
    client.to_markdown(path, wait_time=1)
except doctly.DoctlyError as e:
    print(e)
`

func TestThePublishedClientWorksUnmodified(t *testing.T) {
	t.Parallel()
	p := newPython(t, "requests==2.32.5")
	s := newService(t)
	s.start()
	report, err := filepath.Abs(samples + "report.pdf")
	require.NoError(t, err)
	locked, err := filepath.Abs(samples + "locked.pdf")
	require.NoError(t, err)
	for _, version := range []string{"0.1.0", "0.2.0", "0.2.1"} {
		ctx, cancel := context.WithTimeout(t.Context(), installing)
		p.install(ctx, "doctly=="+version)
		cancel()
		markdown := p.run(convertWithDoctly, s.key, "http://"+s.api, report)
		require.Contains(t, markdown, "# ", version)
		require.Contains(t, markdown, "\n---\n", version)
		require.Contains(t, p.run(refusedByDoctly, s.key, "http://"+s.api, locked), "PDF is password-protected", version)
	}
	example := "import doctly, sys\nkey = sys.argv[1]\n" + documented(t, s, "doctly.Client(", "report.pdf") + "\nprint(markdown)"
	require.Contains(t, p.run(example, s.key), "# Harbour Traffic 2024")
}
