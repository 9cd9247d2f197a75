package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

const (
	diskSize    = 512 << 20
	ballastName = "ballast"
	ballastStep = 1 << 20
)

// Disk is a small in-memory file system that can be filled up. Only root can create one.
type Disk struct {
	Name string
	dir  string
}

// errNoDisk reports that this user may not mount file systems here.
var errNoDisk = errors.New("no small disks can be mounted here")

// Fill uses up every last byte.
func (d *Disk) Fill() error {
	f, err := os.OpenFile(filepath.Join(d.dir, ballastName), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for size := ballastStep; size > 0; {
		n, err := f.Write(make([]byte, size))
		switch {
		case errors.Is(err, syscall.ENOSPC), errors.Is(err, io.ErrShortWrite):
			size = min(n, size/2)
		case err != nil:
			return err
		}
	}
	return nil
}

// Empty frees the space again.
func (d *Disk) Empty() error { return os.Remove(filepath.Join(d.dir, ballastName)) }
