package pgcluster

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent makes the kernel shut PostgreSQL down, fast but cleanly, when this process dies without stopping it.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
}

// isServerOf reports whether process pid is a postgres that works in the data directory, because the pid in an old file
// may by now be that of any process.
func isServerOf(pid int, data string) bool {
	proc := filepath.Join("/proc", strconv.Itoa(pid))
	name, err := os.ReadFile(filepath.Join(proc, "comm"))
	if err != nil || strings.TrimSpace(string(name)) != "postgres" {
		return false
	}
	cwd, err1 := os.Stat(filepath.Join(proc, "cwd"))
	dir, err2 := os.Stat(data)
	return err1 == nil && err2 == nil && os.SameFile(cwd, dir)
}
