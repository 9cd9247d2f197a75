package pdf

import "syscall"

// childAttributes keeps a worker out of the terminal's signals and ends it with this process.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
