package activities

import (
	"context"
	"time"

	"github.com/google/uuid"

	"quire/schema"
)

// retiredFor is how long a retired generation may stay before the clean-up considers it left behind.
const retiredFor = time.Hour

// generationsAtOnce is the number of retired generations read in one query.
const generationsAtOnce = 100

// ForgetRetired removes the retired generations that their workflows have left behind and returns their number.
func (a *Model) ForgetRetired(ctx context.Context) (forgotten int, err error) {
	stop := heartbeat(ctx)
	defer stop()
	for {
		list, err := a.DB.RetiredGenerations(ctx, time.Now().Add(-retiredFor), generationsAtOnce)
		if err != nil {
			return forgotten, err
		}
		for _, g := range list {
			if err := forgetGeneration(ctx, a.DB, a.Index, keyOf(g)); err != nil {
				return forgotten, err
			}
			forgotten++
		}
		if len(list) < generationsAtOnce {
			return forgotten, nil
		}
	}
}

func keyOf(g schema.GenerationRef) GenerationKey {
	return GenerationKey{AccountID: g.AccountID, CollectionID: g.CollectionID, FileID: g.FileID, Generation: g.ID}
}

// Mended counts what a check has repaired.
type Mended struct {
	Removed int // generations that the database does not know
	Indexed int // active generations that had too few or too many points
}

// CheckAccount compares the generations of an account in the index with those in the database, and repairs the index.
func (a *Model) CheckAccount(ctx context.Context, account uuid.UUID) (Mended, error) {
	stop := heartbeat(ctx)
	defer stop()
	// The index is read first, so anything in it that the database does not know afterwards has been deleted.
	counts, err := a.Index.Generations(ctx, account.String())
	if err != nil {
		return Mended{}, err
	}
	generations, err := a.DB.GenerationsOf(ctx, account)
	if err != nil {
		return Mended{}, err
	}
	var mended Mended
	for _, g := range generations {
		if n := counts[g.ID.String()]; g.State == schema.GenerationActive && n != uint64(g.Passages) {
			if err := a.reindex(ctx, g, n > uint64(g.Passages)); err != nil {
				return mended, err
			}
			mended.Indexed++
		}
		delete(counts, g.ID.String())
	}
	for unknown := range counts {
		if err := a.Index.DeleteGeneration(ctx, account.String(), unknown); err != nil {
			return mended, err
		}
		mended.Removed++
	}
	if mended != (Mended{}) {
		a.Log.WarnContext(ctx, "index repaired", "account_id", account, "removed", mended.Removed, "indexed", mended.Indexed)
	}
	return mended, nil
}

// PassagesAtOnce is the number of passages indexed together, and so the most that a restart has to repeat.
const PassagesAtOnce = 512

func (a *Model) reindex(ctx context.Context, g schema.GenerationRef, tooMany bool) error {
	if tooMany {
		if err := a.Index.DeleteGeneration(ctx, g.AccountID.String(), g.ID.String()); err != nil {
			return err
		}
	}
	return a.indexer().addAll(ctx, g, a.Index.Upsert)
}
