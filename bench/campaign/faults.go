package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// aftermath is how long trouble is still attributed to a fault after the service is ready again.
	aftermath   = 5 * time.Second
	longestStop = 8 * time.Second
	huntTimeout = 3 * time.Second // to find a child that lives only while it works
	huntPoll    = 2 * time.Millisecond
)

// Fault is one way in which the world goes wrong.
type Fault struct {
	Name   string
	weight int
	apply  func(*Faults, context.Context, *rand.Rand) error
}

// window is the time during which a fault explains trouble; end is 0 while it lasts.
type window struct{ start, end time.Duration }

// Faults applies faults to a world, one after another.
type Faults struct {
	world *World
	model *Model

	mu      sync.Mutex
	windows []window
	lost    time.Duration // when Temporal's database was last lost
}

// LostAfter reports whether Temporal's database was lost after that time.
func (f *Faults) LostAfter(at time.Duration) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lost > at
}

// Explain reports whether a fault explains trouble between two times.
func (f *Faults) Explain(from, to time.Duration) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.windows, func(w window) bool { return w.start <= to && (w.end == 0 || from <= w.end) })
}

// Strike applies one fault to the world, and returns when the service is ready again.
func (f *Faults) Strike(ctx context.Context, s Strike) {
	began := f.begin()
	err := faultNamed(f.world, s.Fault).apply(f, ctx, rand.New(rand.NewPCG(s.Seed, 0)))
	if ctx.Err() == nil && err == nil {
		err = f.world.AwaitReady(ctx)
	}
	if ctx.Err() == nil && err != nil {
		f.model.Violate(nil, "the service comes back", "after %s: %v", s.Fault, err)
	}
	ended := f.finish()
	f.model.Count("fault: " + s.Fault)
	f.model.journal.Write("fault", map[string]any{"fault": s.Fault, "start": began, "end": ended})
}

func (f *Faults) begin() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.model.clock.Now()
	f.windows = append(f.windows, window{start: now})
	return now
}

func (f *Faults) finish() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.model.clock.Now()
	f.windows[len(f.windows)-1].end = now + aftermath
	return now
}

// faultsOf returns the faults that apply to a kind of world. Filling disks requires dedicated disks.
func faultsOf(kind string, disks bool) []Fault {
	list := []Fault{
		{"kill PDF child", 3, killChildren("quire-pdf-worker")},
		{"kill tesseract", 3, killChildren("tesseract")},
		{"kill PostgreSQL backend", 2, killBackend},
		{"kill PostgreSQL", 2, killPostmaster},
		{"pause PostgreSQL", 1, pausePostgres},
		{"kill everything", 1, killEverything},
	}
	service, engine := []string{"quire-dev"}, "quire-dev"
	if kind == split {
		service, engine = []string{"api-1", "api-2", "worker-1", "worker-2", "temporal"}, "temporal"
	}
	for _, name := range service {
		list = append(list, Fault{"kill " + name, 2, kill(name)}, Fault{"pause " + name, 1, pause(name)}, Fault{"terminate " + name, 1, terminate(name)})
	}
	list = append(list, Fault{"lose Temporal's database", 1, loseTemporal(engine)})
	if kind == split {
		list = append(list, Fault{"pause vectors", 1, pause("vectors")})
	}
	if disks {
		list = append(list, Fault{"fill disk of blobs", 1, fill("blobs")}, Fault{"fill disk of PostgreSQL", 1, fill("postgres")})
	}
	return list
}

func faultNamed(w *World, name string) Fault {
	list := faultsOf(w.Kind, len(w.disks) > 0)
	return list[slices.IndexFunc(list, func(f Fault) bool { return f.Name == name })]
}

type effect = func(*Faults, context.Context, *rand.Rand) error

func kill(name string) effect {
	return func(f *Faults, _ context.Context, _ *rand.Rand) error {
		f.world.Process(name).Signal(syscall.SIGKILL)
		return nil
	}
}

func terminate(name string) effect {
	return func(f *Faults, _ context.Context, _ *rand.Rand) error {
		p := f.world.Process(name)
		pid := p.PID()
		p.Signal(syscall.SIGTERM)
		if !gone(pid, stopTimeout) {
			p.Signal(syscall.SIGKILL)
			return fmt.Errorf("%s did not end within %v of SIGTERM", name, stopTimeout)
		}
		return nil
	}
}

