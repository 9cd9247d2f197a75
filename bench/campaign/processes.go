package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// restartPause is how long a dead process stays dead, as under any supervisor.
	restartPause = 300 * time.Millisecond
	stopTimeout  = time.Minute
	// youth is the uptime below which a process may exit on its own, since its dependencies may be away or slow
	// when it starts.
	youth = 40 * time.Second
)

// Process is a program that is restarted when it dies, until it is stopped. Its output goes to a file.
type Process struct {
	Name string
	argv []string
	env  []string
	log  string
	fail func(format string, values ...any) // reports a violation

	mu      sync.Mutex
	command *exec.Cmd
	started time.Time
	blamed  bool // a fault has killed it, or it was told to stop
	wanted  bool
	ended   chan struct{} // closed when it has ended for good
	paused  chan struct{} // closed when it may be restarted after Hold
}

// Start starts the process and supervises it.
func (p *Process) Start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanted, p.ended = true, make(chan struct{})
	if err := p.launch(); err != nil {
		return err
	}
	go p.supervise(p.ended)
	return nil
}

// launch starts the program once. The caller holds the lock.
func (p *Process) launch() error {
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	command := exec.Command(p.argv[0], p.argv[1:]...) //nolint:noctx // only signals end it
	command.Env, command.Stdout, command.Stderr = p.env, out, out
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C goes to the campaign, which then stops them
	if err := command.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.Name, err)
	}
	p.command, p.started, p.blamed = command, time.Now(), false
	return nil
}

func (p *Process) supervise(ended chan struct{}) {
	defer close(ended)
	for {
		p.mu.Lock()
		command := p.command
		p.mu.Unlock()
		err := command.Wait()
		p.judgeEnd(err)
		time.Sleep(restartPause)
		if !p.restart() {
			return
		}
	}
}

// judgeEnd reports a process that ended although nobody killed it.
func (p *Process) judgeEnd(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.blamed && time.Since(p.started) > youth {
		p.fail("%s exited on its own after %v: %v; see %s", p.Name, time.Since(p.started).Round(time.Second), err, p.log)
	}
}

// restart starts the process again, unless it was stopped.
func (p *Process) restart() bool {
	p.mu.Lock()
	held := p.paused
	p.mu.Unlock()
	if held != nil {
		<-held
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wanted && p.launch() == nil
}

// Hold keeps the process from being started again, until the returned function is called.
func (p *Process) Hold() (release func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	held := make(chan struct{})
	p.paused = held
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.paused = nil
		close(held)
	}
}

// PID returns the process id.
func (p *Process) PID() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.command.Process.Pid
}

// Signal sends a signal, after which the process is not to blame for ending.
func (p *Process) Signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blamed = p.blamed || (s != syscall.SIGSTOP && s != syscall.SIGCONT)
	_ = syscall.Kill(p.command.Process.Pid, s)
}

// Stop asks the process to end and reports whether it did so in time. If not, it is killed.
func (p *Process) Stop() bool {
	p.mu.Lock()
	p.wanted = false
	ended := p.ended
	p.mu.Unlock()
	p.Signal(syscall.SIGTERM)
	select {
	case <-ended:
		return true
	case <-time.After(stopTimeout):
		p.Signal(syscall.SIGKILL)
		<-ended
		return false
	}
}

// descendants returns the processes below a process whose first argument has that base name, or all of them for
// "".
func descendants(root int, name string) []int {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			children[parent] = append(children[parent], pid)
		}
	}
	var out []int
	for queue := children[root]; len(queue) > 0; queue = queue[1:] {
		if name == "" || argv0(queue[0]) == name {
			out = append(out, queue[0])
		}
		queue = append(queue, children[queue[0]]...)
	}
	return out
}

// argv0 returns the base name of a process's first argument, "postgres" for PostgreSQL's children ("postgres:
// …").
func argv0(pid int) string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(raw), "\x00")
	first, _, _ = strings.Cut(first, ":")
	return filepath.Base(first)
}
