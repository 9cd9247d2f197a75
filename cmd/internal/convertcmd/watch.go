package convertcmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// watcher converts files as they arrive. Its memory only saves work: after a restart, the outputs show what is done. It
// scans all files repeatedly, which also works on network drives, where changes are not announced.
type watcher struct {
	job
	group errgroup.Group
	freed chan struct{} // signals that a file is done and there is room for another

	mu      sync.Mutex
	busy    map[string]bool
	tried   map[string]state // files that were converted or could not be
	steady  map[string]steady
	said    map[string]bool // faults that were reported and persist
	waiting bool            // for the service
}

// steady records the state of a file and since when it has been unchanged.
type steady struct {
	state
	since time.Time
}

// watch converts files that are new or have changed until ctx ends, which is not an error.
func (j job) watch(ctx context.Context) error {
	j.bar = newProgress(j.env.Stderr, 0)
	j.bar.out, j.bar.lines = nil, true // a bar needs an end
	w := &watcher{job: j, freed: make(chan struct{}, 1), busy: map[string]bool{}, tried: map[string]state{}, steady: map[string]steady{}, said: map[string]bool{}}
	w.group.SetLimit(j.cmd.Parallel)
	j.bar.say(fmt.Sprintf("watching %s; Ctrl-C ends it", strings.Join(j.cmd.Files, ", ")))
	for {
		if err := w.look(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return w.group.Wait()
		case <-time.After(j.cmd.Interval):
		case <-w.freed:
		}
	}
}

// look starts converting every file that is ready, as long as there is room.
func (w *watcher) look(ctx context.Context) error {
	inputs, faults, _, err := w.cmd.inputs(nil)
	if errors.Is(err, errOutIsInput) {
		return err
	}
	w.report(append(faults, err))
	w.mu.Lock()
	defer w.mu.Unlock()
	now, seen := time.Now(), map[string]steady{}
	for _, in := range inputs {
		s := steady{in.state, now}
		if last, ok := w.steady[in.path]; ok && last.same(in.state) {
			s = last
		}
		seen[in.path] = s
	}
	w.steady = seen
	maps.DeleteFunc(w.tried, func(path string, _ state) bool { _, there := seen[path]; return !there })
	for _, in := range inputs {
		if !w.ready(in, now) {
			continue
		}
		w.busy[in.path] = true
		if !w.group.TryGo(func() error { w.convert(ctx, in); return nil }) {
			delete(w.busy, in.path)
			break
		}
	}
	return nil
}

// ready reports whether a file is to be converted now: it is not done, and nobody is writing to it any more.
func (w *watcher) ready(in input, now time.Time) bool {
	if w.busy[in.path] || now.Sub(w.steady[in.path].since) < w.cmd.Interval {
		return false
	}
	tried, ok := w.tried[in.path]
	if !ok && !w.cmd.Force && w.cmd.done(in) {
		w.tried[in.path], tried, ok = in.state, in.state, true
	}
	return !ok || !tried.same(in.state)
}

func (s state) same(other state) bool {
	return s.size == other.size && s.modified.Equal(other.modified)
}

// convert converts a file and remembers its state, unless it failed only because of the service.
func (w *watcher) convert(ctx context.Context, in input) {
	started := time.Now()
	err := w.file(ctx, in, false, func() {})
	if ctx.Err() != nil {
		return
	}
	unavailable := errors.Is(err, ErrUnavailable)
	w.mu.Lock()
	news := !unavailable || !w.waiting
	w.waiting = unavailable
	delete(w.busy, in.path)
	if !unavailable {
		w.tried[in.path] = in.state
	}
	w.mu.Unlock()
	switch {
	case errors.Is(err, errNoDocument):
	case err == nil:
		w.bar.fileDone(in.shown, time.Since(started), nil)
	case news:
		w.bar.say(fmt.Sprintf("%s: %v", in.shown, err))
	}
	if unavailable {
		return // until the next scan
	}
	select {
	case w.freed <- struct{}{}:
	default:
	}
}

// report prints faults when they first appear, and not again while they persist.
func (w *watcher) report(faults []error) {
	said := map[string]bool{}
	for _, f := range faults {
		if f == nil {
			continue
		}
		said[f.Error()] = true
		if !w.said[f.Error()] {
			w.bar.say(f.Error())
		}
	}
	w.said = said
}
