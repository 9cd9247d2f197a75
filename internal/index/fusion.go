package index

import (
	"cmp"
	"slices"
)

// Fusion defines how the lexical and the semantic ranking of a hybrid search become one: each score is divided by the
// range of its own ranking, and the two are added with weights. Unlike a fusion by ranks, this preserves how much
// better one passage is than the next, on which the choice of an answer without a model depends.
//
// The fusion happens here rather than in the vector store, so that it is the same with every store.
type Fusion struct {
	// Dense is the weight of the semantic ranking, from 0 (exclusive) to 1. The lexical ranking has the rest. 0 means
	// DefaultDense.
	Dense float64
	// Depth is the number of passages of each ranking that take part. 0 means DefaultDepth.
	Depth int
}

// The settings of a fusion, chosen by cross-validation: see docs/decisions/0030-fusion-by-scores.md.
const (
	DefaultDense = .5
	DefaultDepth = 100
)

func (f Fusion) withDefaults() Fusion {
	return Fusion{Dense: cmp.Or(f.Dense, DefaultDense), Depth: cmp.Or(f.Depth, DefaultDepth)}
}

// fuse merges the lexical and the semantic ranking. A passage that is missing from one of them gets its lowest score.
func (f Fusion) fuse(words, meaning []Hit, limit int) []Hit {
	type key struct {
		generation string
		chunk      int
	}
	at := make(map[key]int, len(words)+len(meaning))
	fused := make([]Hit, 0, len(words)+len(meaning))
	place := func(h Hit) *Hit {
		i, known := at[key{h.Generation, h.Chunk}]
		if !known {
			i = len(fused)
			at[key{h.Generation, h.Chunk}] = i
			h.Score = 0
			fused = append(fused, h)
		}
		return &fused[i]
	}
	for i, share := range shares(words) {
		place(words[i]).Score += float32((1 - f.Dense) * share)
	}
	for i, share := range shares(meaning) {
		h := place(meaning[i])
		h.Score += float32(f.Dense * share)
		h.Cosine = meaning[i].Score
	}
	slices.SortFunc(fused, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Generation, b.Generation), cmp.Compare(a.Chunk, b.Chunk))
	})
	return fused[:min(limit, len(fused))]
}

// shares maps scores to the range from 0 for the lowest to 1 for the best.
func shares(ranked []Hit) []float64 {
	out := make([]float64, len(ranked))
	if len(ranked) == 0 {
		return out
	}
	best, least := ranked[0].Score, ranked[len(ranked)-1].Score
	for i, h := range ranked {
		if out[i] = 1; best > least {
			out[i] = float64((h.Score - least) / (best - least))
		}
	}
	return out
}
