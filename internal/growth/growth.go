// Package growth measures, for tests, how the work for an input grows with its size.
//
// It compares CPU times of one run with each other and never with a number of seconds, so that a slow or a busy
// machine changes nothing.
package growth

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"
)

const (
	// Most is how much more work twice the input may cost: twice for linear work, and what allocation, garbage
	// collection and a busy machine add. Quadratic work costs four times.
	Most = 3.0
	// floor is the work from which on times can be compared.
	floor = 5 * time.Millisecond
	// sizes is how many inputs are compared, each twice the one before.
	sizes = 4
	// repeats is how often each input is measured; the least time counts.
	repeats = 3
	// attempts is how often a growth that is too much is measured again, at twice the size.
	attempts = 3
	// ceiling is the work after which an input is not made larger: what grew so far says enough.
	ceiling = 64 * floor
	// firstSize is where the search for a measurable size begins.
	firstSize = 16
	// largestSize ends it: work that is not measurable by then is capped.
	largestSize = 1 << 23
)

var scale = flag.Int("growth.scale", 1, "begin at a work this many times as long, to find growth that only large inputs show")

// Case is a way of making inputs grow.
type Case[T any] struct {
	Name string
	// Build makes an input of about n parts.
	Build func(n int) T
	// From is the least n that is measured, for work that grows faster up to a stated cap. Default: what can be measured.
	From int
}

// Run measures each case as a subtest of its own, and fails those whose work more than doubles with the input. Work is
// the CPU time of this process and its children during run: no other test may run beside it, so the tests are not
// parallel, and are skipped under the race detector, which adds work of its own.
func Run[T any](t *testing.T, cases []Case[T], run func(t *testing.T, input T)) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if RaceDetector {
				t.Skip("the race detector adds work of its own")
			}
			linear(t, c, func(input T) { run(t, input) })
		})
	}
}

func linear[T any](t *testing.T, c Case[T], run func(input T)) {
	t.Helper()
	n := measurable(c, run)
	for attempt := 1; n > 0; attempt++ {
		ratios, report := doublings(n, c.Build, run)
		middle := ratios[(len(ratios)-1)/2] // of two the lower: a collection of garbage raises one of them now and then
		t.Logf("%.2f times the work for twice the input; %s", middle, report)
		if middle <= Most {
			return
		}
		if attempt == attempts {
			t.Errorf("twice the input costs %.2f times the work, more than %.1f: %s", middle, Most, report)
			return
		}
		n *= 2
	}
}

// measurable is the smallest size whose work takes the floor's time, or 0 when there is none.
func measurable[T any](c Case[T], run func(input T)) int {
	for n := max(firstSize, c.From); n <= largestSize; n *= 2 {
		if cost(c.Build(n), run) >= floor*time.Duration(*scale) {
			return n
		}
	}
	return 0
}

// doublings measures n, 2n, 4n and so on, and returns the sorted ratios of each to the one before.
func doublings[T any](n int, build func(n int) T, run func(input T)) (ratios []float64, report string) {
	var last time.Duration
	for i := range sizes {
		input := build(n << i)
		least := time.Duration(math.MaxInt64)
		for repeat := 0; repeat < repeats && (repeat == 0 || least < ceiling/repeats); repeat++ {
			least = min(least, cost(input, run))
		}
		report += fmt.Sprintf(" %d: %v", n<<i, least.Round(time.Millisecond/10))
		if i > 0 {
			ratios = append(ratios, float64(least)/float64(max(last, 1)))
		}
		if last = least; i > 0 && least > ceiling*time.Duration(*scale) {
			break
		}
	}
	slices.Sort(ratios)
	return ratios, report
}

func cost[T any](input T, run func(input T)) time.Duration {
	runtime.GC()
	before := cpuTime()
	run(input)
	return cpuTime() - before
}
