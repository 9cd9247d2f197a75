package main_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// node is a separate directory with packages from npm.
type node struct {
	t   *testing.T
	dir string
}

// newNode installs the packages, given with their versions. It skips the test if they are unavailable.
func newNode(t *testing.T, packages ...string) *node {
	t.Helper()
	if testing.Short() {
		t.Skip("installs packages from npm")
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s here", program)
		}
	}
	n := &node{t: t, dir: t.TempDir()}
	ctx, cancel := context.WithTimeout(t.Context(), installing)
	defer cancel()
	if out, err := npmInstall(ctx, n.dir, packages).CombinedOutput(); err != nil {
		t.Skipf("npm has no %v for this machine: %v\n%s", packages, err, out)
	}
	return n
}

// sharedNode is a directory with packages from npm that several tests use and none modifies.
func sharedNode(t *testing.T, packages ...string) *node {
	t.Helper()
	if testing.Short() {
		t.Skip("installs packages from npm")
	}
	return &node{t: t, dir: tool(t, "node", packages, func(dir string) error {
		ctx, cancel := context.WithTimeout(t.Context(), installing)
		defer cancel()
		if out, err := npmInstall(ctx, dir, packages).CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return nil
	})}
}

func npmInstall(ctx context.Context, dir string, packages []string) *exec.Cmd {
	args := append([]string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", dir}, packages...)
	return exec.CommandContext(ctx, "npm", args...)
}

// command returns a command that runs a program of the packages.
func (n *node) command(program string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(n.t.Context(), 4*time.Minute)
	n.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, filepath.Join(n.dir, "node_modules", ".bin", program), args...)
	cmd.Dir = n.dir
	return cmd
}

// run runs a program of the packages and returns what it printed.
func (n *node) run(program string, args ...string) string {
	n.t.Helper()
	out, err := n.command(program, args...).CombinedOutput()
	require.NoError(n.t, err, "%s", out)
	return string(out)
}
