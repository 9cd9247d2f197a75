package activities

import (
	"context"
	"errors"
	"slices"
	"strings"

	"go.temporal.io/sdk/activity"

	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/model"
	"quire/internal/passage"
	"quire/schema"
)

// IndexInput names the passages From to To-1 of a generation.
type IndexInput struct {
	Job      GenerationKey
	From, To int
}

// IndexPassages makes the passages of a range searchable, once their generation answers. Vectors that a model has made
// are kept with the first reply, so that a second run does not ask, and pay, again.
func (a *Activities) IndexPassages(ctx context.Context, in IndexInput) error {
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

// CheckCount tells whether the index holds exactly the passages of a generation. When it does not, what it holds of
// them is removed, so that they can be indexed anew.
func (a *Activities) CheckCount(ctx context.Context, job GenerationKey, passages int) (bool, error) {
	stop := heartbeat(ctx)
	defer stop()
	account, generation := job.AccountID.String(), job.Generation.String()
	n, err := a.Index.CountGeneration(ctx, account, generation)
	if err != nil || n == uint64(passages) {
		return err == nil, err
	}
	return false, a.Index.DeleteGeneration(ctx, account, generation)
}

// ForgetGeneration removes a retired generation from the index, and its passages. One that answers, or is still being
// built, stays.
func (a *Activities) ForgetGeneration(ctx context.Context, job GenerationKey) error {
	stop := heartbeat(ctx)
	defer stop()
	if err := a.DB.ForgetGeneration(ctx, job.Generation); err != nil {
		return blame(err, 1)
	}
	return a.Index.DeleteGeneration(ctx, job.AccountID.String(), job.Generation.String())
}

// indexer turns passages into points.
type indexer struct {
	db    *schema.DB
	index *index.Index
	embed *model.Client // nil: there is no embedding model
}

func (a *Activities) indexer() indexer { return indexer{db: a.DB, index: a.Index, embed: a.Embed} }

// add embeds passages of one generation, weighs them and hands them to upsert.
func (x indexer) add(ctx context.Context, g GenerationKey, passages []schema.Passage, upsert func(context.Context, []index.Point) error) error {
	if err := x.embedMissing(ctx, g, passages); err != nil {
		return err
	}
	mean, err := x.db.MeanLength(ctx, g.CollectionID, g.Generation)
	if err != nil {
		return err
	}
	points := make([]index.Point, 0, len(passages))
	for _, p := range passages {
		points = append(points, Point(g, p, mean, x.index.Fingerprint()))
	}
	return upsert(ctx, points)
}

// Point is a passage as the index knows it: its terms weighed against the mean length of the collection's passages,
// and its vector, if that is of the embedding with the fingerprint.
func Point(g GenerationKey, p schema.Passage, mean float64, fingerprint string) index.Point {
	terms := bm25.Terms{IDs: p.TermIDs, Counts: p.TermCounts, Length: p.TermTotal, Header: p.HeaderTerms}
	point := index.Point{
		Account: g.AccountID.String(), Collection: g.CollectionID.String(), File: g.FileID.String(),
		Generation: g.Generation.String(), Chunk: p.Number, PageStart: p.PageStart, PageEnd: p.PageEnd, Kind: p.Kind,
		Sparse: terms.Weigh(mean),
	}
	if p.Fingerprint == fingerprint {
		point.Dense = p.Vector
	}
	return point
}

// embedAtOnce is the number of passages in one call of the model: what is paid again when a worker dies in between.
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
		vectors, err := embedTexts(ctx, x.embed, shown(passages, batch))
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

// leastEmbedded is the length, in bytes, below which a text is not shortened further for a model's window.
const leastEmbedded = 512

// embedTexts embeds texts. What does not fit the model's window, a wide table for instance, is embedded by its
// beginning.
func embedTexts(ctx context.Context, m *model.Client, texts []string) ([][]float32, error) {
	vectors, _, err := m.Embed(ctx, texts)
	e, ok := errors.AsType[*model.Error](err)
	if !ok || e.Kind != model.TooLong {
		return vectors, err
	}
	if len(texts) > 1 {
		half := len(texts) / 2
		front, err := embedTexts(ctx, m, texts[:half])
		if err != nil {
			return nil, err
		}
		back, err := embedTexts(ctx, m, texts[half:])
		return append(front, back...), err
	}
	if len(texts[0]) < leastEmbedded {
		return nil, err
	}
	return embedTexts(ctx, m, []string{strings.ToValidUTF8(texts[0][:len(texts[0])/2], "")})
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
