package ocr

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// processAttributes put a child into a separate process group and end it when its parent dies.
func processAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill kills a child and everything it has started.
func kill(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }

// limitProcess bounds the address space and the processor time of a running child, and keeps it from writing
// files or dumping core.
func limitProcess(pid int, memory uint64, processor time.Duration) error {
	seconds := uint64((processor + time.Second - 1) / time.Second)
	for resource, limit := range map[int]unix.Rlimit{
		unix.RLIMIT_AS:    {Cur: memory, Max: memory},
		unix.RLIMIT_CPU:   {Cur: seconds, Max: seconds + 1}, // the signal at the soft limit identifies the cause
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

// namelessFile returns a file that exists only in memory.
func namelessFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("page", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), "page"), nil //nolint:gosec // a descriptor is not negative
}
