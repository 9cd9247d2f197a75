package text

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSortedWordsKeepTheOrderOfEqualOnes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for a test
	for n := range 40 {
		words := make([]Word, n)
		for i := range words {
			words[i] = Word{Base: float64(r.IntN(6)), Order: i}
		}
		want := slices.Clone(words)
		slices.SortStableFunc(want, func(a, b Word) int { return int(a.Base - b.Base) })
		sortWords(words, func(w *Word) float64 { return w.Base })
		require.Equal(t, want, words)
	}
}
