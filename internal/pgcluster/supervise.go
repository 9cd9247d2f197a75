package pgcluster

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

const (
	// A server that dies this soon after its start counts as a failed one, and so many of them in a row are the end.
	soon        = 10 * time.Second
	maxFailures = 5
)

// supervise starts the server again when it dies, until Stop or until that is hopeless.
func (c *Cluster) supervise() {
	defer close(c.done)
	failures, up := 0, time.Now()
	for {
		s := c.running()
		select {
		case <-s.exited:
		case <-c.stopping.Done():
			s.process.Signal(syscall.SIGINT)
			<-s.exited
			return
		}
		if failures++; time.Since(up) > soon {
			failures = 1
		}
		c.log.Error("PostgreSQL ended unexpectedly, it is started again", "reason", s.state, "failures", failures)
		next, err := c.restart(failures)
		if c.stopping.Err() != nil && err != nil {
			return
		}
		if err != nil {
			c.err = fmt.Errorf("PostgreSQL ended unexpectedly (%w) and did not come back: %w", s.state, err)
			return
		}
		up = time.Now()
		c.mu.Lock()
		c.current = next
		c.mu.Unlock()
	}
}

func (c *Cluster) restart(failures int) (*server, error) {
	if failures > maxFailures {
		return nil, fmt.Errorf("it ended %d times in a row", failures)
	}
	return c.launch(c.stopping)
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
