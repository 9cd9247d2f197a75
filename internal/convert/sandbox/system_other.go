//go:build !linux

package sandbox

import (
	"iter"
	"syscall"
	"time"
)

// childAttributes keeps a child out of the terminal's signals; it ends when its standard input does.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// limitMemory does nothing: the garbage collector's own limit holds.
func limitMemory(uint64) {}

// processorTime cannot be told of another process: the time that passes counts instead.
func processorTime(int) (time.Duration, bool) { return 0, false }

// children cannot be told: the process alone is lowered.
func children(int) iter.Seq[int] { return func(func(int) bool) {} }
