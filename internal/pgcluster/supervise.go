package pgcluster

import (
	"errors"
	"os"
	"syscall"
	"time"
)

const (
	// A server that dies this soon after its start counts as a failed start, and the next start waits longer.
	soon = 10 * time.Second
	// The pauses between failed starts.
	firstPause   = 100 * time.Millisecond
	longestPause = 10 * time.Second
)

// supervise restarts the server whenever it dies, until Stop. It never gives up: the cause, such as a full disk, may go
// away, and the log reports it to anyone watching.
func (c *Cluster) supervise() {
	defer close(c.done)
	wait := firstPause
	for up := time.Now(); ; up = time.Now() {
		s := c.running()
		select {
		case <-s.exited:
		case <-c.stopping.Done():
			s.process.Signal(syscall.SIGINT)
			<-s.exited
			return
		}
		if time.Since(up) > soon {
			wait = firstPause
		}
		c.log.Error("PostgreSQL exited unexpectedly and is being restarted", "reason", s.state, "pause", wait.String())
		next, err := c.restart(&wait)
		if err != nil {
			return
		}
		c.mu.Lock()
		c.current = next
		c.mu.Unlock()
	}
}

// restart starts the server as often as necessary, with growing pauses. An error means that the cluster is stopping.
func (c *Cluster) restart(wait *time.Duration) (*server, error) {
	for {
		if err := pause(c.stopping, *wait); err != nil {
			return nil, err
		}
		*wait = min(2**wait, longestPause)
		s, err := c.launch(c.stopping)
		if err == nil {
			return s, nil
		}
		if c.stopping.Err() != nil {
			return nil, err
		}
		c.log.Error("PostgreSQL could not be started and will be retried", "error", err, "pause", wait.String())
	}
}

func (c *Cluster) running() *server {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current
}

// hurry turns a shutdown into an immediate one.
func (c *Cluster) hurry() { c.running().kill() }

func ignoreClosed(err error) error {
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}
