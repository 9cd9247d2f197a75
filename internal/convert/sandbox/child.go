package sandbox

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"syscall"
)

const (
	// childCommand is the argument that starts a program as a child; people never type it.
	childCommand = "convert-child"
	// childVariable is set in a child's environment to its memory limit in MiB. It keeps a program that forgets
	// to call Handover from starting itself over and over.
	childVariable = "QUIRE_CONVERT_CHILD"
)

func isChild() bool { return os.Getenv(childVariable) != "" }

// Work does one job in a child. Its error becomes the job's error.
type Work func(job any, t *Task) error

// usualGC is Go's default of how much may be allocated before garbage is collected, in percent of what is in use. The
// parent switches collection off for the start.
const usualGC = 100

// Handover turns a process that was started as a child into one, and then does not return. In any other process
// it does nothing. begin receives the pool's settings and returns the function that does the jobs, one at a
// time.
func Handover(begin func(settings any) (Work, error)) {
	if !isChild() || !slices.Contains(os.Args[1:], childCommand) {
		return
	}
	debug.SetGCPercent(usualGC)
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the parent decides: its end of the pipe closes
	if memory, err := strconv.ParseUint(os.Getenv(childVariable), 10, 32); err == nil {
		limitMemory(memory << 20)
	}
	if err := serve(begin); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serve(begin func(settings any) (Work, error)) error {
	t := NewTask(os.Stdout)
	decoder := gob.NewDecoder(bufio.NewReaderSize(os.Stdin, pipeBuffer))
	var work Work
	for {
		var q request
		if err := decoder.Decode(&q); err != nil {
			return nil //nolint:nilerr // the parent has ended or has no more work
		}
		var err error
		if work == nil {
			work, err = begin(q.Work)
		} else {
			err = work(q.Work, t)
		}
		if err := t.send(reply{Done: true, Error: newFailure(err)}); err != nil {
			return err
		}
	}
}

// Task is the child's side of a job. It is safe for concurrent use.
type Task struct {
	mu      sync.Mutex
	out     *bufio.Writer
	encoder *gob.Encoder
}

// NewTask returns a task whose replies go to w.
func NewTask(w io.Writer) *Task {
	out := bufio.NewWriterSize(w, pipeBuffer)
	return &Task{out: out, encoder: gob.NewEncoder(out)}
}

func (t *Task) send(r reply) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.encoder.Encode(r); err != nil {
		return err
	}
	return t.out.Flush()
}

// Reply sends the parent a value, whose type must be registered with gob.
func (t *Task) Reply(value any) error { return t.send(reply{Value: value}) }

// Expect tells the parent that the next reply may take that many steps. After that reply the limit is one step
// again.
func (t *Task) Expect(steps int) error { return t.send(reply{Expect: steps}) }
