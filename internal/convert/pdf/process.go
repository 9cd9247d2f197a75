package pdf

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"quire/internal/convert/page"
)

// process is a worker: this program, started again. PDFium runs there and not here because compiled WebAssembly
// cannot be interrupted: a document that makes it loop would stop the garbage collector, and with it the whole
// service, until the end of time. A process can be killed.
type process struct {
	command *exec.Cmd
	out     *bufio.Writer
	encoder *gob.Encoder
	in      *bufio.Reader
	decoder *gob.Decoder
	kill    func()
	killed  error // why this side killed it
	mu      sync.Mutex
	exited  chan struct{}
	stderr  *tail
}

func startProcess(cfg Config) (*process, error) {
	executable, err := ownExecutable()
	if err != nil {
		return nil, fmt.Errorf("find the own program: %w", err)
	}
	command := exec.Command(executable) //nolint:noctx // it serves many requests and is killed by hand
	command.Args = []string{"quire-pdf-worker"}
	command.Env = []string{
		workerVariable + "=1",
		cacheVariable + "=" + cfg.CacheDir,
		memoryVariable + "=" + strconv.Itoa(cfg.MemoryMiB),
		recycleVariable + "=" + strconv.Itoa(cfg.RecyclePages),
	}
	command.SysProcAttr = childAttributes()
	w := &process{command: command, exited: make(chan struct{}), stderr: &tail{}}
	command.Stderr = w.stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a PDF worker: %w", err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a PDF worker: %w", err)
	}
	if err := start(command); err != nil {
		return nil, fmt.Errorf("start a PDF worker: %w", err)
	}
	if cfg.Background {
		// The group has all of the worker's threads; a system that refuses only shares the processor less kindly.
		_ = syscall.Setpriority(syscall.PRIO_PGRP, command.Process.Pid, backgroundPriority)
	}
	w.out, w.in = bufio.NewWriter(stdin), bufio.NewReaderSize(stdout, 256<<10)
	w.encoder, w.decoder = gob.NewEncoder(w.out), gob.NewDecoder(w.in)
	w.kill = sync.OnceFunc(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		close(w.exited)
	})
	if err := w.awaitReady(); err != nil {
		w.kill()
		return nil, err
	}
	return w, nil
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

func start(command *exec.Cmd) error {
	result := make(chan error, 1)
	starter() <- func() { result <- command.Start() }
	return <-result
}

func ownExecutable() (string, error) {
	const link = "/proc/self/exe" // still right when the file was replaced by an upgrade
	if _, err := os.Stat(link); err == nil {
		return link, nil
	}
	return os.Executable()
}

func (w *process) awaitReady() error {
	stop := time.AfterFunc(startTimeout, func() { _ = w.command.Process.Kill() })
	defer stop.Stop()
	var r reply
	if err := w.decoder.Decode(&r); err != nil {
		return fmt.Errorf("the PDF worker did not start: %w (%s)", err, w.stderr)
	}
	if err := r.Error.err(); err != nil {
		return fmt.Errorf("the PDF worker did not start: %w", err)
	}
	return nil
}

// abort kills the worker for a reason, which becomes the error of the exchange at hand.
func (w *process) abort(reason error) {
	w.mu.Lock()
	if w.killed == nil {
		w.killed = reason
	}
	w.mu.Unlock()
	_ = w.command.Process.Kill()
}

func (w *process) reason() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.killed
}

// exchange sends a request and handles replies until the last. Each reply has to come within limit; the time
// that handle takes does not count. After an error of the exchange itself (not of the document) the worker is
// dead and alive is false.
func (w *process) exchange(ctx context.Context, q request, limit time.Duration, handle func(reply) error) (alive bool, err error) {
	stop := context.AfterFunc(ctx, func() { w.abort(ctx.Err()) })
	defer stop()
	timer := time.AfterFunc(limit, func() { w.abort(timeoutError()) })
	defer timer.Stop()
	if err := w.send(q); err != nil {
		return false, w.failed(err)
	}
	for {
		var r reply
		if err := w.decoder.Decode(&r); err != nil {
			return false, w.failed(err)
		}
		if !timer.Stop() {
			return false, timeoutError()
		}
		if r.Done {
			if !stop() { // abort runs, or is about to: the worker must not be used again
				return false, ctx.Err()
			}
			return true, r.Error.err()
		}
		if err := handle(r); err != nil {
			return false, err
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		timer.Reset(limit)
	}
}

func (w *process) send(message any) error {
	if err := w.encoder.Encode(message); err != nil {
		return err
	}
	return w.out.Flush()
}

// failed tells why the worker stopped answering: this side killed it, the document crashed it, or the machine
// did.
func (w *process) failed(err error) error {
	w.kill()
	if reason := w.reason(); reason != nil {
		return reason
	}
	state := w.command.ProcessState
	if state != nil && state.ExitCode() > 0 {
		return corrupt(fmt.Errorf("the PDF worker crashed: %s: %s", state, w.stderr))
	}
	return fmt.Errorf("the PDF worker ended (%s): %w", state, err)
}

func timeoutError() error {
	return &page.Error{
		Reason:  page.Timeout,
		Message: "A page of the PDF takes too long to read. Save the document again from a PDF viewer, or print it to a new PDF.",
		Cause:   errors.New("page timeout in PDFium"),
	}
}

// tail keeps the last of what a worker writes to its standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 2 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if room := tailBytes - len(t.text); room > 0 {
		t.text = append(t.text, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
