package index_test

import (
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"quire/internal/index"
	"quire/internal/index/bm25"
)

func TestSearchFindsTheBestPassagesInItsScope(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{})
		require.NoError(t, ix.Upsert(t.Context(), []index.Point{
			point("a", "c1", "f1", "g1", 0, "turbine blades and turbine discs"),
			point("a", "c1", "f1", "g1", 1, "turbine housing with a long list of other words that have nothing to do with it"),
			point("a", "c1", "f2", "g2", 0, "turbine maintenance"),
			point("a", "c2", "f3", "g3", 0, "turbine sales"),
			point("b", "c1", "f4", "g4", 0, "turbine secrets of another account"),
			point("a", "c1", "f5", "g5", 0, "annual report"),
		}))
		require.Equal(t, "f1/0", found(search(t, ix, scope("a", "c1"), "turbine blades"))[0])
		require.ElementsMatch(t, []string{"f1/0", "f1/1", "f2/0"}, found(search(t, ix, scope("a", "c1"), "turbine")))
		require.ElementsMatch(t, []string{"f1/0", "f1/1", "f2/0", "f3/0"}, found(search(t, ix, scope("a", "c1", "c2"), "turbine")))

		narrow := scope("a", "c1")
		narrow.Files = []string{"f2", "f4"}
		require.Equal(t, []string{"f2/0"}, found(search(t, ix, narrow, "turbine")))
		narrow = scope("a", "c1")
		narrow.ExcludeGenerations = []string{"g1", "g9"}
		require.Equal(t, []string{"f2/0"}, found(search(t, ix, narrow, "turbine")))

		hit := search(t, ix, scope("a", "c2"), "turbine")[0]
		hit.Score = 0
		require.Equal(t, index.Hit{Collection: "c2", File: "f3", Generation: "g3", PageStart: 1, PageEnd: 2, Kind: "text"}, hit)
		require.Empty(t, search(t, ix, scope("a", "c1"), "unheard"))
		require.Empty(t, search(t, ix, scope("a", "c1"), "the of"), "a query of stop words finds nothing")
	})
}

func TestACallWithoutAnAccountIsRefused(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{})
		ctx := t.Context()
		_, noAccount := ix.Search(ctx, scope("", "c1"), index.Query{Sparse: sparse("x")})
		_, noCollection := ix.Search(ctx, scope("a"), index.Query{Sparse: sparse("x")})
		_, emptyCollection := ix.Search(ctx, scope("a", ""), index.Query{Sparse: sparse("x")})
		_, noCount := ix.CountGeneration(ctx, "", "g")
		_, noCensus := ix.Generations(ctx, "")
		for _, err := range []error{
			noAccount, noCollection, emptyCollection, noCount, noCensus,
			ix.DeleteGeneration(ctx, "", "g"), ix.DeleteFile(ctx, "", "f"), ix.DeleteCollection(ctx, "", "c"),
			ix.Upsert(ctx, []index.Point{point("", "c", "f", "g", 0, "x")}),
		} {
			require.ErrorIs(t, err, index.ErrScope)
		}
		require.Error(t, ix.Upsert(ctx, []index.Point{point("a", "c", "", "g", 0, "x")}))
	})
}

func TestStoringTwiceIsTheSameAsOnce(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{})
		points := make([]index.Point, 0, 600)
		for i := range cap(points) {
			points = append(points, point("a", "c", "f", "g", i, fmt.Sprint("word number", i)))
		}
		for range 2 {
			require.NoError(t, ix.Upsert(t.Context(), points))
			n, err := ix.CountGeneration(t.Context(), "a", "g")
			require.NoError(t, err)
			require.Equal(t, uint64(600), n)
		}
		n, err := ix.CountGeneration(t.Context(), "b", "g")
		require.NoError(t, err)
		require.Zero(t, n, "a generation is counted only within its account")
	})
}

