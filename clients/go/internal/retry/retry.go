// Package retry decides when to repeat a request. The rules for all clients are in clients/README.md.
package retry

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// Longest is the longest wait before another attempt. If the service asks for a longer one, there is no other
	// attempt.
	Longest = time.Minute
	// First is the wait after the first attempt if the service names none. It doubles with every attempt.
	First = 500 * time.Millisecond
	// Highest is the upper limit of the doubled wait.
	Highest = 8 * time.Second
)

var statuses = []int{408, 429, 500, 502, 503, 504}

// Retried reports whether a request refused with this status may succeed the next time. Attempts count from 1. A
// conflict counts only from the second one on: the first may still be running under the same idempotency key.
func Retried(status, attempt int) bool {
	return slices.Contains(statuses, status) || (status == http.StatusConflict && attempt > 1)
}

// Wait returns how long to wait after an attempt, and whether to make another one at all.
func Wait(attempt int, retryAfter string, now time.Time) (time.Duration, bool) {
	told, ok := wait(strings.TrimSpace(retryAfter), now)
	if !ok {
		whole := min(Highest, First<<min(attempt-1, 10))
		return whole/2 + rand.N(whole/2+1), true //nolint:gosec // not a secret
	}
	return told, told <= Longest
}

func wait(retryAfter string, now time.Time) (time.Duration, bool) {
	if isNumber(retryAfter) {
		seconds, err := strconv.Atoi(retryAfter)
		if err != nil || seconds > int(Longest/time.Second) {
			return Longest + 1, true
		}
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(retryAfter)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
