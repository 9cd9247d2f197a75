package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/qdrant/go-client/qdrant"

	"quire/internal/index/bm25"
)

const (
	defaultLimit = 50
	// beam is the width of the approximate search in a remote server's graphs.
	beam = 128
)

// Query has a sparse vector, a dense one, or both.
type Query struct {
	Sparse bm25.Vector
	Dense  []float32
	Limit  int // 0 means 50
}

// Hit is a passage found. Its generation may have been replaced since the scope was determined, so the caller must
// check it.
type Hit struct {
	Score float32 // comparable only within one result
	// Cosine is the similarity of the passage's vector to the query's. It is 0 if the query has no vector, or if the
	// passage is not among the nearest ones.
	Cosine     float32
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
	counting, err := s.counting()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	collection, err := ix.currentCollection(ctx)
	if err != nil {
		return nil, err
	}
	queries = slices.Clone(queries)
	batch := &qdrant.QueryBatchPoints{CollectionName: collection, ReadConsistency: ix.consistency()}
	for i := range queries {
		if collection != ix.physical() {
			queries[i].Dense = nil // the collection belongs to another model
		}
		batch.QueryPoints = append(batch.QueryPoints, ix.rankings(collection, f, counting, queries[i])...)
	}
	var results []*qdrant.BatchResult
	if len(batch.QueryPoints) > 0 {
		if results, err = ix.client.QueryBatch(ctx, batch); err != nil {
			ix.forgetCurrent()
			return nil, fmt.Errorf("index: %w", err)
		}
	}
	return ix.merge(s.Account, queries, results)
}

// merge reads the rankings of all queries, in the order in which rankings returns them, and fuses the two of a query
// that has both.
func (ix *Index) merge(account string, queries []Query, results []*qdrant.BatchResult) ([][]Hit, error) {
	next := func() ([]Hit, error) {
		if len(results) == 0 {
			return nil, errors.New("index: the response lacks a ranking")
		}
		r := results[0]
		results = results[1:]
		return readHits(account, r.GetResult())
	}
	out := make([][]Hit, len(queries))
	for i, q := range queries {
		var words, meaning []Hit
		var err error
		if !q.Sparse.Empty() {
			words, err = next()
		}
		if len(q.Dense) > 0 && err == nil {
			meaning, err = next()
		}
		if err != nil {
			return nil, err
		}
		switch {
		case len(meaning) == 0:
			out[i] = words
		case len(words) == 0:
			out[i] = similar(meaning)
		default:
			out[i] = ix.config.Fusion.fuse(words, meaning, limitOf(q))
		}
		out[i] = out[i][:min(len(out[i]), limitOf(q))]
	}
	return out, nil
}

// similar marks hits that only the semantic search found.
func similar(hits []Hit) []Hit {
	for i := range hits {
		hits[i].Cosine = hits[i].Score
	}
	return hits
}

func limitOf(q Query) int { return max(cmp.Or(q.Limit, defaultLimit), 1) }

// consistency makes a cluster respond with the data of a majority of replicas, because a single one may not know about
// the latest switch.
func (ix *Index) consistency() *qdrant.ReadConsistency {
	if ix.config.Replicas == 1 {
		return nil
	}
	return qdrant.NewReadConsistencyType(qdrant.ReadConsistencyType_Majority)
}

// rankings returns the requests for a query: the lexical one if it has terms, then the semantic one if it has a dense
// vector.
func (ix *Index) rankings(collection string, f filter, counting *qdrant.SearchParams, q Query) []*qdrant.QueryPoints {
	limit := limitOf(q)
	if len(q.Dense) > 0 && !q.Sparse.Empty() {
		limit = max(limit, ix.config.Fusion.Depth)
	}
	ask := func(query *qdrant.Query, vector string, params *qdrant.SearchParams) *qdrant.QueryPoints {
		return &qdrant.QueryPoints{
			CollectionName: collection, Query: query, Using: &vector, Filter: f.conditions, Params: params, Limit: new(uint64(limit)),
			WithPayload: qdrant.NewWithPayloadInclude(fieldAccount, fieldCollection, fieldFile, fieldGeneration, fieldChunk,
				fieldPageStart, fieldPageEnd, fieldKind),
		}
	}
	var all []*qdrant.QueryPoints
	if !q.Sparse.Empty() {
		all = append(all, ask(qdrant.NewQuerySparse(q.Sparse.Indices, q.Sparse.Values), sparseVector, counting))
	}
	if len(q.Dense) > 0 {
		all = append(all, ask(qdrant.NewQueryDense(q.Dense), denseVector, &qdrant.SearchParams{
			HnswEf:       new(uint64(beam)),
			Quantization: &qdrant.QuantizationSearchParams{Rescore: new(true), Oversampling: new(2.0)},
		}))
	}
	return all
}

// readHits reads a response, and fails if it contains a point of another account.
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
