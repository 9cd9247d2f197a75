package activities

import (
	"context"

	"go.temporal.io/sdk/activity"

	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/schema"
)

// IndexInput selects the passages From to To-1 of a generation.
type IndexInput struct {
	Job      GenerationKey
	From, To int
}

// IndexPassages adds a range of passages to the index, with the vectors that they already have. They become searchable
// once their generation is active. EmbedPassages adds the missing vectors later.
func (a *Model) IndexPassages(ctx context.Context, in IndexInput) error {
	stop := heartbeat(ctx)
	defer stop()
	passages, err := a.DB.Passages(ctx, in.Job.Generation, in.From, in.To)
	if err == nil && len(passages) < in.To-in.From {
		err = schema.ErrSuperseded
	}
	if err == nil {
		err = a.indexer().add(ctx, in.Job, passages, a.Index.Upsert)
	}
	return blame(err, activity.GetInfo(ctx).Attempt)
}

// indexer turns passages into points.
type indexer struct {
	db    *schema.DB
	index *index.Index
}

func (a *Model) indexer() indexer { return indexer{db: a.DB, index: a.Index} }

// add computes the term weights of passages of one generation and hands them to upsert.
func (x indexer) add(ctx context.Context, g GenerationKey, passages []schema.Passage, upsert func(context.Context, []index.Point) error) error {
	points := make([]index.Point, 0, len(passages))
	for _, p := range passages {
		points = append(points, Point(g, p, x.index.Fingerprint()))
	}
	return upsert(ctx, points)
}

// Point returns a passage as the index stores it: its weighted terms, and its vector if it was made by the embedding
// with the given fingerprint. Nothing in it depends on other passages, or on when it is indexed.
func Point(g GenerationKey, p schema.Passage, fingerprint string) index.Point {
	terms := bm25.Terms{IDs: p.TermIDs, Counts: p.TermCounts, Length: p.TermTotal, Header: p.HeaderTerms}
	point := index.Point{
		Account: g.AccountID.String(), Collection: g.CollectionID.String(), File: g.FileID.String(),
		Generation: g.Generation.String(), Chunk: p.Number, PageStart: p.PageStart, PageEnd: p.PageEnd, Kind: p.Kind,
		Sparse: terms.Weigh(bm25.PassageLength),
	}
	if p.Fingerprint == fingerprint {
		point.Dense = p.Vector
	}
	return point
}

// addAll adds every passage of a generation.
func (x indexer) addAll(ctx context.Context, g schema.GenerationRef, upsert func(context.Context, []index.Point) error) error {
	for from := 0; from < g.Passages; from += PassagesAtOnce {
		passages, err := x.db.Passages(ctx, g.ID, from, from+PassagesAtOnce)
		if err != nil {
			return err
		}
		if err := x.add(ctx, keyOf(g), passages, upsert); err != nil {
			return err
		}
	}
	return nil
}
