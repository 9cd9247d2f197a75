// Package dirlock keeps two processes from using one directory at the same time.
package dirlock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// ErrHeld means that another process holds the lock.
var ErrHeld = errors.New("in use by another process")

// Lock is an exclusive lock on a file. The kernel drops it when the process ends, however that happens.
type Lock struct{ file *os.File }

// Acquire takes the lock on the file at path, creating the file if need be, and never waits: if the lock is held
// elsewhere it returns ErrHeld. Child processes do not inherit it.
func Acquire(path string) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &Lock{file}, nil
	}
	file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%s: %w", path, ErrHeld)
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// Release gives up the lock. The file stays, because removing it would let a third process lock a file that no longer
// exists.
func (l *Lock) Release() error {
	// A child process that has not yet come as far as exec shares the open file, and closing it would leave the lock
	// to that child. After an earlier Release this fails, as Close then does.
	_ = syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN)
	return l.file.Close()
}
