// Package retrieve finds the passages that answer a question: a snapshot of the active generations, a hybrid search of
// the index, and a single ranking of the results, read from the database.
package retrieve

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"quire/internal/abbreviation"
	"quire/internal/embedding"
	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/schema"
)

// Patience is how long a question waits by default for a model that only improves its answer.
const Patience = 20 * time.Second

// Searcher holds what a search needs.
type Searcher struct {
	DB    *schema.DB
	Index *index.Index
	// Embed computes the vectors of queries; if nil, searches are lexical only.
	Embed embedding.Embedder
	// Patience is how long a query waits for its vector before the search is lexical only; 0 means the package's
	// Patience.
	Patience time.Duration
	Log      *slog.Logger
}

// Question is a question and where to look for its answer.
type Question struct {
	Account     uuid.UUID
	Collections []uuid.UUID // at least one
	Files       []uuid.UUID // all if empty
	Queries     []string    // the question and its rewrites
	Limit       int         // passages wanted; 0 means 50
}

// Hit is a passage found. Scores are comparable only within one result.
type Hit struct {
	Score float32
	// Cosine is the cosine similarity of the passage's vector to that of the first query that it is near to; 0 if there
	// is none, or if there are no vectors.
	Cosine float32
	schema.FoundPassage
}

const (
	defaultHits = 50
	// spare is how many hits the index is asked for beyond those wanted, because some may belong to generations begun
	// after the snapshot.
	spare = 20
)

// Search finds the passages that best answer the queries, best first. It sees each file in exactly one generation: the
// one that was active at the moment of its snapshot. For an id that does not belong to the account, it returns an error
// of package schema.
//
// If passages found define an abbreviation in a query, or one for words in it, a second search has both forms.
func (s *Searcher) Search(ctx context.Context, in Question) ([]Hit, error) {
	snapshot, err := s.DB.Snapshot(ctx, in.Account, in.Collections, in.Files)
	if err != nil || len(snapshot.Generations) == 0 {
		return nil, err
	}
	hits, err := s.find(ctx, in, snapshot)
	if err != nil {
		return nil, err
	}
	expanded := in
	expanded.Queries = expand(in.Queries, hits)
	if slices.Equal(expanded.Queries, in.Queries) {
		return hits, nil
	}
	return s.find(ctx, expanded, snapshot)
}

// expand adds to queries the other forms of their abbreviations, as defined by the passages found for them.
func expand(queries []string, hits []Hit) []string {
	texts := func(yield func(string) bool) {
		for _, h := range hits {
			if !yield(h.Text) {
				return
			}
		}
	}
	out := make([]string, 0, len(queries))
	for _, q := range queries {
		out = append(out, abbreviation.Expand(q, texts))
	}
	return out
}

// find searches a snapshot.
func (s *Searcher) find(ctx context.Context, in Question, snapshot schema.Snapshot) ([]Hit, error) {
	limit := cmp.Or(in.Limit, defaultHits)
	lists, err := s.Index.SearchBatch(ctx, scope(in, snapshot), s.vectorsOf(ctx, in.Queries, snapshot, limit+spare))
	if err != nil {
		return nil, err
	}
	var found []scored
	if len(lists) == 1 {
		found = ranked(lists[0])
	} else {
		found = fuse(lists)
	}
	found = slices.DeleteFunc(found, func(f scored) bool {
		_, current := snapshot.Generations[f.Generation]
		return !current
	})
	return s.read(ctx, in.Account, found[:min(len(found), limit)])
}

func scope(in Question, s schema.Snapshot) index.Scope {
	return index.Scope{
		Account: in.Account.String(), Collections: texts(in.Collections), Files: texts(in.Files),
		ExcludeGenerations: texts(s.Exclude),
	}
}

func texts(ids []uuid.UUID) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, id.String())
	}
	return out
}

// vectorsOf computes the queries' vectors: terms in every language being searched and, with an embedding model, a dense
// vector. A model that does not respond costs quality, but never the answer.
func (s *Searcher) vectorsOf(ctx context.Context, queries []string, snapshot schema.Snapshot, limit int) []index.Query {
	languages := make([]bm25.Language, 0, len(snapshot.Languages))
	for _, l := range snapshot.Languages {
		languages = append(languages, bm25.Language(l))
	}
	out := make([]index.Query, 0, len(queries))
	for _, q := range queries {
		out = append(out, index.Query{Sparse: bm25.Query(q, languages...), Limit: limit})
	}
	if s.Embed == nil {
		return out
	}
	asking, cancel := context.WithTimeout(ctx, cmp.Or(s.Patience, Patience))
	defer cancel()
	vectors, err := s.Embed.Queries(asking, queries)
	if err != nil {
		s.Log.WarnContext(ctx, "the query could not be embedded; searching by its words alone", "error", err)
		return out
	}
	for i := range vectors {
		out[i].Dense = vectors[i]
	}
	return out
}

// scored is a position in the index with its score.
type scored struct {
	schema.PassageRef
	score, cosine float32
}

// ranked reads the result of a single query.
func ranked(hits []index.Hit) []scored {
	out := make([]scored, 0, len(hits))
	for _, h := range hits {
		out = append(out, scored{refOf(h), h.Score, h.Cosine})
	}
	return out
}

// refOf skips an id that is not one of ours, because it is in no snapshot.
func refOf(h index.Hit) schema.PassageRef {
	generation, _ := uuid.Parse(h.Generation)
	return schema.PassageRef{Generation: generation, Number: h.Chunk}
}

// fusionConstant is k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) over the queries' rankings.
const fusionConstant = 60

// fuse merges the results of several queries into one ranking.
func fuse(lists [][]index.Hit) []scored {
	sum := map[schema.PassageRef]scored{}
	for _, hits := range lists {
		for rank, h := range hits {
			s := sum[refOf(h)]
			sum[refOf(h)] = scored{refOf(h), s.score + 1/float32(fusionConstant+rank+1), cmp.Or(s.cosine, h.Cosine)}
		}
	}
	out := slices.Collect(maps.Values(sum))
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), slices.Compare(a.Generation[:], b.Generation[:]), cmp.Compare(a.Number, b.Number))
	})
	return out
}

// read reads the passages from the database, which is authoritative: anything deleted in the meantime is left out.
func (s *Searcher) read(ctx context.Context, account uuid.UUID, found []scored) ([]Hit, error) {
	refs := make([]schema.PassageRef, 0, len(found))
	scores := make(map[schema.PassageRef]scored, len(found))
	for _, f := range found {
		refs = append(refs, f.PassageRef)
		scores[f.PassageRef] = f
	}
	passages, err := s.DB.FoundPassages(ctx, account, refs)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, 0, len(passages))
	for _, p := range passages {
		f := scores[schema.PassageRef{Generation: p.Generation, Number: p.Number}]
		hits = append(hits, Hit{Score: f.score, Cosine: f.cosine, FoundPassage: p})
	}
	return hits, nil
}
