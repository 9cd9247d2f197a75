package activities

import (
	"context"
	"slices"

	"go.temporal.io/sdk/activity"

	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/model"
	"quire/internal/passage"
	"quire/schema"
)

// IndexInput selects the passages From to To-1 of a generation.
type IndexInput struct {
	Job      GenerationKey
	From, To int
}

// IndexPassages adds a range of passages to the index; they become searchable once their generation is active. Vectors
// are stored as soon as the model returns them, so a second run does not request, and pay for, them again.
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
	embed *model.Client // nil if there is no embedding model
}

func (a *Model) indexer() indexer { return indexer{db: a.DB, index: a.Index, embed: a.Embed} }

// add embeds passages of one generation, computes their term weights and hands them to upsert.
func (x indexer) add(ctx context.Context, g GenerationKey, passages []schema.Passage, upsert func(context.Context, []index.Point) error) error {
	if err := x.embedMissing(ctx, g, passages); err != nil {
		return err
	}
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

// embedAtOnce is the number of passages in one call to the model, and so the most that is paid for twice when a worker
// dies.
const embedAtOnce = 64

func (x indexer) embedMissing(ctx context.Context, g GenerationKey, passages []schema.Passage) error {
	if x.embed == nil {
		return nil
	}
	fingerprint := x.index.Fingerprint()
	var missing []int
	for i, p := range passages {
		if p.Fingerprint != fingerprint {
			missing = append(missing, i)
		}
	}
	for batch := range slices.Chunk(missing, embedAtOnce) {
		vectors, err := x.embed.EmbedBeginnings(ctx, shown(passages, batch))
		if err != nil {
			return err
		}
		fresh := make(map[int][]float32, len(batch))
		for i, position := range batch {
			p := &passages[position]
			p.Vector, p.Fingerprint = vectors[i], fingerprint
			fresh[p.Number] = vectors[i]
		}
		if err := x.db.StoreVectors(ctx, g.Generation, fingerprint, fresh); err != nil {
			return err
		}
	}
	return nil
}

func shown(passages []schema.Passage, batch []int) []string {
	texts := make([]string, 0, len(batch))
	for _, i := range batch {
		p := passages[i]
		texts = append(texts, passage.Passage{Header: p.Header, Columns: p.Columns, Text: p.Text}.Shown())
	}
	return texts
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
