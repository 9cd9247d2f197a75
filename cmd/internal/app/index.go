package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/google/uuid"

	"quire/activities"
	"quire/internal/index"
	"quire/schema"
)

// vectorStore holds the index once it is open and, if it lives in this process, filled.
type vectorStore struct {
	open  chan struct{} // closed when index is set
	index *index.Index
}

var errLoading = errors.New("the index is loading")

// check waits for the index until ctx ends, and returns its health.
func (v *vectorStore) check(ctx context.Context) error {
	select {
	case <-v.open:
		return v.index.Health(ctx)
	case <-ctx.Done():
		return errLoading
	}
}

// indexPatience is how long an activity waits for an index that is still opening before it gives up its slot.
const indexPatience = 5 * time.Second

// get returns the index, or an error if it does not open in time.
func (v *vectorStore) get(ctx context.Context) (*index.Index, error) {
	ctx, cancel := context.WithTimeout(ctx, indexPatience)
	defer cancel()
	select {
	case <-v.open:
		return v.index, nil
	case <-ctx.Done():
		return nil, errLoading
	}
}

// awaitIndex opens the index and fills it, waiting for as long as its server, the model or the database are
// unavailable. It returns nil if ctx ends first.
func (a *App) awaitIndex(ctx context.Context) *index.Index {
	for {
		started := time.Now()
		ix, n, err := a.OpenIndex(ctx, nil)
		if err == nil {
			a.log.InfoContext(ctx, "index is open", "version", ix.Version(), "loaded", n, "took", time.Since(started))
			if err := index.CheckVersion(ix.Version()); err != nil {
				a.log.WarnContext(ctx, "the vector store is untested", "reason", err)
			}
			a.closers = append(a.closers, func() { _ = ix.Close() })
			a.vectors.index = ix
			close(a.vectors.open)
			return ix
		}
		a.log.WarnContext(ctx, "cannot open the index yet", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(2 * time.Second):
		}
	}
}

// OpenIndex opens the index. An embedded index is filled from the database with the passages of one account, or of all
// if account is nil. It also returns the number of passages loaded.
func (a *App) OpenIndex(ctx context.Context, account *uuid.UUID) (*index.Index, int, error) {
	ix, err := a.EmptyIndex(ctx)
	if err != nil || !ix.Embedded() {
		return ix, 0, err
	}
	n, err := ix.Load(ctx, points(a.db.LoadPassages(ctx, account), ix.Fingerprint()))
	if err != nil {
		return nil, n, errors.Join(fmt.Errorf("load the index: %w", err), ix.Close())
	}
	return ix, n, nil
}

// EmptyIndex is like OpenIndex, but leaves an embedded index empty.
func (a *App) EmptyIndex(ctx context.Context) (*index.Index, error) {
	shape, err := a.indexShape(ctx)
	if err != nil {
		return nil, err
	}
	pool, err := roots("QUIRE_QDRANT_CA", a.cfg.QdrantCA)
	if err != nil {
		return nil, err
	}
	shape.URL, shape.APIKey, shape.RootCAs = a.cfg.QdrantURL, a.cfg.QdrantAPIKey, pool
	ix, err := index.Open(ctx, shape)
	if err != nil {
		return nil, fmt.Errorf("vector store (QUIRE_QDRANT_URL): %w", err)
	}
	return ix, nil
}

// indexShape returns the shape of an index for the configured embedding model.
func (a *App) indexShape(ctx context.Context) (index.Config, error) {
	name, dimensions, err := a.embeddingShape(ctx)
	return index.Config{Model: name, Dimensions: dimensions, Fusion: index.Fusion{Dense: a.cfg.FusionDense, Depth: a.cfg.FusionDepth}}, err
}

// embeddingShape returns the name of the embedding model and the length of its vectors, or "" and 0 if there is no
// model.
func (a *App) embeddingShape(ctx context.Context) (string, int, error) {
	if a.embed == nil {
		return "", 0, nil
	}
	dimensions, err := a.embed.Dimensions(ctx)
	if err != nil {
		return "", 0, fmt.Errorf("embedding model (QUIRE_EMBEDDING_URL): %w", err)
	}
	return a.embed.Model(), dimensions, nil
}

func points(rows iter.Seq2[schema.LoadRow, error], fingerprint string) iter.Seq2[index.Point, error] {
	return func(yield func(index.Point, error) bool) {
		for row, err := range rows {
			if err != nil {
				yield(index.Point{}, err)
				return
			}
			key := activities.GenerationKey{
				AccountID: row.Account, CollectionID: row.Collection, FileID: row.File, Generation: row.Generation,
			}
			if !yield(activities.Point(key, row.Passage, fingerprint), nil) {
				return
			}
		}
	}
}
