package index_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/index"
)

// rareAndCommon writes n passages in which some words are rarer than others. The seed determines which.
func rareAndCommon(seed uint64, collection string, n int) []index.Point {
	rng := rand.New(rand.NewPCG(seed, seed))
	points := make([]index.Point, 0, n)
	for i := range n {
		words := make([]string, 0, 12)
		for range 12 {
			words = append(words, fmt.Sprint("word", min(rng.IntN(30), rng.IntN(30))))
		}
		points = append(points, point("a", collection, fmt.Sprint(collection, "f", i%9), fmt.Sprint(collection, "g", i%9), i, strings.Join(words, " ")))
	}
	return points
}

func TestOtherCollectionsOfAnAccountChangeNoRanking(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		if !s.ownFrequencies {
			t.Skip("this server counts words in all of its passages")
		}
		ix := s.open(t, index.Config{})
		require.NoError(t, ix.Upsert(t.Context(), rareAndCommon(1, "c1", 120)))
		ask := func() (all [][]index.Hit) {
			one := scope("a", "c1")
			one.Files = []string{"c1f1", "c1f2"}
			for _, where := range []index.Scope{scope("a", "c1"), one} {
				for i := range 20 {
					all = append(all, search(t, ix, where, fmt.Sprintf("word%d word%d word%d", i, 29-i, (7*i)%30)))
				}
			}
			return all
		}
		before := ask()
		require.NotEmpty(t, before[0])
		// In the other collection every passage has a word that is rare in the first.
		other := rareAndCommon(2, "c2", 200)
		for i := range other {
			other[i].Sparse = sparse(fmt.Sprint("word29 word28 word27 other", i))
		}
		require.NoError(t, ix.Upsert(t.Context(), other))
		require.Equal(t, before, ask())
		require.NoError(t, ix.DeleteCollection(t.Context(), "a", "c2"))
		require.Equal(t, before, ask())

		// A generation counts only once it is no longer excluded as being built.
		building := rareAndCommon(3, "c1", 60)
		for i := range building {
			building[i].Generation = "building"
		}
		require.NoError(t, ix.Upsert(t.Context(), building))
		where := scope("a", "c1")
		where.ExcludeGenerations = []string{"building"}
		require.Equal(t, before[3], search(t, ix, where, "word3 word26 word21"))
	})
}
