package growth

import (
	"time"

	"golang.org/x/sys/unix"
)

// ownTime returns the user and system CPU time that this process and the children it has waited for have spent.
func ownTime() time.Duration {
	var sum time.Duration
	for _, who := range [...]int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var usage unix.Rusage
		if unix.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}
