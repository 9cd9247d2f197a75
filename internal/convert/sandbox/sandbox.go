// Package sandbox processes untrusted input in child processes, which are this program started again. A child
// can be killed whatever it is doing, what it spends can be measured from outside, and a crash in it is an
// error rather than the end of the service.
//
// A program that uses a Pool must call Handover before doing anything else.
package sandbox

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Config holds the settings of a Pool.
type Config struct {
	// Processes is how many jobs run at the same time; the default is the number of CPUs.
	Processes int
	// Background makes every job yield the processor to others.
	Background bool
	// MemoryMiB is how much memory a child may write to; exceeding it ends the child. The default is 3,072. Linux only.
	MemoryMiB int
	// Settings are passed to every child when it starts. Their type must be registered with gob.
	Settings any
	// Warm is done by the first child before any other starts, so that whatever it fills, such as a cache, is ready for
	// them. Unless the pool is in the background, that begins at once. nil means that there is nothing to fill.
	Warm any
}

// Job is one piece of work.
type Job struct {
	// Work says what to do. Its type must be registered with gob, as must those of the replies.
	Work any
	// Meter is charged with what the job spends; exceeding its budget kills the child. nil means no budget.
	Meter *Meter
	// Step bounds the processor time between two replies; 0 means no bound. A child can ask for several steps
	// with Task.Expect.
	Step time.Duration
	// Weighed replies wait for room for heavy values in this process (package room), as pages do. Those that a person
	// waits for, such as pictures of pages, do not.
	Weighed bool
}

type yieldKey struct{}

// Yield marks work that yields the processor to others from the start. Other jobs do so once they have taken
// longer than anything a person waits for.
func Yield(ctx context.Context) context.Context { return context.WithValue(ctx, yieldKey{}, true) }

func yields(ctx context.Context) bool { return ctx.Value(yieldKey{}) != nil }

// ErrSlow means that a job has spent more than its step between two replies.
var ErrSlow = errors.New("a step of the work takes too much processor time")

var (
	errClosed    = errors.New("the pool of conversion processes is closed")
	errRecursive = errors.New("this program was started as a conversion child but does not call Handover")
)

// Pool keeps children and gives them jobs. It is safe for concurrent use.
type Pool struct {
	cfg    Config
	slots  chan struct{}
	mu     sync.Mutex
	idle   []*process
	alive  int // number of children, including idle ones
	closed bool
	begin  sync.Once     // guards warming
	warm   chan struct{} // closed when the first child has done Config.Warm
}

// New returns a pool, which the caller must close.
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

// warming starts the first child in the background, once.
func (p *Pool) warming() { p.begin.Do(func() { go p.warmUp() }) }

func (p *Pool) warmUp() {
	defer close(p.warm)
	child, err := p.start()
	if err != nil {
		return // callers that need a child will get the error
	}
	if p.cfg.Warm != nil {
		alive, _ := child.exchange(context.Background(), Job{Work: p.cfg.Warm}, func(any) error { return nil })
		if !alive {
			p.end(child)
			return
		}
	}
	p.keep(child)
}

// Close kills the idle children. Jobs in progress run to their end, but no child outlives its job.
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

// end kills a child that is not idle.
func (p *Pool) end(child *process) {
	child.kill()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.alive--
}

// take returns an idle child of the requested priority. If there is none, it makes room for a new one: surplus
// is an idle child that must be killed first, if there is one too many.
func (p *Pool) take(yielding bool) (child, surplus *process, closed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, nil, true
	}
	for i, idle := range slices.Backward(p.idle) {
		if idle.yielding() == yielding {
			p.idle = slices.Delete(p.idle, i, i+1)
			return idle, nil, false
		}
	}
	if p.alive > p.cfg.Processes && len(p.idle) > 0 {
		surplus, p.idle = p.idle[0], slices.Delete(p.idle, 0, 1)
		return nil, surplus, false
	}
	return nil, nil, false
}

// child returns a child of the requested priority; the caller must hold a slot.
func (p *Pool) child(yielding bool) (*process, error) {
	child, surplus, closed := p.take(yielding)
	switch {
	case closed:
		return nil, errClosed
	case child != nil:
		return child, nil
	case surplus != nil:
		p.end(surplus)
	}
	child, err := p.start()
	if err == nil && yielding {
		child.yield()
	}
	return child, err
}

// start starts a child and counts it.
func (p *Pool) start() (*process, error) {
	child, err := start(p.cfg)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.alive++
	return child, nil
}

// Run has a child do the job and passes its replies to handle, whose error ends the job and is returned unchanged. When
// ctx ends, the child is killed at once. A *page.Error is the input's own fault (TooComplex if the meter's budget is
// spent); other errors are ErrSlow, ErrKilled and ctx's error. Anything else is the machine's.
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
	child, err := p.child(p.cfg.Background || yields(ctx))
	if err != nil {
		return err
	}
	alive, err := child.exchange(ctx, j, handle)
	if alive {
		p.keep(child)
	} else {
		p.end(child)
	}
	return err
}
