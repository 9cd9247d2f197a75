package sandbox

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"quire/internal/convert/page"
	"quire/internal/convert/room"
)

// yieldingPriority is the niceness of children that yield the processor to others: next to work of ordinary priority,
// they get a thirtieth of it. With less than that, the wall-clock time allowed for an honest document would run out
// while it waits.
const yieldingPriority = 15

const startTimeout = 2 * time.Minute

// process is the parent's side of a child.
type process struct {
	command *exec.Cmd
	out     *bufio.Writer
	encoder *gob.Encoder
	pages   *room.Reader
	decoder *gob.Decoder
	kill    func()
	mu      sync.Mutex
	killed  error // why this process killed it
	yields  bool  // for the rest of its life, because raising a priority requires privileges
	stderr  *tail
	// seen is its processor time when that was last read. Both belong to the job that it is doing.
	seen time.Duration
	read time.Time
}

func start(cfg Config) (*process, error) {
	executable, err := ownExecutable()
	if err != nil {
		return nil, fmt.Errorf("find our own executable: %w", err)
	}
	command := exec.Command(executable, childCommand) //nolint:noctx // it serves many jobs and is killed by hand
	command.Args[0] = "quire"
	// Collecting garbage while packages initialise takes a quarter of the start's processor time and frees next to nothing.
	command.Env = []string{childVariable + "=" + strconv.Itoa(cfg.MemoryMiB), "PATH=" + os.Getenv("PATH"), "GOGC=off"}
	command.SysProcAttr = childAttributes()
	p := &process{command: command, stderr: &tail{}}
	command.Stderr = p.stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a conversion process: %w", err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a conversion process: %w", err)
	}
	if err := onStarter(command.Start); err != nil {
		return nil, fmt.Errorf("start a conversion process: %w", err)
	}
	return p, p.greet(cfg.Settings, stdin, stdout)
}

// greet sets up communication with a child that has just been started.
func (p *process) greet(settings any, stdin io.Writer, stdout io.Reader) error {
	p.out = bufio.NewWriterSize(stdin, pipeBuffer)
	p.pages = room.NewReader(bufio.NewReaderSize(stdout, pipeBuffer))
	p.encoder, p.decoder = gob.NewEncoder(p.out), gob.NewDecoder(p.pages)
	p.kill = sync.OnceFunc(func() {
		p.killGroup()
		_ = p.command.Wait()
	})
	stop := time.AfterFunc(startTimeout, p.killGroup)
	defer stop.Stop()
	var r reply
	err := p.send(request{Work: settings})
	if err == nil {
		err = p.decoder.Decode(&r)
	}
	if err == nil {
		err = r.Error.err()
	}
	if err != nil {
		p.kill()
		return fmt.Errorf("a conversion process did not start: %w (%s)", err, p.stderr)
	}
	return nil
}

// starter runs functions on one thread that lives as long as the program. Linux ends a child along with the
// thread that started it (see childAttributes), and Go's other threads come and go.
var starter = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		goruntime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

func onStarter(f func() error) error {
	result := make(chan error, 1)
	starter() <- func() { result <- f() }
	return <-result
}

func ownExecutable() (string, error) {
	const link = "/proc/self/exe" // still right after an upgrade replaces the file
	if _, err := os.Stat(link); err == nil {
		return link, nil
	}
	return os.Executable()
}

// killGroup kills the child and everything it has started.
func (p *process) killGroup() { _ = syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL) }

// yield lowers the priority of the child and of everything it has started or will start.
func (p *process) yield() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.yields {
		p.yields = true
		lower(p.command.Process.Pid)
	}
}

// lower lowers the priority of a process group and then of its children's groups; later children inherit it. If the
// system refuses, the processor is merely shared less fairly.
func lower(pid int) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, pid, yieldingPriority)
	for child := range children(pid) {
		lower(child)
	}
}

// processorTime returns what a process and everything it has started have spent, or false when that is unknown.
func processorTime(pid int) (time.Duration, bool) {
	total, ok := ownTime(pid)
	for child := range children(pid) {
		spent, _ := processorTime(child)
		total += spent
	}
	return total, ok
}

// hasChildren reports whether a process has started others that have not ended.
func hasChildren(pid int) bool {
	for range children(pid) {
		return true
	}
	return false
}

func (p *process) yielding() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.yields
}

// abort kills the child for a reason, which becomes the error of the current job.
func (p *process) abort(reason error) {
	p.mu.Lock()
	if p.killed == nil {
		p.killed = reason
	}
	p.mu.Unlock()
	p.killGroup()
}

func (p *process) reason() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.killed
}

func (p *process) send(message request) error {
	if err := p.encoder.Encode(message); err != nil {
		return err
	}
	return p.out.Flush()
}

var (
	// ErrKilled means that something else killed the child: usually the system, when it ran out of memory.
	ErrKilled = errors.New("a conversion process was killed by the system")
	// ErrCrashed means that the child ended on its own in the middle of a job.
	ErrCrashed = errors.New("a conversion process crashed")
)

// failed returns why the child stopped answering: this process killed it, the system did, or the input crashed it.
func (p *process) failed(err error) error {
	p.kill()
	if reason := p.reason(); reason != nil {
		return reason
	}
	state := p.command.ProcessState
	switch said := p.stderr.String(); {
	case state == nil || state.Success():
		return fmt.Errorf("a conversion process ended early: %w", err)
	case !state.Exited():
		return fmt.Errorf("%w (%s): %w: %s", ErrKilled, state, err, said)
	default:
		return crashed(said, fmt.Errorf("%w (%s): %w: %s", ErrCrashed, state, err, said))
	}
}

// crashed returns the error for a child that ended on its own, based on its last words.
func crashed(said string, cause error) *page.Error {
	switch {
	case strings.Contains(said, "out of memory"), strings.Contains(said, "cannot allocate memory"):
		return TooLarge(cause)
	default:
		return &page.Error{
			Reason:  page.Corrupt,
			Message: "The document is damaged and cannot be read. Open it in its program, save it again and send the new file.",
			Cause:   cause,
		}
	}
}

// tail keeps the beginning of a child's standard error, because that is where a crash names its cause.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 2 << 10

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if room := tailBytes - len(t.text); room > 0 {
		t.text = append(t.text, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// String returns what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// failure carries an error between processes. Reason is empty if the machine is to blame.
type failure struct {
	Reason  page.Reason
	Message string
	Cause   string
}

func newFailure(err error) *failure {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*page.Error](err); ok {
		f := &failure{Reason: e.Reason, Message: e.Message}
		if e.Cause != nil {
			f.Cause = e.Cause.Error()
		}
		return f
	}
	return &failure{Message: err.Error()}
}

func (f *failure) err() error {
	if f == nil {
		return nil
	}
	if f.Reason == "" {
		return errors.New(f.Message)
	}
	e := &page.Error{Reason: f.Reason, Message: f.Message}
	if f.Cause != "" {
		e.Cause = errors.New(f.Cause)
	}
	return e
}
