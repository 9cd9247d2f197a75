//go:build !linux

package ocr

import (
	"os"
	"syscall"
	"time"
)

// processAttributes put a child into a process group of its own.
func processAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitProcess does nothing: the system has no way to limit another process. The time limit still holds.
func limitProcess(int, uint64, time.Duration) error { return nil }

// namelessFile is a temporary file without a name: nothing is left of it when it is closed.
func namelessFile() (*os.File, error) {
	file, err := os.CreateTemp("", "quire-page-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
