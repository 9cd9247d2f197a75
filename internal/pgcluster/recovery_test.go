package pgcluster_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/pgcluster"
)

// helperEnv turns the test binary into a process that opens the cluster in the named directory, says so, and waits.
const helperEnv = "PGCLUSTER_TEST_HELPER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperEnv); dir != "" {
		if _, err := pgcluster.Open(context.Background(), pgcluster.Config{Dir: dir}); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func startHelper(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"="+dir)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	t.Cleanup(func() { stdin.Close() })
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	return cmd
}

func TestKilledParentLeavesAClusterThatOpensWithItsData(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	require.NoError(t, c.Stop(t.Context()))

	for range 3 {
		helper := startHelper(t, dir)
		require.NoError(t, helper.Process.Kill())
		require.Error(t, helper.Wait())
	}
	require.Equal(t, "kept", sql(t, open(t, dir), "SELECT v FROM t"))
}

func TestParentAndServerKilledTogetherLoseNothing(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	require.NoError(t, c.Stop(t.Context()))

	helper := startHelper(t, dir)
	server := postmaster(t, dir)
	require.NoError(t, helper.Process.Kill())
	syscall.Kill(server, syscall.SIGKILL)
	require.Error(t, helper.Wait())
	require.Equal(t, "kept", sql(t, open(t, dir), "SELECT v FROM t"))
}

func TestServerThatOutlivedItsParentIsReplaced(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	c := open(t, dir)
	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	require.NoError(t, c.Stop(t.Context()))

	orphan := startServer(t, dir)
	c = open(t, dir)
	require.NotEqual(t, orphan, postmaster(t, dir))
	require.Equal(t, "kept", sql(t, c, "SELECT v FROM t"))
}

// startServer runs the cluster's postgres without the package, and reaps it when it ends.
func startServer(t *testing.T, dir string) int {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, "data"))
	require.NoError(t, err)
	owner := info.Sys().(*syscall.Stat_t)
	pgctl, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_ctl")
	require.NoError(t, err)
	program := append(pgctl, "pg_ctl")[0]
	cmd := exec.Command(program, "start", "-w", "-D", filepath.Join(dir, "data"), "-l", "/dev/null",
		"-o", "-c listen_addresses= -k "+filepath.Join(dir, "run"))
	cmd.Dir = "/"
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	require.NoError(t, cmd.Run())
	return postmaster(t, dir)
}

func TestPidFileNamingAnotherProcessIsNoObstacle(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	require.NoError(t, open(t, dir).Stop(t.Context()))
	stranger := exec.Command("sleep", "1000")
	require.NoError(t, stranger.Start())
	t.Cleanup(func() { stranger.Process.Kill(); stranger.Wait() })
	content := fmt.Sprintf("%d\n%s/data\n1700000000\n5432\n%s/run\n\n\nready   \n", stranger.Process.Pid, dir, dir)
	for _, name := range []string{"data/postmaster.pid", "run/.s.PGSQL.5432.lock"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	open(t, dir)
	require.NoError(t, stranger.Process.Signal(syscall.Signal(0)), "the stranger was left alone")
}

func TestHalfCreatedClusterIsCreatedAfresh(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "data.new", "base"), 0o700))
	require.Equal(t, "1", sql(t, open(t, dir), "SELECT 1"))
	require.NoDirExists(t, filepath.Join(dir, "data.new"))
}

func TestUnusableDataDirectoryIsReportedInOneLine(t *testing.T) {
	t.Parallel()
	made := dataDir(t)
	require.NoError(t, open(t, made).Stop(t.Context()))
	for name, c := range map[string]struct {
		damage func(t *testing.T, data string)
		want   string
	}{
		"other version":    {write("PG_VERSION", "9\n"), "written by PostgreSQL 9"},
		"no version":       {remove("PG_VERSION"), "PG_VERSION is missing"},
		"garbled version":  {write("PG_VERSION", "\x00\x01"), "is damaged"},
		"no control file":  {remove("global/pg_control"), "could not find the database system (more in "},
		"no configuration": {remove("postgresql.conf"), "postgresql.conf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := dataDir(t)
			out, err := exec.Command("cp", "-a", made, dir).CombinedOutput()
			require.NoError(t, err, string(out))
			c.damage(t, filepath.Join(dir, "data"))
			_, err = pgcluster.Open(t.Context(), pgcluster.Config{Dir: dir})
			requireOneLine(t, err)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, dir)
		})
	}
}

func write(name, content string) func(*testing.T, string) {
	return func(t *testing.T, data string) {
		require.NoError(t, os.WriteFile(filepath.Join(data, name), []byte(content), 0o600))
	}
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, data string) { require.NoError(t, os.Remove(filepath.Join(data, name))) }
}

func TestMissingPostgreSQLIsReportedWithWhatToInstall(t *testing.T) {
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin"); len(found) > 0 {
		t.Skip("PostgreSQL is installed outside PATH too")
	}
	t.Setenv("PATH", "")
	_, err := pgcluster.Open(t.Context(), pgcluster.Config{Dir: dataDir(t)})
	require.ErrorIs(t, err, pgcluster.ErrNotInstalled)
	requireOneLine(t, err)
}

func TestRootWithAClosedDirectoryGetsItsDataElsewhere(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root is dropped to another user")
	}
	parent := filepath.Dir(dataDir(t))
	closed := filepath.Join(parent, "closed")
	require.NoError(t, os.Mkdir(closed, 0o700))
	dir := filepath.Join(closed, "data", "pg")
	c := open(t, dir)
	target, err := os.Readlink(dir)
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(target) })
	require.True(t, strings.HasPrefix(target, "/var/lib/quire/"), target)

	sql(t, c, "CREATE TABLE t AS SELECT 'kept' AS v")
	require.NoError(t, c.Stop(t.Context()))
	require.Equal(t, "kept", sql(t, open(t, dir), "SELECT v FROM t"))
}

func TestRootLearnsThatADirectoryInUseWasClosed(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root is dropped to another user")
	}
	dir := dataDir(t)
	require.NoError(t, open(t, dir).Stop(t.Context()))
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o700))
	_, err := pgcluster.Open(t.Context(), pgcluster.Config{Dir: dir})
	requireOneLine(t, err)
	require.ErrorContains(t, err, "may not enter "+filepath.Dir(dir))
}
