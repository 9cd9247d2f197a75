// Package sandbox does work on strangers' input in child processes: this program, started again. A child can be killed
// whatever it is doing, what it spends can be measured from outside, and a crash in it is an error and not the end of the
// service.
//
// A program that uses a Pool hands over to Handover before it does anything else.
package sandbox

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"
	"time"
)

// Config are the settings of a Pool.
type Config struct {
	// Processes is how many jobs are done at the same time. Default: the number of CPUs.
	Processes int
	// Background leaves the processor to others: the children run when nothing else wants to.
	Background bool
	// MemoryMiB is the most memory that a child may write to: what grows beyond it ends the child. Default: 3,072. Linux
	// only.
	MemoryMiB int
	// Settings are given to every child when it starts. Their type is registered with gob.
	Settings any
	// Warm is done by the first child before any other starts, so that what it fills (a cache) is there for them.
	// Unless the pool is in the background, that begins at once. Nil: there is nothing to fill.
	Warm any
}

// Job is one piece of work.
type Job struct {
	// Work says what to do. Its type is registered with gob, as are those of the replies.
	Work any
	// Meter is charged with what the job spends; a budget that runs out kills the child. Nil: there is no budget.
	Meter *Meter
	// Step bounds the processor time between two replies; 0 is any. A child can ask for several with Task.Expect.
	Step time.Duration
}

// ErrSlow says that a job has spent more than its step between two replies.
var ErrSlow = errors.New("a step of the work takes too much processor time")

var (
	errClosed    = errors.New("the pool of conversion processes is closed")
	errRecursive = errors.New("this program was started to convert, but does not call Handover")
)

// Pool keeps children and gives them jobs. It is safe for concurrent use.
type Pool struct {
	cfg    Config
	slots  chan struct{}
	mu     sync.Mutex
	idle   []*process
	closed bool
	begin  sync.Once     // of the warming
	warm   chan struct{} // closed when the first child has done Config.Warm
}

// New makes a pool; the caller closes it.
func New(cfg Config) (*Pool, error) {
	if isChild() {
		return nil, errRecursive
	}
	cfg.Processes = cmp.Or(cfg.Processes, runtime.NumCPU())
	cfg.MemoryMiB = cmp.Or(cfg.MemoryMiB, 3072)
	p := &Pool{cfg: cfg, slots: make(chan struct{}, cfg.Processes), warm: make(chan struct{})}
	if !cfg.Background {
		p.warming()
	}
	return p, nil
}

// warming begins to start the first child, once.
func (p *Pool) warming() { p.begin.Do(func() { go p.warmUp() }) }

func (p *Pool) warmUp() {
	defer close(p.warm)
	child, err := start(p.cfg)
	if err != nil {
		return // whoever needs a child gets the error
	}
	if p.cfg.Warm != nil {
		alive, _ := child.exchange(context.Background(), Job{Work: p.cfg.Warm}, func(any) error { return nil })
		if !alive {
			child.kill()
			return
		}
	}
	p.keep(child)
}

// Close ends all children. Jobs under way fail.
func (p *Pool) Close() error {
	p.begin.Do(func() { close(p.warm) })
	<-p.warm
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, child := range p.idle {
		child.kill()
	}
	p.idle = nil
	return nil
}

func (p *Pool) keep(child *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		child.kill()
		return
	}
	p.idle = append(p.idle, child)
}

func (p *Pool) take() (child *process, closed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		child, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	return child, p.closed
}

// Run has a child do the job and gives its replies to handle, whose error ends the job and is returned as it is. When ctx
// ends, the child is killed at once. Errors: a *page.Error is the input's own fault, TooComplex when the meter's budget
// is spent; ErrSlow; ctx's error; anything else is trouble of the machine.
func (p *Pool) Run(ctx context.Context, j Job, handle func(reply any) error) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	p.warming()
	select {
	case <-p.warm:
	case <-ctx.Done():
		return ctx.Err()
	}
	child, closed := p.take()
	if closed {
		return errClosed
	}
	if child == nil {
		var err error
		if child, err = start(p.cfg); err != nil {
			return err
		}
	}
	alive, err := child.exchange(ctx, j, handle)
	if alive {
		p.keep(child)
	} else {
		child.kill()
	}
	return err
}
