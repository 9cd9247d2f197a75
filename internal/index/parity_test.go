package index_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/index"
	"quire/internal/index/bm25"
)

// recorded is testdata/qdrant.json, which bench/qdrant/record.py writes.
type recorded struct {
	Dimensions int
	Fusions    []index.Fusion
	Points     []recordedPoint
	Queries    []recordedQuery
}

type recordedPoint struct {
	Account, Collection, File, Generation string
	Chunk                                 int
	Terms                                 []uint32
	Weights                               []float32
	Dense                                 string
}

type recordedQuery struct {
	Account                     string
	Collections, Files, Exclude []string
	Terms                       []uint32
	Weights                     []float32
	Dense                       string
	Fusion                      int
	// Words, Meaning and Fused are the ten best points, each with its score.
	Words, Meaning, Fused [][2]float64
}

func readRecorded(t *testing.T) recorded {
	t.Helper()
	raw, err := os.ReadFile("testdata/qdrant.json")
	require.NoError(t, err)
	var r recorded
	require.NoError(t, json.Unmarshal(raw, &r))
	return r
}

// vector decodes a vector of signed bytes, which may be absent.
func vector(t *testing.T, packed string) []float32 {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(packed)
	require.NoError(t, err)
	if len(raw) == 0 {
		return nil
	}
	v := make([]float32, len(raw))
	for i, b := range raw {
		v[i] = float32(int8(b))
	}
	return v
}

func (r recorded) points(t *testing.T) []index.Point {
	t.Helper()
	points := make([]index.Point, 0, len(r.Points))
	for _, p := range r.Points {
		points = append(points, index.Point{
			Account: p.Account, Collection: p.Collection, File: p.File, Generation: p.Generation, Chunk: p.Chunk,
			Sparse: bm25.Vector{Indices: p.Terms, Values: p.Weights}, Dense: vector(t, p.Dense),
		})
	}
	return points
}

// TestTheTenBestAreThoseOfQdrantsOwnEngine asks lexically, semantically and both ways, within collections, files and
// generations.
func TestTheTenBestAreThoseOfQdrantsOwnEngine(t *testing.T) {
	t.Parallel()
	r := readRecorded(t)
	s := embeddedServer(t)
	indexes := make([]*index.Index, 0, len(r.Fusions))
	for _, fusion := range r.Fusions {
		indexes = append(indexes, s.open(t, index.Config{Model: "m", Dimensions: r.Dimensions, Fusion: fusion}))
	}
	require.NoError(t, indexes[0].Upsert(t.Context(), r.points(t)))
	for i, q := range r.Queries {
		scope := index.Scope{Account: q.Account, Collections: q.Collections, Files: q.Files, ExcludeGenerations: q.Exclude}
		words, meaning := bm25.Vector{Indices: q.Terms, Values: q.Weights}, vector(t, q.Dense)
		for what, c := range map[string]struct {
			query index.Query
			want  [][2]float64
		}{
			"words":   {index.Query{Sparse: words}, q.Words},
			"meaning": {index.Query{Dense: meaning}, q.Meaning},
			"fused":   {index.Query{Sparse: words, Dense: meaning}, q.Fused},
		} {
			hits, err := indexes[q.Fusion].Search(t.Context(), scope, c.query)
			require.NoError(t, err)
			r.requireSame(t, fmt.Sprintf("%s of query %d", what, i), c.want, hits)
		}
	}
}

// requireSame compares scores in their order, and passages with unique scores: the order of equal scores is not defined.
func (r recorded) requireSame(t *testing.T, what string, want [][2]float64, hits []index.Hit) {
	t.Helper()
	require.GreaterOrEqual(t, len(hits), len(want), what)
	if len(want) < 10 {
		require.Len(t, hits, len(want), what)
	}
	scores := make(map[string]float64, len(hits))
	for _, h := range hits {
		scores[fmt.Sprint(h.Generation, "/", h.Chunk)] = float64(h.Score)
	}
	for i, w := range want {
		// Scores are sums of 32-bit numbers, which each engine adds in its own order.
		tolerance := 1e-5 * max(1, math.Abs(w[1]))
		require.InDelta(t, w[1], hits[i].Score, tolerance, "place %d of the %s", i, what)
		p := r.Points[int(w[0])]
		got, found := scores[fmt.Sprint(p.Generation, "/", p.Chunk)]
		require.True(t, found, "%s lacks passage %d of %s, place %d", what, p.Chunk, p.Generation, i)
		require.InDelta(t, w[1], got, tolerance, "passage %d of %s in the %s", p.Chunk, p.Generation, what)
	}
}
