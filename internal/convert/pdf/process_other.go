//go:build !linux

package pdf

import "syscall"

// childAttributes keeps a worker out of the terminal's signals; it ends when its standard input does.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
