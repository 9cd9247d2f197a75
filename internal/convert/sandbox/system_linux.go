package sandbox

import (
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// childAttributes shields a child from the terminal's signals and ends it along with this process.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitMemory bounds the memory that this process may write to, in bytes.
func limitMemory(n uint64) {
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: n, Max: n}) // if refused, the garbage collector's limit remains
}

const (
	// The fields of /proc/PID/stat, counted from the one after the program's name.
	firstTime, lastTime = 11, 14 // user and system time, of the process and of its ended children
)

// children yields the processes that a process has started and that have not ended.
func children(pid int) iter.Seq[int] {
	return func(yield func(int) bool) {
		lists, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
		for _, list := range lists {
			raw, _ := os.ReadFile(list)
			for _, child := range strings.Fields(string(raw)) {
				if n, err := strconv.Atoi(child); err == nil && !yield(n) {
					return
				}
			}
		}
	}
}

// ownTime returns the processor time of a process and its ended children, or false if that is unknown.
func ownTime(pid int) (time.Duration, bool) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(raw[strings.LastIndexByte(string(raw), ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) <= lastTime {
		return 0, false
	}
	var ticks int64
	for _, f := range fields[firstTime : lastTime+1] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, false
		}
		ticks += n
	}
	return time.Duration(ticks) * clockTick, true
}
