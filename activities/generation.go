package activities

import (
	"bytes"
	"context"
	"slices"

	"github.com/google/uuid"

	"quire/internal/index"
	"quire/schema"
)

// CheckCount reports whether the index holds exactly the given number of passages of a generation. If it does not,
// those it holds are removed so that they can be indexed afresh.
func (a *Rows) CheckCount(ctx context.Context, job GenerationKey, passages int) (bool, error) {
	stop := heartbeat(ctx)
	defer stop()
	account, generation := job.AccountID.String(), job.Generation.String()
	ix, err := a.Index(ctx)
	if err != nil {
		return false, err
	}
	n, err := ix.CountGeneration(ctx, account, generation)
	if err != nil || n == uint64(passages) {
		return err == nil, err
	}
	return false, ix.DeleteGeneration(ctx, account, generation)
}

// ForgetGeneration removes a retired generation from the index, along with its passages. A generation that is active or
// still being built stays.
func (a *Rows) ForgetGeneration(ctx context.Context, job GenerationKey) error {
	stop := heartbeat(ctx)
	defer stop()
	ix, err := a.Index(ctx)
	if err != nil {
		return err
	}
	return forgetGeneration(ctx, a.DB, ix, job)
}

func forgetGeneration(ctx context.Context, db *schema.DB, ix *index.Index, g GenerationKey) error {
	if err := db.ForgetGeneration(ctx, g.Generation); err != nil {
		return blame(err, 1)
	}
	return ix.DeleteGeneration(ctx, g.AccountID.String(), g.Generation.String())
}

// accountsAtOnce keeps a page of account ids far below the size that a history accepts.
const accountsAtOnce = 500

// AccountsToCheck returns the next page of accounts that have generations or points, in the order of their ids. The
// page after the last is empty.
func (a *Rows) AccountsToCheck(ctx context.Context, after uuid.UUID) ([]uuid.UUID, error) {
	stop := heartbeat(ctx)
	defer stop()
	accounts, err := a.DB.AccountIDs(ctx)
	if err != nil {
		return nil, err
	}
	ix, err := a.Index(ctx)
	if err != nil {
		return nil, err
	}
	indexed, err := ix.Accounts(ctx)
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
