//go:build !linux

package ocr

import (
	"os"
	"syscall"
	"time"
)

// processAttributes leave a child in this process's group, with which it is killed.
func processAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// kill kills a child.
func kill(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }

// limitProcess does nothing, because the system cannot limit another process. The limit on elapsed time still
// applies.
func limitProcess(int, uint64, time.Duration) error { return nil }

// namelessFile returns a temporary file without a name, of which nothing remains once it is closed.
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
