package activities

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/schema"
)

// SearchInput is a question and where to look for its answer.
type SearchInput struct {
	Account     uuid.UUID
	Collections []uuid.UUID // at least one
	Files       []uuid.UUID // none is all of them
	Queries     []string    // the question and its rewrites
	Limit       int         // passages wanted; 0 is 50
}

// SearchHit is a passage found. Scores can be compared within one answer only.
type SearchHit struct {
	Score float32
	schema.FoundPassage
}

const (
	defaultHits = 50
	// spare is how many hits more than wanted the index is asked for: some may be of generations that were begun after
	// the snapshot.
	spare = 20
)

// Search finds the passages that answer the queries best, best first. It sees each file in exactly one generation: the
// one that answered at the moment of its snapshot. An id that is not the account's is an error of package schema.
func (a *Activities) Search(ctx context.Context, in SearchInput) ([]SearchHit, error) {
	snapshot, err := a.DB.Snapshot(ctx, in.Account, in.Collections, in.Files)
	if err != nil || len(snapshot.Generations) == 0 {
		return nil, err
	}
	limit := cmp.Or(in.Limit, defaultHits)
	lists, err := a.Index.SearchBatch(ctx, scope(in, snapshot), a.vectorsOf(ctx, in.Queries, snapshot, limit+spare))
	if err != nil {
		return nil, err
	}
	var found []scored
	if len(lists) == 1 {
		found = ranked(lists[0])
	} else {
		found = fuse(lists)
	}
	found = slices.DeleteFunc(found, func(s scored) bool {
		_, current := snapshot.Generations[s.Generation]
		return !current
	})
	return a.read(ctx, in.Account, found[:min(len(found), limit)])
}

func scope(in SearchInput, s schema.Snapshot) index.Scope {
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

// vectorsOf makes the queries' vectors: terms in every language that is searched and, with an embedding model, a dense
// one. A model that does not answer costs quality, never the answer.
func (a *Activities) vectorsOf(ctx context.Context, queries []string, s schema.Snapshot, limit int) []index.Query {
	languages := make([]bm25.Language, 0, len(s.Languages))
	for _, l := range s.Languages {
		languages = append(languages, bm25.Language(l))
	}
	out := make([]index.Query, 0, len(queries))
	for _, q := range queries {
		out = append(out, index.Query{Sparse: bm25.Query(q, languages...), Limit: limit})
	}
	if a.Embed == nil {
		return out
	}
	asking, cancel := a.assist(ctx)
	defer cancel()
	vectors, err := embedTexts(asking, a.Embed, queries)
	if err != nil {
		a.Log.WarnContext(ctx, "the query is not embedded, its words alone are searched", "error", err)
		return out
	}
	for i := range vectors {
		out[i].Dense = vectors[i]
	}
	return out
}

// scored is a place in the index and its score.
type scored struct {
	schema.PassageRef
	score float32
}

// ranked reads the answer to a single query.
func ranked(hits []index.Hit) []scored {
	out := make([]scored, 0, len(hits))
	for _, h := range hits {
		out = append(out, scored{refOf(h), h.Score})
	}
	return out
}

// refOf leaves out an id that is none of ours: it is in no snapshot.
func refOf(h index.Hit) schema.PassageRef {
	generation, _ := uuid.Parse(h.Generation)
	return schema.PassageRef{Generation: generation, Number: h.Chunk}
}

// fusionConstant is k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) over the queries' rankings.
const fusionConstant = 60

// fuse merges the answers to several queries into one ranking.
func fuse(lists [][]index.Hit) []scored {
	sum := map[schema.PassageRef]float32{}
	for _, hits := range lists {
		for rank, h := range hits {
			sum[refOf(h)] += 1 / float32(fusionConstant+rank+1)
		}
	}
	out := make([]scored, 0, len(sum))
	for ref, score := range sum {
		out = append(out, scored{ref, score})
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), slices.Compare(a.Generation[:], b.Generation[:]), cmp.Compare(a.Number, b.Number))
	})
	return out
}

// read fetches the passages from the database, which has the last word: what was deleted meanwhile is left out.
func (a *Activities) read(ctx context.Context, account uuid.UUID, found []scored) ([]SearchHit, error) {
	refs := make([]schema.PassageRef, 0, len(found))
	scores := make(map[schema.PassageRef]float32, len(found))
	for _, f := range found {
		refs = append(refs, f.PassageRef)
		scores[f.PassageRef] = f.score
	}
	passages, err := a.DB.FoundPassages(ctx, account, refs)
	if err != nil {
		return nil, err
	}
	hits := make([]SearchHit, 0, len(passages))
	for _, p := range passages {
		score := scores[schema.PassageRef{Generation: p.Generation, Number: p.Number}]
		hits = append(hits, SearchHit{Score: score, FoundPassage: p})
	}
	return hits, nil
}
