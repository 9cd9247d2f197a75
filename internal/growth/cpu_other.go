//go:build !linux

package growth

import "time"

// cpuTime returns the CPU time of this process and of its children that have ended.
func cpuTime() time.Duration { return ownTime() }
