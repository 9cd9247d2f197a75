package activities

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"

	"quire/internal/embedding"
	"quire/internal/index"
	"quire/internal/model"
	"quire/internal/passage"
	"quire/schema"
)

// Embedded reports the progress of embedding.
type Embedded struct {
	Passages int // that were given a vector
	Left     int // in files with passages that still lack one; 0 at the end
}

// embedSlice is how long one activity embeds passages: long enough that the cost of starting it does not matter, and
// short enough that its slot is soon free again.
const embedSlice = 30 * time.Second

// EmbedPassages computes, for a limited time, vectors for passages that are searchable only by their words. It stores
// each vector as soon as it has one, so a second run does not request and pay for it again. Accounts take turns.
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
		list, err := a.DB.GenerationsWithoutVectors(ctx, a.Index.Fingerprint(), embedAtOnce)
		if err != nil || len(list) == 0 {
			return done, err
		}
		n, err := e.some(ctx, list, a.Index.Upsert)
		if err != nil {
			return done, errors.Join(err, a.hinder(ctx, list, err))
		}
		done.Passages += n
	}
	var err error
	done.Left, err = a.DB.WaitingForVectors(ctx, a.Index.Fingerprint())
	return done, err
}

// hinder records on the files that they are waiting for the model, if that is what err says.
func (a *Model) hinder(ctx context.Context, list []schema.GenerationRef, err error) error {
	failure, ok := errors.AsType[*model.Error](err)
	if !ok {
		return nil
	}
	ids := make([]uuid.UUID, 0, len(list))
	for _, g := range list {
		ids = append(ids, g.ID)
	}
	return a.DB.HinderVectors(ctx, ids, hindrance(failure.Kind)+" Until then the file is found by its words; 'quire doctor' tells the operator more.")
}

func hindrance(kind model.Kind) string {
	switch kind {
	case model.Unauthorized:
		return "The embedding model does not accept the service's key."
	case model.RateLimited:
		return "The embedding model accepts no more requests for the moment."
	case model.Timeout:
		return "The embedding model does not answer in time; it is given longer, for less at a time."
	case model.BadRequest, model.TooLong, model.Refused, model.ContentFiltered:
		return "The embedding model refuses what the service sends."
	case model.Overloaded, model.Unreachable, model.Truncated, model.Malformed:
	}
	return "The embedding model is not answering."
}

// stopping reports whether the worker is shutting down and waiting for its activities to end.
func stopping(ctx context.Context) bool {
	select {
	case <-activity.GetWorkerStopChannel(ctx):
		return true
	default:
		return ctx.Err() != nil
	}
}

// embedder computes vectors for the passages of generations.
type embedder struct {
	indexer
	embed embedding.Embedder
}

// embedAtOnce is the maximum number of passages per call to the model, and so how many are paid for twice when a worker
// dies.
const embedAtOnce = 64

// waiting is a passage without a vector.
type waiting struct {
	generation uuid.UUID
	passage    schema.Passage
}

// some computes vectors for a few passages of generations, in order, and returns their number. It hands a generation
// whose passages all have vectors to upsert as a whole, and marks it as complete.
func (x embedder) some(ctx context.Context, list []schema.GenerationRef, upsert func(context.Context, []index.Point) error) (int, error) {
	var batch []waiting
	for _, g := range list {
		passages, err := x.db.PassagesWithoutVector(ctx, g.ID, x.index.Fingerprint(), embedAtOnce-len(batch))
		if err == nil && len(passages) == 0 {
			err = x.complete(ctx, g, upsert)
		}
		if err != nil {
			return 0, err
		}
		for _, p := range passages {
			batch = append(batch, waiting{g.ID, p})
		}
		if len(batch) == embedAtOnce {
			break
		}
	}
	return x.store(ctx, batch)
}

func (x embedder) store(ctx context.Context, batch []waiting) (int, error) {
	texts := make([]string, 0, len(batch))
	for _, w := range batch {
		p := w.passage
		texts = append(texts, passage.Passage{Header: p.Header, Columns: p.Columns, Text: p.Text}.Embedded())
	}
	vectors, err := x.embed.Passages(ctx, texts)
	if err != nil {
		return 0, err
	}
	fresh := map[uuid.UUID]map[int][]float32{}
	for i, v := range vectors {
		w := batch[i]
		if fresh[w.generation] == nil {
			fresh[w.generation] = map[int][]float32{}
		}
		fresh[w.generation][w.passage.Number] = v
	}
	for generation, of := range fresh {
		if err := x.db.StoreVectors(ctx, generation, x.index.Fingerprint(), of); err != nil {
			return 0, err
		}
	}
	return len(vectors), nil
}

// complete adds the vectors of a generation to the index. If the generation was forgotten in the meantime, it removes
// the points that it has just brought back; a generation that was only retired is forgotten later.
func (x embedder) complete(ctx context.Context, g schema.GenerationRef, upsert func(context.Context, []index.Point) error) error {
	if err := x.addAll(ctx, g, upsert); err != nil {
		return err
	}
	err := x.db.SetVectors(ctx, g.ID, x.index.Fingerprint())
	if !errors.Is(err, schema.ErrSuperseded) {
		return err
	}
	exists, err := x.db.GenerationExists(ctx, g.ID)
	if err != nil || exists {
		return err
	}
	return x.index.DeleteGeneration(ctx, g.AccountID.String(), g.ID.String())
}

// all computes vectors for every passage of a generation, hands all of them to upsert and completes the generation.
func (x embedder) all(ctx context.Context, g schema.GenerationRef, upsert func(context.Context, []index.Point) error) error {
	for {
		n, err := x.some(ctx, []schema.GenerationRef{g}, upsert)
		if err != nil || n == 0 {
			return err
		}
	}
}
