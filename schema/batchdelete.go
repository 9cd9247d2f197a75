package schema

import (
	"context"

	"github.com/google/uuid"
)

// DeleteBatch removes a batch with the record of its webhook, hides its documents for good and promises the purge of
// their files, in one transaction. It returns the documents that were in flight, so that the caller can cancel their
// work, or ErrBatchNotFound if the account has no such batch.
func (db *DB) DeleteBatch(ctx context.Context, account, id uuid.UUID, requestID string) ([]Document, error) {
	var inFlight []Document
	err := db.deleting(ctx, account, nil, func(q *Queries) error {
		inFlight = nil
		row, err := q.batchOfAccount(ctx, id, account)
		if _, err = one(row, err, ErrBatchNotFound); err != nil {
			return err
		}
		documents, err := q.hideBatchDocuments(ctx, id)
		if err != nil {
			return err
		}
		gone := []uuid.UUID{id}
		for _, d := range documents {
			gone = append(gone, d.ID)
			if d.Status.InFlight() {
				inFlight = append(inFlight, d)
			}
		}
		if err := q.deleteOutboxOfAll(ctx, gone); err != nil {
			return err
		}
		if err := q.promisePurges(ctx, documents, requestID); err != nil {
			return err
		}
		if err := q.audit(ctx, account, AuditBatchDelete, id); err != nil {
			return err
		}
		n, err := q.deleteBatch(ctx, id)
		if err == nil && n == 0 {
			return ErrBatchNotFound // deleted by somebody else in the meantime
		}
		return err
	})
	return inFlight, err
}

func (q *Queries) promisePurges(ctx context.Context, hidden []Document, requestID string) error {
	for _, d := range hidden {
		d.RequestID = requestID
		if _, err := q.promise(ctx, purgeStart(d), 0); err != nil {
			return err
		}
	}
	return nil
}
