//go:build !linux

package pgcluster

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent does nothing here: a server that outlives us is stopped by the next Open.
func dieWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// isServerOf reports whether process pid is a postgres that works in the data directory, because the pid in an old file
// may by now be that of any process.
func isServerOf(pid int, data string) bool {
	out, err := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	command := string(out)
	return err == nil && strings.Contains(command, "postgres") && strings.Contains(command, data)
}