func TestDeletingIsCompleteAndRepeatable(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{})
		ctx := t.Context()
		require.NoError(t, ix.Upsert(ctx, []index.Point{
			point("a", "c1", "f1", "g1", 0, "word"), point("a", "c1", "f1", "g2", 0, "word"),
			point("a", "c1", "f2", "g3", 0, "word"), point("a", "c2", "f3", "g4", 0, "word"),
			point("b", "c1", "f1", "g1b", 0, "word"),
		}))
		for _, step := range []struct {
			remove func() error
			left   int
		}{
			{func() error { return ix.DeleteGeneration(ctx, "a", "g1") }, 3},
			{func() error { return ix.DeleteFile(ctx, "a", "f1") }, 2},
			{func() error { return ix.DeleteCollection(ctx, "a", "c1") }, 1},
		} {
			require.NoError(t, step.remove())
			require.NoError(t, step.remove())
			require.Len(t, search(t, ix, scope("a", "c1", "c2"), "word"), step.left)
		}
		require.Len(t, search(t, ix, scope("b", "c1"), "word"), 1, "the other account keeps its points with the same ids")
	})
}

func TestTheCensusKnowsEveryGeneration(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{})
		points := []index.Point{point("b", "c", "f", "other", 0, "x1"), point("a", "c", "f", "g0", 1, "x1")}
		for i := range index.FacetLimit + 1 {
			points = append(points, point("a", "c", "f", fmt.Sprint("g", i), 0, "x1"))
		}
		require.NoError(t, ix.Upsert(t.Context(), points))
		accounts, err := ix.Accounts(t.Context())
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"a", "b"}, accounts)
		generations, err := ix.Generations(t.Context(), "a")
		require.NoError(t, err)
		require.Len(t, generations, index.FacetLimit+1)
		require.Equal(t, uint64(2), generations["g0"])
		generations, err = ix.Generations(t.Context(), "b")
		require.NoError(t, err)
		require.Equal(t, map[string]uint64{"other": 1}, generations)
	})
}

func TestBothVectorsAreFused(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{Model: "Vendor/model_1", Dimensions: 3})
		require.Equal(t, "vendor-model-1-t2_3_s1", ix.Fingerprint())
		points := []index.Point{
			point("a", "c", "words", "g", 0, "turbine turbine"),
			point("a", "c", "both", "g", 1, "turbine and much else that makes it longer"),
			point("a", "c", "meaning", "g", 2, "engine"),
		}
		points[0].Dense, points[1].Dense, points[2].Dense = []float32{0, 0, 1}, []float32{1, .1, 0}, []float32{2, 0, 0}
		require.NoError(t, ix.Upsert(t.Context(), points))
		ask := func(q index.Query) []string {
			hits, err := ix.Search(t.Context(), scope("a", "c"), q)
			require.NoError(t, err)
			return found(hits)
		}
		dense := []float32{1, 0, 0}
		require.Equal(t, []string{"meaning/2", "both/1", "words/0"}, ask(index.Query{Dense: dense}))
		require.Equal(t, []string{"words/0", "both/1"}, ask(index.Query{Sparse: bm25.Query("turbine")}))
		require.Equal(t, "words/0", ask(index.Query{Dense: dense, Sparse: bm25.Query("turbine"), Limit: 1})[0])

		batch, err := ix.SearchBatch(t.Context(), scope("a", "c"), []index.Query{{Sparse: bm25.Query("turbine")}, {}, {Dense: dense, Limit: 1}})
		require.NoError(t, err)
		require.Equal(t, [][]string{{"words/0", "both/1"}, {}, {"meaning/2"}}, [][]string{found(batch[0]), found(batch[1]), found(batch[2])})

		points[0].Dense = []float32{1}
		require.ErrorContains(t, ix.Upsert(t.Context(), points), "a vector has 1 dimensions, but the model has 3")
	})
}

