package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// MountDisk creates dir and mounts a disk on it. The error is errNoDisk if that is not permitted.
func MountDisk(name, dir string) (*Disk, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", diskSize))
	if errors.Is(err, syscall.EPERM) {
		return nil, errNoDisk
	}
	if err != nil {
		return nil, fmt.Errorf("mount a small disk on %s: %w", dir, err)
	}
	return &Disk{Name: name, dir: dir}, nil
}

// Unmount discards the disk with everything on it.
func (d *Disk) Unmount() error { return syscall.Unmount(d.dir, syscall.MNT_DETACH) }
