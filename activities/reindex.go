package activities

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"quire/internal/embedding"
	"quire/internal/index"
	"quire/schema"
)

// Reindexer adds every generation to the index of the configured embedding model while the index of the previous model
// keeps answering. It can be interrupted and restarted: vectors are stored in the database as they arrive, and
// generations that are complete are left alone.
type Reindexer struct {
	DB    *schema.DB
	Index *index.Index
	Embed embedding.Embedder // nil if there is no embedding model
	// Progress is called for every generation that is complete.
	Progress func(ReindexProgress)
}

// ReindexProgress is the progress of reindexing an account.
type ReindexProgress struct {
	Account     uuid.UUID
	Done, Total int // generations
	Passages    int // of the generations done
}

// ErrIncomplete means that files changed while the index was being rebuilt, so some are not in it yet. Another run adds
// them.
var ErrIncomplete = errors.New("some generations are not complete in the new index yet: run it again")

// Run reindexes the accounts and, if switching is set and every generation is in the new index, switches to it. It
// reports whether it has switched.
func (r *Reindexer) Run(ctx context.Context, accounts []uuid.UUID, switching bool) (bool, error) {
	rebuild, err := r.Index.BeginRebuild(ctx)
	if err != nil {
		return false, err
	}
	to := target{r.Index.Upsert, r.Index.CountGeneration}
	if rebuild != nil {
		to = target{rebuild.Upsert, rebuild.CountGeneration}
	}
	for _, account := range accounts {
		if err := r.account(ctx, account, to); err != nil {
			return false, err
		}
	}
	if rebuild == nil || !switching {
		return false, nil
	}
	for _, account := range accounts {
		if err := r.complete(ctx, account, to); err != nil {
			return false, err
		}
	}
	return true, rebuild.Switch(ctx)
}

// target is the index being filled.
type target struct {
	upsert func(context.Context, []index.Point) error
	count  func(ctx context.Context, account, generation string) (uint64, error)
}

func (t target) has(ctx context.Context, g schema.GenerationRef) (bool, error) {
	n, err := t.count(ctx, g.AccountID.String(), g.ID.String())
	return n == uint64(g.Passages), err
}

func (r *Reindexer) account(ctx context.Context, account uuid.UUID, to target) error {
	generations, err := r.active(ctx, account)
	if err != nil {
		return err
	}
	x := indexer{db: r.DB, index: r.Index}
	at := ReindexProgress{Account: account, Total: len(generations)}
	for _, g := range generations {
		has, err := to.has(ctx, g)
		switch {
		case err != nil:
		case r.Embed != nil && !(has && g.Vectors == r.Index.Fingerprint()):
			err = embedder{indexer: x, embed: r.Embed}.all(ctx, g, to.upsert)
		case !has:
			err = x.addAll(ctx, g, to.upsert)
		}
		if err != nil {
			return fmt.Errorf("generation %s: %w", g.ID, err)
		}
		at.Done++
		at.Passages += g.Passages
		r.Progress(at)
	}
	return nil
}

// active returns the active generations of an account. A generation that is still being built is written to both
// indexes by its workflow.
func (r *Reindexer) active(ctx context.Context, account uuid.UUID) ([]schema.GenerationRef, error) {
	generations, err := r.DB.GenerationsOf(ctx, account)
	return slices.DeleteFunc(generations, func(g schema.GenerationRef) bool { return g.State != schema.GenerationActive }), err
}

func (r *Reindexer) complete(ctx context.Context, account uuid.UUID, to target) error {
	generations, err := r.active(ctx, account)
	if err != nil {
		return err
	}
	for _, g := range generations {
		has, err := to.has(ctx, g)
		if err != nil {
			return err
		}
		if !has {
			return ErrIncomplete
		}
	}
	return nil
}
