package main_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/usercache"
)

// tool returns a directory outside of the checkout that install fills once, and reports whether it could. Other tests
// and checkouts share the directory, which is named after the versions of its contents.
func tool(t *testing.T, kind string, versions []string, install func(dir string) error) string {
	t.Helper()
	name := fmt.Sprintf("%s-%x", kind, sha256.Sum256([]byte(strings.Join(versions, "\n"))))
	dir, err := usercache.Dir("tools", name[:len(kind)+1+16])
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	lock, err := os.Create(dir + ".lock")
	require.NoError(t, err)
	defer lock.Close()
	require.NoError(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	whole := filepath.Join(dir, ".whole")
	if _, err := os.Stat(whole); err == nil {
		return dir
	}
	require.NoError(t, os.RemoveAll(dir))
	if err := install(dir); err != nil {
		t.Skipf("%v cannot be had on this machine: %v", versions, err)
	}
	require.NoError(t, os.WriteFile(whole, nil, 0o600))
	return dir
}

// sharedPython is an environment with packages from PyPI, given with their versions, that several tests use and none
// modifies. It skips the test if they are unavailable.
func sharedPython(t *testing.T, packages ...string) *python {
	t.Helper()
	if testing.Short() {
		t.Skip("installs packages from PyPI")
	}
	system, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here")
	}
	dir := tool(t, "python", packages, func(dir string) error {
		ctx, cancel := context.WithTimeout(t.Context(), installing)
		defer cancel()
		if out, err := exec.CommandContext(ctx, system, "-m", "venv", dir).CombinedOutput(); err != nil {
			return fmt.Errorf("python3 makes no environments here (Debian: python3-venv): %w\n%s", err, out)
		}
		args := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"}, packages...)
		if out, err := exec.CommandContext(ctx, filepath.Join(dir, "bin", "python"), args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return nil
	})
	return &python{t: t, bin: filepath.Join(dir, "bin", "python")}
}
