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
)

// yieldingPriority is the niceness of children that leave the processor to others: beside work of ordinary priority they
// get a thirtieth of it. At less, the time that an honest document may take would pass while it waits.
const yieldingPriority = 15

const startTimeout = 2 * time.Minute

// process is the parent's side of a child.
type process struct {
	command *exec.Cmd
	out     *bufio.Writer
	encoder *gob.Encoder
	decoder *gob.Decoder
	kill    func()
	mu      sync.Mutex
	killed  error // why this side killed it
	yields  bool  // for the rest of its life: raising a priority again takes a privilege
	stderr  *tail
}

func start(cfg Config) (*process, error) {
	executable, err := ownExecutable()
	if err != nil {
		return nil, fmt.Errorf("find the own program: %w", err)
	}
	command := exec.Command(executable, childCommand) //nolint:noctx // it serves many jobs and is killed by hand
	command.Args[0] = "quire"
	command.Env = []string{childVariable + "=" + strconv.Itoa(cfg.MemoryMiB), "PATH=" + os.Getenv("PATH")}
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

// greet sets up the conversation with a child that has just been started.
func (p *process) greet(settings any, stdin io.Writer, stdout io.Reader) error {
	p.out = bufio.NewWriterSize(stdin, pipeBuffer)
	p.encoder, p.decoder = gob.NewEncoder(p.out), gob.NewDecoder(bufio.NewReaderSize(stdout, pipeBuffer))
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

// starter runs functions on one thread that lives as long as the program: Linux ends a child with the thread
// that started it (see childAttributes), and Go's other threads come and go.
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
	const link = "/proc/self/exe" // still right when the file was replaced by an upgrade
	if _, err := os.Stat(link); err == nil {
		return link, nil
	}
	return os.Executable()
}

// killGroup ends the child with all that it has started.
func (p *process) killGroup() { _ = syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL) }

// yield lowers the priority of the child and of what it has started and will start.
func (p *process) yield() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.yields {
		p.yields = true
		lower(p.command.Process.Pid)
	}
}

// lower lowers the priority of a process group and then of the groups of its children: those to come inherit it. A
// system that refuses only shares the processor less kindly.
func lower(pid int) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, pid, yieldingPriority)
	for child := range children(pid) {
		lower(child)
	}
}

func (p *process) yielding() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.yields
}

// abort kills the child for a reason, which becomes the error of the job at hand.
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

// failed says why the child stopped answering: this side killed it, the input crashed it, or the machine did.
func (p *process) failed(err error) error {
	p.kill()
	if reason := p.reason(); reason != nil {
		return reason
	}
	state := p.command.ProcessState
	cause := fmt.Errorf("a conversion process ended (%s): %w: %s", state, err, p.stderr)
	switch said := p.stderr.String(); {
	case state == nil || state.ExitCode() <= 0:
		return cause
	case strings.Contains(said, "out of memory"), strings.Contains(said, "cannot allocate memory"):
		return &page.Error{
			Reason:  page.TooLarge,
			Message: "The document needs more memory than allowed. Reduce the size of its pictures, or split it.",
			Cause:   cause,
		}
	default:
		return &page.Error{
			Reason:  page.Corrupt,
			Message: "The document is damaged and cannot be read. Open it in its program, save it again and send the new file.",
			Cause:   cause,
		}
	}
}

// tail keeps the beginning of what a child writes to its standard error: a crash names its cause there.
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

// String is what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// failure carries an error between processes: Reason is empty for trouble of the machine.
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