func pause(name string) effect {
	return func(f *Faults, ctx context.Context, rng *rand.Rand) error {
		p := f.world.Process(name)
		p.Signal(syscall.SIGSTOP)
		wait(ctx, time.Duration(rng.Int64N(int64(longestStop))))
		p.Signal(syscall.SIGCONT)
		return nil
	}
}

func killEverything(f *Faults, ctx context.Context, rng *rand.Rand) error {
	_ = killPostmaster(f, ctx, rng)
	for _, p := range f.world.processes {
		if p.Name != "vectors" { // it would lose its data, which no real store does
			p.Signal(syscall.SIGKILL)
		}
	}
	return nil
}

// killChildren kills all children of that name, waiting for those that live only while they work.
func killChildren(name string) effect {
	return func(f *Faults, ctx context.Context, _ *rand.Rand) error {
		for deadline := time.Now().Add(huntTimeout); time.Now().Before(deadline) && ctx.Err() == nil; wait(ctx, huntPoll) {
			found := false
			for _, p := range f.world.processes {
				for _, pid := range descendants(p.PID(), name) {
					found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
				}
			}
			if found {
				f.model.Count("found and killed: " + name)
				return nil
			}
		}
		return nil
	}
}

// postmaster returns the PostgreSQL process that starts the others, or 0 while none is running.
func (f *Faults) postmaster() int {
	raw, err := os.ReadFile(filepath.Join(f.world.dir, "data", "postgres", "data", "postmaster.pid"))
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil || argv0(pid) != "postgres" {
		return 0
	}
	return pid
}

func killPostmaster(f *Faults, _ context.Context, _ *rand.Rand) error {
	if pid := f.postmaster(); pid != 0 {
		return syscall.Kill(pid, syscall.SIGKILL)
	}
	return nil
}

func killBackend(f *Faults, _ context.Context, rng *rand.Rand) error {
	if pid := f.postmaster(); pid != 0 {
		if backend, ok := one(rng, descendants(pid, "")); ok {
			_ = syscall.Kill(backend, syscall.SIGKILL) // it may have ended meanwhile
		}
	}
	return nil
}

func pausePostgres(f *Faults, ctx context.Context, rng *rand.Rand) error {
	pid := f.postmaster()
	if pid == 0 {
		return nil
	}
	all := append(descendants(pid, ""), pid)
	for _, p := range all {
		_ = syscall.Kill(p, syscall.SIGSTOP)
	}
	wait(ctx, time.Duration(rng.Int64N(int64(longestStop))))
	for _, p := range all {
		_ = syscall.Kill(p, syscall.SIGCONT)
	}
	return nil
}

// loseTemporal removes Temporal's database between two of its runs.
func loseTemporal(engine string) effect {
	return func(f *Faults, _ context.Context, _ *rand.Rand) error {
		p := f.world.Process(engine)
		pid := p.PID()
		release := p.Hold()
		defer release()
		p.Signal(syscall.SIGKILL)
		if !gone(pid, stopTimeout) {
			return fmt.Errorf("%s survived SIGKILL", engine)
		}
		files, err := filepath.Glob(filepath.Join(f.world.dir, "data", "temporal", "*.db*"))
		for _, file := range files {
			err = os.Remove(file)
		}
		f.mu.Lock()
		f.lost = f.model.clock.Now()
		f.mu.Unlock()
		return err
	}
}

func fill(disk string) effect {
	return func(f *Faults, ctx context.Context, rng *rand.Rand) error {
		d := f.world.disks[slices.IndexFunc(f.world.disks, func(d *Disk) bool { return d.Name == disk })]
		if err := d.Fill(); err != nil {
			return err
		}
		wait(ctx, time.Duration(rng.Int64N(int64(longestStop))))
		return d.Empty()
	}
}

// gone waits until a process has ended and been reaped.
func gone(pid int, timeout time.Duration) bool {
	for deadline := time.Now().Add(timeout); time.Now().Before(deadline); time.Sleep(huntPoll) {
		if syscall.Kill(pid, 0) != nil {
			return true
		}
	}
	return false
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
