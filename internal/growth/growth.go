// Package growth measures, for tests, how the work for an input grows with its size.
//
// It compares the CPU times of one run with each other and never with a number of seconds, so a slow or busy machine
// makes no difference.
package growth

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"
)

const (
	// Most is the factor by which work may grow with twice the input: two for linear work, plus what allocation,
	// garbage collection and a busy machine add. Quadratic work grows by a factor of four.
	Most = 3.0
	// plain is the growth up to which a single measurement of each input is enough.
	plain = 2.5
	// floor is the least work at which times can be compared.
	floor = 3 * time.Millisecond
	// far is the share of the floor below which the next input is four times as large, which keeps even quadratic work
	// below the floor.
	far = 1.0 / 16
	// little is the work that the largest allowed input may take, however it grows.
	little = 8 * floor
	// sizes is how many inputs are compared, each twice the one before.
	sizes = 4
	// repeats is how often each input is measured if a single measurement is not enough. The shortest time counts.
	repeats = 3
	// attempts is how often excessive growth is measured again, at twice the size where that is allowed.
	attempts = 5
	// heap is the memory in bytes up to which measured work goes on without garbage collection.
	heap = 1 << 30
	// slides is how often all sizes are doubled while the work hardly grows yet because something else takes most of
	// it.
	slides = 6
	// ceiling is the work beyond which inputs are not made any larger: the growth so far says enough.
	ceiling = 100 * floor
	// firstSize is where the search for a measurable size begins.
	firstSize = 16
	// largestSize is where it ends: work that is not measurable by then is capped.
	largestSize = 1 << 20
)

var scale = flag.Int("growth.scale", 1, "begin at a work this many times as long, to find growth that only large inputs show")

// Case is a way to make inputs grow.
type Case[T any] struct {
	Name string
	// Build returns an input of about n parts.
	Build func(n int) T
	// From is the smallest n that is measured, for work that grows faster up to a stated cap. It defaults to the
	// smallest that can be measured.
	From int
	// To is the largest n, for inputs that are refused if they are larger. The default is no limit.
	To int
}

// Run measures each case as a subtest and fails those whose work more than doubles when the input doubles. Work is the
// CPU time of this process and its children during run. No other test may run at the same time, so the tests are not
// parallel. They are skipped under the race detector, which adds its own work.
func Run[T any](t *testing.T, cases []Case[T], run func(t *testing.T, input T)) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if RaceDetector {
				t.Skip("the race detector adds work of its own")
			}
			s := measure(t, c, func(input T) { run(t, input) })
			if s.ratio() > Most && !s.harmless(c.To) {
				t.Errorf("twice the input costs more than %.1f times the work", Most)
			}
		})
	}
}

// logger is a test, which logs the measurements.
type logger interface{ Log(args ...any) }

// measure measures each input once and, unless the growth is plainly linear, several more times.
func measure[T any](l logger, c Case[T], run func(input T)) series {
	defer withoutCollection()()
	s := climb(c, run)
	l.Log(s)
	if s.plain() || s.harmless(c.To) {
		return s
	}
	n, shortest := s.first, map[int]time.Duration{}
	for range attempts {
		s = doublings(c, n, shortest, run)
		l.Log(s)
		if s.ratio() <= Most || s.harmless(c.To) {
			break
		}
		if c.To == 0 {
			n *= 2
		}
	}
	return s
}

// withoutCollection keeps the garbage collector, whose share of the time depends on what else the machine does, from
// running by itself until the returned function is called.
func withoutCollection() (restore func()) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(heap)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// series are the times of inputs of first parts, twice as many, four times as many and so on.
type series struct {
	first int
	times []time.Duration
}

// ratio returns the factor by which the work grows with twice the input: by the Theil–Sen estimator, the median over
// all pairs of sizes, which a disturbed measurement or two cannot move far. It is 0 if there is nothing to compare.
func (s series) ratio() float64 {
	var ratios []float64
	for i := range s.times {
		for j := range i {
			growth := float64(s.times[i]) / float64(max(s.times[j], 1))
			ratios = append(ratios, math.Pow(growth, 1/float64(i-j)))
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	return ratios[(len(ratios)-1)/2]
}

// plain reports whether the work is so clearly linear, step by step and overall, that measuring again would add
// nothing.
func (s series) plain() bool {
	steps := len(s.times) - 1
	return steps < 1 || (s.ratio() <= plain && float64(s.times[steps]) <= float64(s.times[0])*math.Pow(plain, float64(steps)))
}

// harmless reports whether the largest input measured is the largest allowed and takes little work.
func (s series) harmless(most int) bool {
	return most > 0 && s.first<<len(s.times) > most && slices.Max(s.times) <= little
}

// flat reports whether the work has hardly grown from the first to the last size.
func (s series) flat() bool { return s.times[len(s.times)-1] < 2*s.times[0] }

// String formats the growth and the measurements.
func (s series) String() string {
	if len(s.times) == 0 {
		return "no input takes long enough to be measured"
	}
	text := fmt.Sprintf("%.2f times the work for twice the input;", s.ratio())
	for i, spent := range s.times {
		text += fmt.Sprintf(" %d: %v", s.first<<i, spent.Round(time.Millisecond/10))
	}
	return text
}

// add records the time of the next input and reports whether a larger one should be measured.
func (s *series) add(spent time.Duration) bool {
	s.times = append(s.times, spent)
	steps := len(s.times) - 1
	return steps < sizes-1 && (steps == 0 || spent <= ceiling*time.Duration(*scale))
}

// climb measures inputs once each, starting at the smallest whose work reaches the floor. There may be none.
func climb[T any](c Case[T], run func(input T)) series {
	var s series
	slid := 0
	least := floor * time.Duration(*scale)
	for n := max(firstSize, c.From); len(s.times) > 0 || n <= largestSize; n *= 2 {
		if c.To > 0 && n > c.To {
			break
		}
		spent := cost(c.Build(n), run)
		if len(s.times) == 0 && spent < least {
			if float64(spent) < far*float64(least) {
				n *= 2
			}
			continue
		}
		if len(s.times) == 0 {
			s.first = n
		}
		if s.add(spent) {
			continue
		}
		if slid == slides || spent > ceiling || !s.flat() {
			break
		}
		slid++
		s = series{first: 2 * s.first, times: s.times[1:]}
	}
	return s
}

// doublings measures n, 2n, 4n and so on several times each. An input's time is the shortest of these and of those in
// shortest, which it updates: whatever disturbs a measurement only adds to it.
func doublings[T any](c Case[T], n int, shortest map[int]time.Duration, run func(input T)) series {
	s := series{first: n}
	for more := true; more && (c.To == 0 || n <= c.To); n *= 2 {
		input := c.Build(n)
		least, known := shortest[n]
		if !known {
			least = math.MaxInt64
		}
		for repeat := 0; repeat < repeats && (repeat == 0 || least < ceiling/repeats); repeat++ {
			least = min(least, cost(input, run))
		}
		shortest[n] = least
		more = s.add(least)
	}
	return s
}

func cost[T any](input T, run func(input T)) time.Duration {
	runtime.GC()
	before := cpuTime()
	run(input)
	return cpuTime() - before
}