func TestANewModelTakesOverWithoutAGap(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ctx := t.Context()
		before := s.open(t, index.Config{Model: "one", Dimensions: 2})
		old := point("a", "c", "old", "g1", 0, "turbine")
		old.Dense = []float32{1, 0}
		require.NoError(t, before.Upsert(ctx, []index.Point{old}))
		none, err := before.BeginRebuild(ctx)
		require.NoError(t, err)
		require.Nil(t, none)

		ix := s.open(t, index.Config{Model: "two", Dimensions: 3})
		fresh := point("a", "c", "fresh", "g2", 0, "turbine")
		fresh.Dense = []float32{0, 0, 1}
		require.NoError(t, ix.Upsert(ctx, []index.Point{fresh}))
		q := index.Query{Sparse: bm25.Query("turbine"), Dense: []float32{0, 0, 1}}
		during, err := ix.Search(ctx, scope("a", "c"), q)
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"old/0", "fresh/0"}, found(during), "the old collection answers, by words alone")
		n, err := ix.CountGeneration(ctx, "a", "g1")
		require.NoError(t, err)
		require.Zero(t, n, "points missing from either do not count")

		rebuild, err := ix.BeginRebuild(ctx)
		require.NoError(t, err)
		old.Dense = []float32{1, 0, 0}
		require.NoError(t, rebuild.Upsert(ctx, []index.Point{old}))
		n, err = rebuild.CountGeneration(ctx, "a", "g1")
		require.NoError(t, err)
		require.Equal(t, uint64(1), n)
		require.NoError(t, rebuild.Switch(ctx))

		after, err := ix.Search(ctx, scope("a", "c"), q)
		require.NoError(t, err)
		require.Equal(t, []string{"fresh/0", "old/0"}, found(after))
		dropped, err := ix.DropRetired(ctx)
		require.NoError(t, err)
		require.Len(t, dropped, 1)
	})
}

func TestLoadStoresASequence(t *testing.T) {
	t.Parallel()
	ix, err := index.Open(t.Context(), index.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, ix.Close()) }()
	require.True(t, ix.Embedded())
	require.NoError(t, ix.Health(t.Context()))
	rows := func(fail error) func(func(index.Point, error) bool) {
		return func(yield func(index.Point, error) bool) {
			for i := range 700 {
				if !yield(point("a", "c", "f", "g", i, "word"), nil) {
					return
				}
			}
			if fail != nil {
				yield(index.Point{}, fail)
			}
		}
	}
	n, err := ix.Load(t.Context(), rows(nil))
	require.NoError(t, err)
	require.Equal(t, 700, n)
	broken := errors.New("connection lost")
	_, err = ix.Load(t.Context(), rows(broken))
	require.ErrorIs(t, err, broken)
}

func TestAnInvalidConfigurationIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		config index.Config
		want   string
	}{
		{index.Config{URL: "localhost:6334"}, "not the address of a Qdrant server"},
		{index.Config{URL: "ftp://host"}, "not the address of a Qdrant server"},
		{index.Config{Model: "m"}, "number of dimensions"},
		{index.Config{Dimensions: 3}, "number of dimensions"},
	} {
		_, err := index.Open(t.Context(), c.config)
		require.ErrorContains(t, err, c.want)
	}
}

func TestAnUnavailableServerIsAnError(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := "http://" + listener.Addr().String()
	require.NoError(t, listener.Close())
	_, err = index.Open(t.Context(), index.Config{URL: address})
	require.Equal(t, codes.Unavailable, status.Code(err), "%v", err)
}

func TestManyGenerationsCanBeExcluded(t *testing.T) {
	t.Parallel()
	eachServer(t, func(t *testing.T, s server) {
		ix := s.open(t, index.Config{})
		var points []index.Point
		all := scope("a", "c")
		for i := range 30 {
			points = append(points, point("a", "c", fmt.Sprint("f", i), fmt.Sprint("g", i), 0, "word"))
			if i != 7 {
				all.ExcludeGenerations = append(all.ExcludeGenerations, fmt.Sprint("g", i))
			}
		}
		require.NoError(t, ix.Upsert(t.Context(), points))
		require.Equal(t, []string{"f7/0"}, found(search(t, ix, all, "word")))
	})
}
