//go:build !linux

package sandbox

import (
	"iter"
	"syscall"
	"time"
)

// childAttributes shields a child from the terminal's signals; it ends when its standard input does.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// limitMemory does nothing; only the garbage collector's own limit applies.
func limitMemory(uint64) {}

// ownTime cannot be measured for another process, so wall-clock time counts instead.
func ownTime(int) (time.Duration, bool) { return 0, false }

// children cannot be determined, so only the process itself gets the lower priority.
func children(int) iter.Seq[int] { return func(func(int) bool) {} }
