//go:build !linux

package main

// MountDisk is known on Linux alone.
func MountDisk(_, _ string) (*Disk, error) { return nil, errNoDisk }

// Unmount has nothing to throw away.
func (d *Disk) Unmount() error { return nil }
