package activities

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"quire/schema"
)

// retiredFor is how long a generation that no longer answers may stay before the clean-up takes it for left behind.
const retiredFor = time.Hour

// generationsAtOnce is the number of retired generations that are read together.
const generationsAtOnce = 100

// ForgetRetired removes the retired generations that their workflows have left behind, and counts them.
func (a *Activities) ForgetRetired(ctx context.Context) (forgotten int, err error) {
	stop := heartbeat(ctx)
	defer stop()
	for {
		list, err := a.DB.RetiredGenerations(ctx, time.Now().Add(-retiredFor), generationsAtOnce)
		if err != nil {
			return forgotten, err
		}
		for _, g := range list {
			if err := a.ForgetGeneration(ctx, keyOf(g)); err != nil {
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

// accountsAtOnce keeps the ids of a page of accounts far below what a history takes.
const accountsAtOnce = 500

// AccountsToCheck is the next page of the accounts that have generations or points, in the order of their ids; an
// empty one is the end.
func (a *Activities) AccountsToCheck(ctx context.Context, after uuid.UUID) ([]uuid.UUID, error) {
	stop := heartbeat(ctx)
	defer stop()
	accounts, err := a.DB.AccountIDs(ctx)
	if err != nil {
		return nil, err
	}
	indexed, err := a.Index.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range indexed {
		if account, err := uuid.Parse(id); err == nil {
			accounts = append(accounts, account)
		}
	}
	byID := func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
	slices.SortFunc(accounts, byID)
	accounts = slices.Compact(accounts)
	accounts = slices.DeleteFunc(accounts, func(id uuid.UUID) bool { return byID(id, after) <= 0 })
	return accounts[:min(len(accounts), accountsAtOnce)], nil
}

// Mended counts what a check has put right.
type Mended struct {
	Removed int // generations that nobody knows
	Indexed int // generations that answer, and of which points were missing or too many
}

// CheckAccount compares the generations of an account in the index with those in the database, and mends the index.
func (a *Activities) CheckAccount(ctx context.Context, account uuid.UUID) (Mended, error) {
	stop := heartbeat(ctx)
	defer stop()
	// The index is read first: what it holds and the database does not know afterwards has been deleted.
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
			if err := a.indexAgain(ctx, g, n > uint64(g.Passages)); err != nil {
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
		a.Log.WarnContext(ctx, "the index was mended", "account_id", account, "removed", mended.Removed, "indexed", mended.Indexed)
	}
	return mended, nil
}

// PassagesAtOnce is the number of passages that are indexed together: what a restart does again.
const PassagesAtOnce = 512

func (a *Activities) indexAgain(ctx context.Context, g schema.GenerationRef, tooMany bool) error {
	if tooMany {
		if err := a.Index.DeleteGeneration(ctx, g.AccountID.String(), g.ID.String()); err != nil {
			return err
		}
	}
	return a.indexer().addAll(ctx, g, a.Index.Upsert)
}
