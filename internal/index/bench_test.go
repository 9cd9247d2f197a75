package index_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/passage"
)

const (
	benchPassages   = 100_000
	benchDimensions = 768
)

// language draws words with the frequencies of texts: a few are frequent, most are rare.
type language struct {
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newLanguage() *language {
	rng := rand.New(rand.NewPCG(3, 3))
	return &language{rng: rng, zipf: rand.NewZipf(rng, 1.07, 8, 200_000)}
}

func (l *language) words(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "w%dq", l.zipf.Uint64())
	}
	return b.String()
}

// benchPoints are created once: 100,000 passages of one account in ten collections, each of 150 words after removing
// stop words, with vectors when dimensions is not 0.
var benchPoints = sync.OnceValue(func() []index.Point {
	l := newLanguage()
	points := make([]index.Point, benchPassages)
	for i := range points {
		points[i] = index.Point{
			Account: "a", Collection: fmt.Sprint("c", i%10), File: fmt.Sprint("f", i/50), Generation: fmt.Sprint("g", i/50),
			Chunk: i % 50, PageStart: 1, PageEnd: 1, Kind: "text",
			Sparse: bm25.Document("en", l.words(150)).Weigh(150),
		}
	}
	return points
})

var benchVectors = sync.OnceValue(func() [][]float32 {
	rng := rand.New(rand.NewPCG(4, 4))
	vectors := make([][]float32, benchPassages)
	for i := range vectors {
		v := make([]float32, benchDimensions)
		for j := range v {
			v[j] = rng.Float32() - .5
		}
		vectors[i] = v
	}
	return vectors
})

// sequence yields the bench points as the rows of a query would.
func sequence(dense bool) iter.Seq2[index.Point, error] {
	return func(yield func(index.Point, error) bool) {
		for i, p := range benchPoints() {
			if dense {
				p.Dense = benchVectors()[i]
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

func open(b *testing.B, dense bool) *index.Index {
	b.Helper()
	c := index.Config{}
	if dense {
		c = index.Config{Model: "bench", Dimensions: benchDimensions}
	}
	ix, err := index.Open(b.Context(), c)
	require.NoError(b, err)
	return ix
}

func fill(b *testing.B, ix *index.Index, dense bool) {
	b.Helper()
	n, err := ix.Load(b.Context(), sequence(dense))
	require.NoError(b, err)
	require.Equal(b, benchPassages, n)
}

// loaded returns an embedded index of the bench points.
func loaded(b *testing.B, dense bool) *index.Index {
	b.Helper()
	ix := open(b, dense)
	b.Cleanup(func() { require.NoError(b, ix.Close()) })
	fill(b, ix, dense)
	return ix
}

// BenchmarkLoad measures the start-up of an embedded index after its rows have been read: at most 5 s.
func BenchmarkLoad(b *testing.B) {
	for _, dense := range []bool{false, true} {
		benchPoints()
		benchVectors()
		b.Run(fmt.Sprintf("dense=%v", dense), func(b *testing.B) {
			for b.Loop() {
				ix := open(b, dense)
				fill(b, ix, dense)
				require.NoError(b, ix.Close())
			}
		})
	}
}

var everything = index.Scope{Account: "a", Collections: []string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"}}

// BenchmarkSearch queries 100,000 passages: at most 5 ms sparse, 40 ms dense.
func BenchmarkSearch(b *testing.B) {
	ix := loaded(b, true)
	one := index.Scope{Account: "a", Collections: []string{"c3"}, ExcludeGenerations: []string{"g1", "g2"}}
	l := newLanguage()
	for _, c := range []struct {
		name          string
		scope         index.Scope
		sparse, dense bool
	}{
		{"sparse/all", everything, true, false},
		{"sparse/collection", one, true, false},
		{"dense/all", everything, false, true},
		{"dense/collection", one, false, true},
		{"hybrid/all", everything, true, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				var q index.Query
				if c.sparse {
					q.Sparse = bm25.Query(l.words(12))
				}
				if c.dense {
					q.Dense = benchVectors()[i%benchPassages]
				}
				hits, err := ix.Search(b.Context(), c.scope, q)
				require.NoError(b, err)
				require.Len(b, hits, 50)
			}
		})
	}
}

// BenchmarkDelete removes one file of 50 passages from 100,000.
func BenchmarkDelete(b *testing.B) {
	ix := loaded(b, false)
	for i := 0; b.Loop(); i++ {
		require.NoError(b, ix.DeleteFile(b.Context(), "a", fmt.Sprint("f", i%(benchPassages/50))))
	}
}

// BenchmarkIndexPages splits, weighs and stores pages of 500 words: at least 300 a second.
func BenchmarkIndexPages(b *testing.B) {
	l := newLanguage()
	pages := make([]page.Page, 100)
	for i := range pages {
		pages[i].Number = i + 1
		for range 10 {
			pages[i].Blocks = append(pages[i].Blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: l.words(50) + "."}}})
		}
	}
	ix, err := index.Open(b.Context(), index.Config{})
	require.NoError(b, err)
	defer func() { require.NoError(b, ix.Close()) }()
	files := 0
	for b.Loop() {
		files++
		var points []index.Point
		s := passage.NewSplitter(passage.Options{FileName: "report.pdf"}, func(p passage.Passage) error {
			points = append(points, index.Point{
				Account: "a", Collection: "c", File: fmt.Sprint("f", files), Generation: fmt.Sprint("g", files), Chunk: p.Number,
				PageStart: p.PageStart, PageEnd: p.PageEnd, Kind: string(p.Kind),
				Sparse: bm25.Document("en", p.Text, p.Header, p.Columns).Weigh(150),
			})
			return nil
		})
		for _, p := range pages {
			require.NoError(b, s.Add(p))
		}
		require.NoError(b, s.Close())
		require.NoError(b, ix.Upsert(b.Context(), points))
	}
	b.ReportMetric(float64(files*len(pages))/b.Elapsed().Seconds(), "pages/s")
}
