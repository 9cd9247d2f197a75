package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// SetMasking sets the rules (internal/mask) by which the files of a collection are masked; an empty list masks nothing.
// From then on, results masked by fewer rules are not shown; MaskFiles has those files processed again. It returns
// ErrCollectionNotFound if there is no such collection.
func (db *DB) SetMasking(ctx context.Context, account, id uuid.UUID, masking []string) (CollectionInfo, error) {
	return db.changeCollection(ctx, account, id, AuditCollectionMask, func(q *Queries) (int64, error) {
		return q.setMasking(ctx, masking, id, account)
	})
}

// SetAccountMasking sets the rules by which the documents of an account are masked in addition to those that a request
// names, and which its new collections begin with; an empty list masks nothing. Existing documents are not changed. It
// returns ErrAccountNotFound if there is no such account.
func (db *DB) SetAccountMasking(ctx context.Context, account uuid.UUID, masking []string) (Account, error) {
	return db.changeAccount(ctx, account, AuditAccountMask, func(q *Queries, ctx context.Context, id uuid.UUID) (Account, error) {
		return q.setAccountMasking(ctx, masking, id)
	})
}

// MaskFiles has at most limit files processed again whose newest version was masked by other rules than those their
// collection has now, and returns their number. The next call finds whatever gets lost in between.
func (db *DB) MaskFiles(ctx context.Context, limit int) (int, error) {
	if err := db.settleMasking(ctx); err != nil {
		return 0, err
	}
	due, err := db.filesToMask(ctx, int32(limit))
	if err != nil {
		return 0, err
	}
	ctx, n := WithActor(ctx, Actor{Name: maskingActor}), 0
	for _, f := range due {
		_, _, err := db.ReindexFile(ctx, f.AccountID, f.CollectionID, f.ID, Allowance{}, "", nil)
		if _, changed := errors.AsType[*Error](err); changed {
			continue // deleted or being processed: the next call checks again
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// maskingActor is the actor in the audit log when files are processed again because of their collection's masking.
const maskingActor = "masking"

// Shown reports whether the results of the version may be shown, because they were masked by all rules that its
// collection has now.
func (v VersionInfo) Shown() bool { return v.covered }
