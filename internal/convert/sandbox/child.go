package sandbox

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"sync"
	"syscall"
)

const (
	// childCommand is the argument with which a program is started as a child; people do not use it.
	childCommand = "convert-child"
	// childVariable is set in a child's environment, to its memory in MiB: a program that forgets Handover cannot start
	// itself again and again.
	childVariable = "QUIRE_CONVERT_CHILD"
)

func isChild() bool { return os.Getenv(childVariable) != "" }

// Work does one job: it is what a child has been started for. Its error is the job's.
type Work func(job any, t *Task) error

// Handover turns a process that was started as a child into one, and does not return then. In any other process it does
// nothing. begin gets the pool's settings and gives what does the jobs, one at a time.
func Handover(begin func(settings any) (Work, error)) {
	if !isChild() || !slices.Contains(os.Args[1:], childCommand) {
		return
	}
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
			return nil //nolint:nilerr // the parent is gone or has no more work
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

// NewTask makes a task whose replies go to w.
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

// Reply gives the parent a value; its type is registered with gob.
func (t *Task) Reply(value any) error { return t.send(reply{Value: value}) }

// Expect tells the parent that the next reply may take so many steps; from it on, one is the limit again.
func (t *Task) Expect(steps int) error { return t.send(reply{Expect: steps}) }
