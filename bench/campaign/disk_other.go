//go:build !linux

package main

// MountDisk is supported only on Linux.
func MountDisk(_, _ string) (*Disk, error) { return nil, errNoDisk }

// Unmount has nothing to discard.
func (d *Disk) Unmount() error { return nil }
