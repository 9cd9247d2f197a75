package pgcluster_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/dirlock"
	"quire/internal/pgcluster"
)

// dataDir returns a directory that a server running as an unprivileged user can reach; the parents of t.TempDir are
// closed.
func dataDir(t *testing.T) string {
	t.Helper()
	parent, err := os.MkdirTemp("", "pgcluster-test-") //nolint:usetesting // see above
	require.NoError(t, err)
	require.NoError(t, os.Chmod(parent, 0o755))
	t.Cleanup(func() { os.RemoveAll(parent) })
	return filepath.Join(parent, "pg")
}

func open(t *testing.T, dir string) *pgcluster.Cluster {
	t.Helper()
	c, err := pgcluster.Open(t.Context(), pgcluster.Config{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { c.Stop(context.Background()) })
	return c
}

// sql runs a statement with psql, which also shows that PostgreSQL's own programs accept the URL.
func sql(t *testing.T, c *pgcluster.Cluster, statement string) string {
	t.Helper()
	out, err := psql(c, statement)
	require.NoError(t, err, out)
	return out
}

func psql(c *pgcluster.Cluster, statement string) (string, error) {
	program := "psql"
	if _, err := exec.LookPath(program); err != nil {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/psql")
		program = found[len(found)-1]
	}
	out, err := exec.Command(program, "-XAtq", "-c", statement, c.URL(pgcluster.Database)).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func postmaster(t *testing.T, dir string) int {
	t.Helper()
	pid, err := postmasterOf(dir)
	require.NoError(t, err)
	return pid
}

func postmasterOf(dir string) (int, error) {
	content, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(content), "\n")
	return strconv.Atoi(first)
}

func TestDataSurviveStopAndOpen(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	before := c.URL("quire")
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	require.NoError(t, c.Stop(t.Context()))
	require.NoError(t, c.Stop(t.Context()), "a second Stop has nothing left to do")

	c = open(t, dir)
	require.Equal(t, "kept", sql(t, c, "SELECT v FROM t"))
	require.Equal(t, before, c.URL("quire"))
}

func TestClusterIsDurablePrivateAndUnicode(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	for setting, want := range map[string]string{
		"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "data_checksums": "on",
		"listen_addresses": "", "server_encoding": "UTF8", "lc_collate": "C", "TimeZone": "UTC",
	} {
		require.Equal(t, want, sql(t, c, "SHOW "+setting), setting)
	}
	require.Equal(t, "ä", sql(t, c, "SELECT lower('Ä')"))
	for _, sub := range []string{".", "data", "run"} {
		info, err := os.Stat(filepath.Join(dir, sub))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm(), sub)
	}
	logs, err := filepath.Glob(filepath.Join(dir, "data", "log", "postgresql-*.log"))
	require.NoError(t, err)
	require.NotEmpty(t, logs)
}

func TestSecondOpenOfOneDirectoryIsRefused(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	open(t, dir)
	_, err := pgcluster.Open(t.Context(), pgcluster.Config{Dir: dir})
	require.ErrorIs(t, err, dirlock.ErrHeld)
	requireOneLine(t, err)
}

func TestKilledServerComesBackWithItsData(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	killed := postmaster(t, dir)
	require.NoError(t, syscall.Kill(killed, syscall.SIGKILL))
	require.Eventually(t, func() bool {
		out, err := psql(c, "SELECT v FROM t")
		return err == nil && out == "kept" && postmaster(t, dir) != killed
	}, time.Minute, 50*time.Millisecond)
}

func TestServerThatIsKilledRepeatedlyComesBackEveryTime(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v, repeat('x', 1000) FROM generate_series(1, 50000)")
	killed := 0
	for range 7 { // as soon as there is a process, usually in the middle of recovery
		require.Eventually(t, func() bool {
			pid, err := postmasterOf(dir)
			if err != nil || pid == killed || syscall.Kill(pid, syscall.SIGKILL) != nil {
				return false
			}
			killed = pid
			return true
		}, time.Minute, 5*time.Millisecond)
	}
	require.Eventually(t, func() bool {
		out, err := psql(c, "SELECT DISTINCT v FROM t")
		return err == nil && out == "kept"
	}, time.Minute, 50*time.Millisecond)
}

func TestServerComesBackOnceTheObstacleIsGone(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	control, away := filepath.Join(dir, "data", "global", "pg_control"), filepath.Join(dir, "pg_control")
	require.NoError(t, os.Rename(control, away))
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	require.Eventually(t, func() bool {
		said, err := os.ReadFile(filepath.Join(dir, "start.log"))
		return err == nil && strings.Contains(string(said), "could not find the database system")
	}, time.Minute, 10*time.Millisecond, "a start has failed")
	require.NoError(t, os.Rename(away, control))
	require.Eventually(t, func() bool {
		out, err := psql(c, "SELECT v FROM t")
		return err == nil && out == "kept"
	}, time.Minute, 50*time.Millisecond)
}

func TestStopWithEndedContextIsImmediateAndLosesNothing(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, c.Stop(ended))
	require.Equal(t, "kept", sql(t, open(t, dir), "SELECT v FROM t"))
}

func TestLongAndUnusualPathsWork(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{
		"long":    strings.Repeat("long-directory-name/", 8),
		"unusual": `a b+c,d"e%f?g'h$i\j-ü`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parent := filepath.Dir(dataDir(t))
			full := filepath.Join(parent, dir)
			require.NoError(t, os.MkdirAll(full, 0o755))
			c := open(t, full)
			require.Equal(t, "1", sql(t, c, "SELECT 1"))
			u, err := url.Parse(c.URL("quire"))
			require.NoError(t, err)
			sockets := u.Query().Get("host")
			require.LessOrEqual(t, len(sockets+"/.s.PGSQL.5432"), 103)
			if !strings.HasPrefix(sockets, full) {
				t.Cleanup(func() { os.RemoveAll(sockets) })
			}
		})
	}
}

func TestTemporaryClusterVanishesOnStop(t *testing.T) {
	t.Parallel()
	c, err := pgcluster.Temporary(t.Context())
	require.NoError(t, err)
	require.Equal(t, "off", sql(t, c, "SHOW fsync"))
	u, err := url.Parse(c.URL("quire"))
	require.NoError(t, err)
	sockets := u.Query().Get("host")
	require.DirExists(t, sockets)
	require.NoError(t, c.Stop(t.Context()))
	require.NoDirExists(t, filepath.Dir(filepath.Dir(sockets)))
}

func requireOneLine(t *testing.T, err error) {
	t.Helper()
	require.Error(t, err)
	require.NotContains(t, err.Error(), "\n")
}
