//go:build !linux

package ocr

import (
	"os"
	"syscall"
	"time"
)

// processAttributes leave a child in the group of this process, with which it is killed.
func processAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// kill ends a child.
func kill(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }

// limitProcess does nothing: the system has no way to limit another process. The limit of the time that passes still holds.
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
