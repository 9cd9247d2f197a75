package convertcmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// notes is a buffer that may be read while it is being written to.
type notes struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all.String()
}

// watch watches a folder until the returned function is called.
func watch(t *testing.T, in, out string) (said *notes, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said = &notes{}
	ended := make(chan error, 1)
	c := Command{Files: []string{in}, Out: out, Watch: true, Interval: 20 * time.Millisecond, Parallel: 2}
	go func() { ended <- c.Run(ctx, Env{Stdout: said, Stderr: said}) }()
	stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-ended, "Ctrl-C is how it ends")
	})
	t.Cleanup(stop)
	return said, stop
}

// drop moves a complete file into a watched folder.
func drop(t *testing.T, path, content string) {
	t.Helper()
	whole := write(t, path+".part", content)
	require.NoError(t, os.Rename(whole, path))
}

// settles waits until a file has the given content.
func settles(t *testing.T, path, want string) {
	t.Helper()
	require.Eventually(t, func() bool {
		raw, err := os.ReadFile(path)
		return err == nil && string(raw) == want
	}, time.Minute, 10*time.Millisecond, "%s is to be %q", path, want)
}

func TestWatchConvertsWhatComesAndWhatChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	drop(t, filepath.Join(in, "a.txt"), "1")
	said, stop := watch(t, in, out)
	settles(t, filepath.Join(out, "a.md"), "1\n")
	drop(t, filepath.Join(in, "new", "b.txt"), "2")
	settles(t, filepath.Join(out, "new", "b.md"), "2\n")
	drop(t, filepath.Join(in, "a.txt"), "333")
	settles(t, filepath.Join(out, "a.md"), "333\n")

	drop(t, filepath.Join(in, "c.docx"), "PK\x03\x04")
	require.Eventually(t, func() bool { return bytes.Contains([]byte(said.String()), []byte("c.docx: ")) }, time.Minute, 10*time.Millisecond, "a failure is reported")
	require.NoError(t, os.RemoveAll(in))
	drop(t, filepath.Join(in, "d.txt"), "4")
	settles(t, filepath.Join(out, "d.md"), "4\n")
	stop()
	require.Equal(t, 1, bytes.Count([]byte(said.String()), []byte("c.docx: ")), "once: %s", said)
}

func TestWatchKnowsAfterARestartWhatIsDone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	drop(t, filepath.Join(in, "a.txt"), "1")
	drop(t, filepath.Join(in, "b.txt"), "1")
	_, stop := watch(t, in, out)
	settles(t, filepath.Join(out, "a.md"), "1\n")
	settles(t, filepath.Join(out, "b.md"), "1\n")
	stop()

	write(t, filepath.Join(out, "a.md"), "edited")
	b := filepath.Join(in, "b.txt")
	drop(t, b, "2")
	require.NoError(t, os.Chtimes(b, time.Time{}, time.Now().Add(time.Hour)))
	said, stop := watch(t, in, out)
	settles(t, filepath.Join(out, "b.md"), "2\n")
	drop(t, filepath.Join(in, "c.txt"), "3")
	settles(t, filepath.Join(out, "c.md"), "3\n")
	stop()
	require.NotContains(t, said.String(), "a.txt", "it was done before the restart")
}

func TestFileIsLeftAloneWhileItIsWritten(t *testing.T) {
	t.Parallel()
	now := time.Now()
	w := &watcher{job: job{cmd: &Command{Interval: time.Minute, Out: t.TempDir()}}, busy: map[string]bool{}, tried: map[string]state{}, steady: map[string]steady{}}
	in := input{path: "a.pdf", out: "a", state: state{10, now}}
	w.steady["a.pdf"] = steady{in.state, now}
	require.False(t, w.ready(in, now.Add(59*time.Second)))
	require.True(t, w.ready(in, now.Add(time.Minute)))
	w.busy["a.pdf"] = true
	require.False(t, w.ready(in, now.Add(time.Minute)))
	w.busy["a.pdf"] = false
	w.tried["a.pdf"] = in.state
	require.False(t, w.ready(in, now.Add(time.Minute)))
	w.tried["a.pdf"] = state{9, now}
	require.True(t, w.ready(in, now.Add(time.Minute)))
}
