package activities

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"quire/internal/embedding"
	"quire/internal/index"
	"quire/internal/passage"
	"quire/schema"
)

// Embedded is how far the vectors have come.
type Embedded struct {
	Passages int // that got a vector
	Left     int // in files of which some passages have none; 0 at the end
}

// embedSlice is how long one activity embeds: long enough that starting it is no effort, and short enough that its slot
// is soon free.
const embedSlice = 30 * time.Second

// EmbedPassages gives vectors to passages that answer queries by their words alone, file by file, for a while. A vector
// is stored as soon as there is one, so a second run does not ask, and pay, for it again. Files of accounts take turns.
func (a *Model) EmbedPassages(ctx context.Context) (Embedded, error) {
	stop := heartbeat(ctx)
	defer stop()
	done, err := a.embedPassages(ctx)
	return done, blame(err, activity.GetInfo(ctx).Attempt)
}

func (a *Model) embedPassages(ctx context.Context) (Embedded, error) {
	var done Embedded
	if a.Embed == nil {
		return done, nil
	}
	e := embedder{indexer: a.indexer(), embed: a.Embed}
	for began := time.Now(); time.Since(began) < embedSlice && !stopping(ctx); {
		g, ok, err := a.DB.GenerationWithoutVectors(ctx, a.Index.Fingerprint())
		if err != nil || !ok {
			return done, err
		}
		n, err := e.some(ctx, g, a.Index.Upsert)
		if err != nil {
			return done, err
		}
		done.Passages += n
	}
	var err error
	done.Left, err = a.DB.WaitingForVectors(ctx, a.Index.Fingerprint())
	return done, err
}

// stopping reports whether the worker waits for its activities to end.
func stopping(ctx context.Context) bool {
	select {
	case <-activity.GetWorkerStopChannel(ctx):
		return true
	default:
		return ctx.Err() != nil
	}
}

// embedder gives vectors to the passages of generations.
type embedder struct {
	indexer
	embed embedding.Embedder
}

// embedAtOnce is the number of passages in one call to the model, and so the most that is paid for twice when a worker
// dies.
const embedAtOnce = 64

// some gives vectors to a few passages of a generation and returns their number. If all have one, it hands them to
// upsert instead, and the generation is complete.
func (x embedder) some(ctx context.Context, g schema.GenerationRef, upsert func(context.Context, []index.Point) error) (int, error) {
	fingerprint := x.index.Fingerprint()
	passages, err := x.db.PassagesWithoutVector(ctx, g.ID, fingerprint, embedAtOnce)
	if err != nil {
		return 0, err
	}
	if len(passages) > 0 {
		return len(passages), x.store(ctx, g, passages)
	}
	if err := x.addAll(ctx, g, upsert); err != nil {
		return 0, err
	}
	return 0, x.db.SetVectors(ctx, g.ID, fingerprint)
}

func (x embedder) store(ctx context.Context, g schema.GenerationRef, passages []schema.Passage) error {
	vectors, err := x.embed.Passages(ctx, shown(passages))
	if err != nil {
		return err
	}
	fresh := make(map[int][]float32, len(passages))
	for i, p := range passages {
		fresh[p.Number] = vectors[i]
	}
	return x.db.StoreVectors(ctx, g.ID, x.index.Fingerprint(), fresh)
}

func shown(passages []schema.Passage) []string {
	texts := make([]string, 0, len(passages))
	for _, p := range passages {
		texts = append(texts, passage.Passage{Header: p.Header, Columns: p.Columns, Text: p.Text}.Shown())
	}
	return texts
}

// all gives vectors to every passage of a generation, hands all of them to upsert and completes the generation.
func (x embedder) all(ctx context.Context, g schema.GenerationRef, upsert func(context.Context, []index.Point) error) error {
	for {
		n, err := x.some(ctx, g, upsert)
		if err != nil || n == 0 {
			return err
		}
	}
}
