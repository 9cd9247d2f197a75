package growth

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// spun keeps the compiler from eliminating work whose result is unused.
var spun uint64

// spin works for a time that depends on steps alone.
func spin(steps float64) {
	x := spun
	for range int(steps) {
		x = x*6364136223846793005 + 1442695040888963407
	}
	spun = x
}

func TestGrowthOfKnownWorkIsJudgedByItsOrder(t *testing.T) {
	if RaceDetector {
		t.Skip("the race detector adds work of its own")
	}
	for name, work := range map[string]struct {
		of     func(n float64) float64
		linear bool
	}{
		"none":                  {func(float64) float64 { return 0 }, true},
		"constant":              {func(float64) float64 { return 1e7 }, true},
		"linear":                {func(n float64) float64 { return 1000 * n }, true},
		"with a logarithm":      {func(n float64) float64 { return 1000 * n * math.Log2(n) }, true},
		"quadratic from a size": {func(n float64) float64 { return 4000*n + 200*n*n }, false},
		"of a power of 1.8":     {func(n float64) float64 { return 1000 * math.Pow(n, 1.8) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := measure(t, Case[float64]{Build: func(n int) float64 { return float64(n) }}, func(n float64) { spin(work.of(n)) })
			require.Equal(t, work.linear, s.ratio() <= Most, s)
		})
	}
}
