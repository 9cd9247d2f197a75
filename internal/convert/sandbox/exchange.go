package sandbox

import (
	"cmp"
	"context"
	"sync"
	"time"

	"quire/internal/convert/room"
)

// A child reads one request at a time from its standard input and answers with replies on its standard output,
// the last of which has Done set. Everything is encoded with gob. The first request holds the settings.

type request struct {
	Work any
}

type reply struct {
	Done  bool
	Value any
	// Expect is how many steps the next reply may take; no other field is set then.
	Expect int
	Error  *failure
}

const pipeBuffer = 256 << 10

// exchange has the child do a job and handles its replies up to the last. If the exchange itself fails, as opposed to
// the job, the child is dead and alive is false.
func (p *process) exchange(ctx context.Context, j Job, handle func(any) error) (alive bool, err error) {
	stop := context.AfterFunc(ctx, func() { p.abort(ctx.Err()) })
	defer stop()
	w := p.watch(j)
	defer w.end()
	if j.Weighed {
		p.pages.Weigh(room.WithPause(ctx, w.pause))
		defer p.pages.Done()
	}
	if err := p.send(request{Work: j.Work}); err != nil {
		return false, p.failed(err)
	}
	for {
		var r reply
		if err := p.decoder.Decode(&r); err != nil {
			return false, cmp.Or(ctx.Err(), p.failed(err))
		}
		switch {
		case r.Done:
			w.end()
			// The child has been killed or is about to be, so it must not be reused.
			if !stop() {
				return false, ctx.Err()
			}
			if reason := p.reason(); reason != nil {
				return false, reason
			}
			return true, r.Error.err()
		case r.Expect > 0:
			w.step(r.Expect)
			continue
		}
		w.rest()
		if err := handle(r.Value); err != nil {
			return false, err
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		r.Value = nil
		p.pages.Release()
		w.step(1)
	}
}

// urgent is the processor time after which a job yields the processor to others. A scanned page takes about a
// second.
const urgent = 3 * time.Second

// look is the interval between two checks of what a child has spent.
const look = 50 * time.Millisecond

// clockTick is the unit in which systems count processor time. Linux shows hundredths of a second in /proc on every
// platform.
const clockTick = 10 * time.Millisecond

// searchEvery is how many checks pass between searches for the child's own children.
const searchEvery = 4

// watch measures what a child spends on a job, and kills it if that is too much.
type watch struct {
	process *process
	job     Job
	done    chan struct{}
	end     func() // stops watching and charges the remainder

	mu      sync.Mutex
	limit   time.Duration // for the current step
	spent   time.Duration // in the current step
	since   time.Time
	total   time.Duration // in the job
	resting bool          // the parent is handling a reply
	parent  bool          // the child had started processes of its own at the last search
}

func (p *process) watch(j Job) *watch {
	w := &watch{process: p, job: j, done: make(chan struct{}), limit: j.Step, since: time.Now()}
	var wg sync.WaitGroup
	w.end = sync.OnceFunc(func() {
		close(w.done)
		wg.Wait()
		w.look()
	})
	wg.Go(func() {
		tick := time.NewTicker(look)
		defer tick.Stop()
		for n := 1; ; n++ {
			select {
			case <-w.done:
				return
			case <-tick.C:
				w.lookAround(n%searchEvery == 0)
			}
		}
	})
	return w
}

// look charges what was spent since the last check.
func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.charge()
}

// lookAround is like look, but if search is set, it first searches for processes that the child has started. Most
// children start none, and the search costs more than all other checks.
func (w *watch) lookAround(search bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if search {
		w.parent = hasChildren(w.process.command.Process.Pid)
	}
	w.charge()
}

// processorTime returns the processor time of the child and of everything that it has started. It is read at most once
// a tick, so the rest of one short job may be charged to the next.
func (w *watch) processorTime(now time.Time) (total time.Duration, ok bool) {
	p := w.process
	if now.Sub(p.read) < clockTick {
		return p.seen, true
	}
	if w.parent {
		total, ok = processorTime(p.command.Process.Pid)
	} else {
		total, ok = ownTime(p.command.Process.Pid)
	}
	if ok {
		p.read = now
	}
	return total, ok
}

func (w *watch) charge() {
	now := time.Now()
	spent := Budget{Wall: now.Sub(w.since)}
	w.since = now
	if w.resting {
		spent.Wall = 0
	}
	if total, ok := w.processorTime(now); ok {
		seen := w.process.seen
		spent.CPU, w.process.seen = max(total-seen, 0), max(total, seen)
	} else {
		spent.CPU = spent.Wall
	}
	w.spent += spent.CPU
	if w.total += spent.CPU; w.total > urgent {
		w.process.yield()
	}
	if err := w.job.Meter.charge(spent); err != nil {
		w.process.abort(err)
	} else if w.limit > 0 && w.spent > w.limit {
		w.process.abort(ErrSlow)
	}
}

// step begins the next step, with the time of the given number of steps.
func (w *watch) step(steps int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.charge()
	w.resting, w.spent, w.limit = false, 0, time.Duration(steps)*w.job.Step
}

// pause stops the clock until the next step, while a reply waits for room in this process.
func (w *watch) pause() (resume func()) {
	w.rest()
	return func() {}
}

// rest stops the clock while the parent is busy with a reply.
func (w *watch) rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.charge()
	w.resting = true
}
