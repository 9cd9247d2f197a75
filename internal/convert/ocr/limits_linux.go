package ocr

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// processAttributes put a child into a process group of its own and end it when its parent dies.
func processAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill ends a child with all that it has started.
func kill(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }

// limitProcess bounds the address space and the processor time of a running child, and forbids it to write
// files or dump its memory.
func limitProcess(pid int, memory uint64, processor time.Duration) error {
	seconds := uint64((processor + time.Second - 1) / time.Second)
	for resource, limit := range map[int]unix.Rlimit{
		unix.RLIMIT_AS:    {Cur: memory, Max: memory},
		unix.RLIMIT_CPU:   {Cur: seconds, Max: seconds + 1}, // at the first limit the signal says what has ended it
		unix.RLIMIT_CORE:  {},
		unix.RLIMIT_FSIZE: {},
	} {
		err := unix.Prlimit(pid, resource, &limit, nil)
		if err != nil && !errors.Is(err, unix.ESRCH) { // it may have ended already
			return fmt.Errorf("limit a child's resources: %w", err)
		}
	}
	return nil
}

// namelessFile is in memory and nowhere else.
func namelessFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("page", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), "page"), nil //nolint:gosec // a descriptor is not negative
}
