package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// SetMasking says by which rules (internal/mask) the files of a collection are masked; none masks nothing. From then on
// nothing that was masked by fewer rules is shown; MaskFiles has it made again. It returns ErrCollectionNotFound when
// there is no such collection.
func (db *DB) SetMasking(ctx context.Context, account, id uuid.UUID, masking []string) (CollectionInfo, error) {
	return db.changeCollection(ctx, account, id, AuditCollectionMask, func(q *Queries) (int64, error) {
		return q.setMasking(ctx, masking, id, account)
	})
}

// SetAccountMasking says by which rules the documents of an account are masked, beside those that a request names, and
// with which its new collections begin; none masks nothing. What is there already stays as it is. It returns
// ErrAccountNotFound when there is no such account.
func (db *DB) SetAccountMasking(ctx context.Context, account uuid.UUID, masking []string) (Account, error) {
	return db.changeAccount(ctx, account, AuditAccountMask, func(q *Queries, ctx context.Context, id uuid.UUID) (Account, error) {
		return q.setAccountMasking(ctx, masking, id)
	})
}

// MaskFiles has at most limit files processed again whose newest version was masked by other rules than those of their
// collection now, and returns how many there were. What is lost between two calls is found by the next one.
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
			continue // deleted, or being processed: the next call looks again
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// maskingActor is who has files processed again because of their collection's masking, in the audit log.
const maskingActor = "masking"

// Shown reports whether what was made of the version may be shown: it was masked by all rules that its collection has
// now.
func (v VersionInfo) Shown() bool { return v.covered }
