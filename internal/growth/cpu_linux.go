package growth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the CPU time of this process and its children so far, including those still running.
func cpuTime() time.Duration {
	return ownTime() + childrenTime()
}

// processClock returns the kernel's name for the CPU clock of a process (clock_getcpuclockid).
func processClock(pid int) int32 { return int32(^pid)<<3 | 2 }

func childrenTime() time.Duration {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", os.Getpid()))
	var sum time.Duration
	for _, list := range lists {
		pids, _ := os.ReadFile(list)
		for field := range strings.FieldsSeq(string(pids)) {
			var pid int
			var spent unix.Timespec
			if _, err := fmt.Sscan(field, &pid); err == nil && unix.ClockGettime(processClock(pid), &spent) == nil {
				sum += time.Duration(spent.Nano())
			}
		}
	}
	return sum
}
