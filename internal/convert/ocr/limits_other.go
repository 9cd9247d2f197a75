//go:build !linux

package ocr

import (
	"syscall"
	"time"
)

// processAttributes put a child into a process group of its own.
func processAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitProcess does nothing: the system has no way to limit another process. The time limit still holds.
func limitProcess(int, uint64, time.Duration) error { return nil }
