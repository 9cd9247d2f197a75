package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// installed is the data directory that one first start left behind. Creating the databases takes longer than most
// stories, so all services of this run start with a copy.
var installed struct {
	once sync.Once
	dir  string
	key  string
}

// install copies the installation to the data directory of s and returns the API key that the first start printed.
func (s *service) install() (key string) {
	s.t.Helper()
	installed.once.Do(func() { installOnce(s.t) })
	require.NotEmpty(s.t, installed.key, "the first start of this run failed")
	out, err := exec.CommandContext(s.t.Context(), "cp", "-a", installed.dir, s.dir).CombinedOutput() // keeps PostgreSQL's ownership
	require.NoError(s.t, err, "%s", out)
	return installed.key
}

func installOnce(t testing.TB) {
	t.Helper()
	parent, err := os.MkdirTemp("", "quire-installed-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(parent, 0o755)) // PostgreSQL's user must be able to reach its own directory
	installed.dir = filepath.Join(parent, "data")
	s := uninstalled(t)
	s.env = append(s.env, "QUIRE_DATA_DIR="+installed.dir)
	s.start()
	require.NoError(t, s.interrupt(), s)
	installed.key = s.key
}

// removeInstalled removes the installation at the end of the run.
func removeInstalled() {
	if installed.dir == "" {
		return
	}
	if err := os.RemoveAll(filepath.Dir(installed.dir)); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
