package index_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/index"
	"quire/internal/index/bm25"
)

// TestNoQueryLeavesItsAccount asks ten thousand questions (a thousand if each goes through a socket) on behalf of six
// accounts whose collections, files and generations have the same ids, while points are added and removed. Every passage
// contains the canary of its account, and questions also ask for the canaries of other accounts.
func TestNoQueryLeavesItsAccount(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{Model: "m", Dimensions: 4})
		rng := rand.New(rand.NewPCG(7, 7))
		z := &zoo{rng: rng, ix: ix, owner: make(map[string]string)}
		for range 40 {
			z.store(t)
		}
		questions, answered := 3_000, 0
		if s.remote {
			questions = 1_000
		}
		for i := range questions {
			if i%250 == 0 {
				z.store(t)
				require.NoError(t, ix.DeleteFile(t.Context(), z.account(), fmt.Sprint("f", rng.IntN(8))))
			}
			answered += z.ask(t)
		}
		require.Greater(t, answered, questions/2, "most questions find something, or the test proves nothing")
	})
}

// zoo is a set of accounts with much in common.
type zoo struct {
	rng   *rand.Rand
	ix    *index.Index
	owner map[string]string // generation → account
}

func (z *zoo) account() string { return fmt.Sprint("account", z.rng.IntN(6)) }

func (z *zoo) vector() []float32 {
	return []float32{z.rng.Float32(), z.rng.Float32(), z.rng.Float32(), z.rng.Float32()}
}

func (z *zoo) store(t *testing.T) {
	t.Helper()
	account := z.account()
	generation := fmt.Sprint("g", len(z.owner))
	z.owner[generation] = account
	collection, file := fmt.Sprint("c", z.rng.IntN(3)), fmt.Sprint("f", z.rng.IntN(8))
	points := make([]index.Point, 0, 20)
	for i := range cap(points) {
		p := point(account, collection, file, generation, i, fmt.Sprintf("canary%s common words w%d", account, z.rng.IntN(30)))
		p.Dense = z.vector()
		points = append(points, p)
	}
	require.NoError(t, z.ix.Upsert(t.Context(), points))
}

// ask asks a random question, checks that the results belong to the account, and returns 1 if there were any.
func (z *zoo) ask(t *testing.T) int {
	t.Helper()
	s := scope(z.account(), "c0", fmt.Sprint("c", 1+z.rng.IntN(2)))
	if z.rng.IntN(3) == 0 {
		s.Files = []string{fmt.Sprint("f", z.rng.IntN(8)), fmt.Sprint("f", z.rng.IntN(8))}
	}
	for range z.rng.IntN(4) {
		s.ExcludeGenerations = append(s.ExcludeGenerations, fmt.Sprint("g", z.rng.IntN(len(z.owner))))
	}
	q := index.Query{Limit: 1 + z.rng.IntN(15)}
	if z.rng.IntN(4) > 0 {
		q.Sparse = bm25.Query(fmt.Sprintf("canary%s canary%s common w%d", z.account(), s.Account, z.rng.IntN(30)))
	}
	if z.rng.IntN(2) == 0 {
		q.Dense = z.vector()
	}
	hits, err := z.ix.Search(t.Context(), s, q)
	require.NoError(t, err)
	for _, h := range hits {
		if z.owner[h.Generation] != s.Account {
			t.Fatalf("a passage of %s in an answer to %s", z.owner[h.Generation], s.Account)
		}
		require.Contains(t, s.Collections, h.Collection)
		require.NotContains(t, s.ExcludeGenerations, h.Generation)
		if len(s.Files) > 0 {
			require.Contains(t, s.Files, h.File)
		}
	}
	return min(len(hits), 1)
}
