package index

import (
	"cmp"
	"context"
	"fmt"

	"github.com/qdrant/go-client/qdrant"

	"quire/internal/index/bm25"
)

const (
	defaultLimit = 50
	// leastPrefetch is the least number of candidates that each ranking contributes to the fusion.
	leastPrefetch = 100
	// beam is the width of the approximate search in a remote server's graphs.
	beam = 128
)

// Query is what to look for: a sparse vector, a dense one, or both.
type Query struct {
	Sparse bm25.Vector
	Dense  []float32
	Limit  int // 0 means 50
}

// Hit is a passage found. Its generation may have ceased to be current since the scope was determined: the caller
// checks.
type Hit struct {
	Score      float32 // comparable only within one result
	Collection string
	File       string
	Generation string
	Chunk      int
	PageStart  int
	PageEnd    int
	Kind       string
}

// Search returns the best passages in a scope, best first. A query without any vector finds nothing.
func (ix *Index) Search(ctx context.Context, s Scope, q Query) ([]Hit, error) {
	all, err := ix.SearchBatch(ctx, s, []Query{q})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// SearchBatch runs several queries on the same scope in one call: a question and its rewrites. The results are in the
// order of the queries.
func (ix *Index) SearchBatch(ctx context.Context, s Scope, queries []Query) ([][]Hit, error) {
	f, err := s.filter()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	collection, err := ix.currentCollection(ctx)
	if err != nil {
		return nil, err
	}
	batch := &qdrant.QueryBatchPoints{CollectionName: collection, ReadConsistency: ix.consistency()}
	positions := make([]int, 0, len(queries))
	for i, q := range queries {
		if collection != ix.physical() {
			q.Dense = nil // the collection belongs to another model
		}
		if request := ix.request(collection, f, q); request != nil {
			batch.QueryPoints = append(batch.QueryPoints, request)
			positions = append(positions, i)
		}
	}
	hits := make([][]Hit, len(queries))
	if len(positions) == 0 {
		return hits, nil
	}
	results, err := ix.client.QueryBatch(ctx, batch)
	if err != nil {
		ix.forgetCurrent()
		return nil, fmt.Errorf("index: %w", err)
	}
	for i, r := range results {
		if hits[positions[i]], err = readHits(s.Account, r.GetResult()); err != nil {
			return nil, err
		}
	}
	return hits, nil
}

// consistency makes a cluster respond with what most replicas have: a single one may not know about the latest
// switch.
func (ix *Index) consistency() *qdrant.ReadConsistency {
	if ix.config.Replicas == 1 {
		return nil
	}
	return qdrant.NewReadConsistencyType(qdrant.ReadConsistencyType_Majority)
}

// request builds the query: each vector ranks, and reciprocal rank fusion merges the rankings when there are two. It
// is nil when there is nothing to ask.
func (ix *Index) request(collection string, f filter, q Query) *qdrant.QueryPoints {
	limit := uint64(max(cmp.Or(q.Limit, defaultLimit), 1))
	r := &qdrant.QueryPoints{
		CollectionName: collection,
		Limit:          &limit,
		WithPayload: qdrant.NewWithPayloadInclude(fieldAccount, fieldCollection, fieldFile, fieldGeneration, fieldChunk,
			fieldPageStart, fieldPageEnd, fieldKind),
	}
	legs := ix.legs(f, q, max(limit, leastPrefetch))
	switch len(legs) {
	case 0:
		return nil
	case 1:
		r.Query, r.Using, r.Filter, r.Params = legs[0].Query, legs[0].Using, legs[0].Filter, legs[0].Params
	default:
		r.Prefetch = legs
		r.Query = qdrant.NewQueryRRF(ix.fusion())
	}
	return r
}

// fusion leaves out Qdrant's defaults, because weights are known only from version 1.17 on.
func (ix *Index) fusion() *qdrant.Rrf {
	rrf := &qdrant.Rrf{}
	if ix.config.RRFConstant > 0 {
		rrf.K = new(ix.config.RRFConstant)
	}
	if ix.config.DenseWeight != ix.config.SparseWeight || ix.config.DenseWeight != 1 {
		rrf.Weights = []float32{ix.config.DenseWeight, ix.config.SparseWeight}
	}
	return rrf
}

func (ix *Index) legs(f filter, q Query, limit uint64) []*qdrant.PrefetchQuery {
	var legs []*qdrant.PrefetchQuery
	if len(q.Dense) > 0 {
		legs = append(legs, &qdrant.PrefetchQuery{
			Query: qdrant.NewQueryDense(q.Dense), Using: new(denseVector), Filter: f.conditions, Limit: &limit,
			Params: &qdrant.SearchParams{
				HnswEf:       new(uint64(beam)),
				Quantization: &qdrant.QuantizationSearchParams{Rescore: new(true), Oversampling: new(2.0)},
			},
		})
	}
	if !q.Sparse.Empty() {
		legs = append(legs, &qdrant.PrefetchQuery{
			Query: qdrant.NewQuerySparse(q.Sparse.Indices, q.Sparse.Values), Using: new(sparseVector), Filter: f.conditions, Limit: &limit,
		})
	}
	return legs
}

// readHits reads a response, and fails rather than hand over a point of another account.
func readHits(account string, points []*qdrant.ScoredPoint) ([]Hit, error) {
	hits := make([]Hit, 0, len(points))
	for _, p := range points {
		text := func(field string) string { return p.GetPayload()[field].GetStringValue() }
		number := func(field string) int { return int(p.GetPayload()[field].GetIntegerValue()) }
		if text(fieldAccount) != account {
			return nil, fmt.Errorf("index: a point of another account in the response")
		}
		hits = append(hits, Hit{
			Score:      p.GetScore(),
			Collection: text(fieldCollection),
			File:       text(fieldFile),
			Generation: text(fieldGeneration),
			Chunk:      number(fieldChunk),
			PageStart:  number(fieldPageStart),
			PageEnd:    number(fieldPageEnd),
			Kind:       text(fieldKind),
		})
	}
	return hits, nil
}
