package pgcluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	pollInterval = 10 * time.Millisecond
	// leftoverLimit is how long the backends of a killed server may keep running before they notice.
	leftoverLimit = 30 * time.Second
	retryInterval = 200 * time.Millisecond
)

// server is one postgres process. Its fields are written before exited is closed, and only read after that.
type server struct {
	process *os.Process
	exited  chan struct{}
	state   error
}

// run starts postgres. The thread that forks it lives as long as postgres does, because on Linux the kernel treats
// that thread's end as the parent's death. The thread then serves the program again: it may be the parent of other
// children too, and would end them along with itself.
func (c *Cluster) run() (*server, error) {
	stderr, err := os.Create(c.startLog())
	if err != nil {
		return nil, err
	}
	defer stderr.Close()
	cmd := c.as.command(context.Background(), c.installed.program("postgres"), c.arguments()...)
	cmd.Stdout, cmd.Stderr = stderr, stderr
	s := &server{exited: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		s.process = cmd.Process
		started <- err
		if err == nil {
			s.state = cmd.Wait()
			close(s.exited)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return s, nil
}

func (c *Cluster) startLog() string { return filepath.Join(c.home, "start.log") }

var errLeftover = errors.New("the last server's processes have not ended yet")

// launch brings a server up to the point where it accepts connections. It waits for the remains of a killed server to
// go away, and for recovery, however long that takes, because an interrupted recovery would start over.
func (c *Cluster) launch(ctx context.Context) (*server, error) {
	deadline := time.Now().Add(leftoverLimit)
	for {
		s, err := c.launchOnce(ctx)
		if !errors.Is(err, errLeftover) || time.Now().After(deadline) {
			return s, err
		}
		if err := pause(ctx, retryInterval); err != nil {
			return nil, err
		}
	}
}

func (c *Cluster) launchOnce(ctx context.Context) (*server, error) {
	s, err := c.run() //nolint:contextcheck // ctx bounds only the start; the server outlives it
	if err != nil {
		return nil, err
	}
	for !c.ready(s) {
		select {
		case <-s.exited:
			return nil, c.startFailure(s)
		case <-ctx.Done():
			s.kill()
			return nil, fmt.Errorf("no connection was possible in time: %w", context.Cause(ctx))
		case <-time.After(pollInterval):
		}
	}
	return s, nil
}

func (c *Cluster) startFailure(s *server) error {
	complaint, file := c.startComplaint()
	switch {
	case strings.Contains(complaint, "pre-existing shared memory block"):
		return errLeftover
	case complaint == "":
		return fmt.Errorf("the server exited immediately: %w", s.state)
	}
	return fmt.Errorf("%s (more in %s)", complaint, file)
}

// ready reads the same lines of postmaster.pid as pg_ctl: line 1 is the process, line 8 its state.
func (c *Cluster) ready(s *server) bool {
	lines := pidFile(c.data())
	return len(lines) > 7 && lines[0] == strconv.Itoa(s.process.Pid) && strings.TrimSpace(lines[7]) == "ready"
}

func pidFile(data string) []string {
	content, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return nil
	}
	return strings.Split(string(content), "\n")
}

// kill ends the server immediately; committed data are recovered on the next start. SIGKILL is the last resort, because
// it keeps the server from stopping its children.
func (s *server) kill() {
	s.process.Signal(syscall.SIGQUIT)
	select {
	case <-s.exited:
	case <-time.After(5 * time.Second):
		s.process.Kill()
		<-s.exited
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
