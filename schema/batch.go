package schema

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// BatchStatus is the state of a batch.
type BatchStatus string

// The states of a batch. A batch ends when all of its documents have ended; it is then COMPLETED even if some of them
// FAILED.
const (
	BatchProcessing BatchStatus = "PROCESSING"
	BatchCancelling BatchStatus = "CANCELLING"
	BatchCompleted  BatchStatus = "COMPLETED"
	BatchCancelled  BatchStatus = "CANCELLED"
)

const (
	// BatchSize is the largest number of documents in a batch.
	BatchSize = 1000
	// openBatches is how many batches of an account may be in flight. Each can fill the queue of the account for hours.
	openBatches = 20
)

// Status returns the state of the batch.
func (b Batch) Status() BatchStatus {
	switch {
	case b.FinishedAt != nil && b.CancelledAt != nil:
		return BatchCancelled
	case b.FinishedAt != nil:
		return BatchCompleted
	case b.CancelledAt != nil:
		return BatchCancelling
	}
	return BatchProcessing
}

// BatchWithCounts is a batch with the number of its documents in each state. Deleted documents are not counted.
type BatchWithCounts struct {
	Batch
	Counts map[DocumentStatus]int
}

// NewBatch is what a request supplies for a batch.
type NewBatch struct {
	ID          uuid.UUID
	AccountID   uuid.UUID
	CallbackURL *string
	// Documents are its documents, in order and without callbacks of their own. They have one Allowance.
	Documents  []NewDocument
	RequestID  string
	Idempotent *Idempotent // nil stores no response
}

// CreateBatch inserts a batch, its documents, their outbox rows and the response for the request's idempotency key in
// one transaction, so that a batch exists as a whole or not at all. It returns OverQuota or TooMany if the account's
// plan does not allow all documents, or if too many of its batches are in flight.
func (db *DB) CreateBatch(ctx context.Context, n NewBatch) (BatchWithCounts, error) {
	var b BatchWithCounts
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		if err := q.admitBatch(ctx, n); err != nil {
			return err
		}
		row, err := q.insertBatch(ctx, insertBatchParams{
			ID: n.ID, AccountID: n.AccountID, Size: int32(len(n.Documents)), CallbackURL: n.CallbackURL, RequestID: n.RequestID,
		})
		if err != nil {
			return err
		}
		for i, d := range n.Documents {
			d.batch, d.position = &n.ID, int32(i+1)
			if err := q.enterInBatch(ctx, d); err != nil {
				return err
			}
		}
		if err := q.audit(ctx, n.AccountID, AuditBatchCreate, n.ID); err != nil {
			return err
		}
		if err := q.settle(ctx, &row.ID); err != nil {
			return err
		}
		b, err = q.batchAgain(ctx, row.ID)
		return err
	})
	return b, err
}

func (q *Queries) admitBatch(ctx context.Context, n NewBatch) error {
	if err := q.lockQuotas(ctx, n.AccountID); err != nil {
		return err
	}
	open, err := q.countOpenBatches(ctx, n.AccountID)
	if err != nil {
		return err
	}
	if open >= openBatches {
		return &Error{Code: TooMany, RetryAfter: time.Minute, Msg: fmt.Sprintf(
			"%d batches are in flight, which is as many as an account may have. Wait for one of them, or cancel it", open)}
	}
	var size int64
	for _, d := range n.Documents {
		size += d.FileSize
	}
	return q.checkIntake(ctx, n.AccountID, n.Documents[0].Allowance, size)
}

// enterInBatch inserts a document that the caller has admitted. A document that was refused on arrival is inserted as
// failed.
func (q *Queries) enterInBatch(ctx context.Context, n NewDocument) error {
	if n.Refused == nil {
		_, _, err := q.enterDocument(ctx, n, 0)
		return err
	}
	d, err := q.insertDocument(ctx, n.row())
	if err != nil {
		return err
	}
	_, err = q.failDocument(ctx, failDocumentParams{
		ID: d.ID, Attempt: d.Attempt, Error: &n.Refused.Message, ErrorType: &n.Refused.Reason,
	})
	return err
}

// Batch returns a batch of the account, or ErrBatchNotFound.
func (db *DB) Batch(ctx context.Context, account, id uuid.UUID) (BatchWithCounts, error) {
	row, err := db.batchOfAccount(ctx, id, account)
	b, err := one(row, err, ErrBatchNotFound)
	if err != nil {
		return BatchWithCounts{}, err
	}
	return db.withCounts(ctx, b)
}

// BatchByID returns the batch, or ErrSuperseded if it was deleted.
func (db *DB) BatchByID(ctx context.Context, id uuid.UUID) (BatchWithCounts, error) {
	b, err := db.batchAgain(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrSuperseded
	}
	return b, err
}

func (q *Queries) batchAgain(ctx context.Context, id uuid.UUID) (BatchWithCounts, error) {
	b, err := q.batchByID(ctx, id)
	if err != nil {
		return BatchWithCounts{}, err
	}
	return q.withCounts(ctx, b)
}

func (q *Queries) withCounts(ctx context.Context, b Batch) (BatchWithCounts, error) {
	list, err := q.allWithCounts(ctx, []Batch{b})
	if err != nil {
		return BatchWithCounts{}, err
	}
	return list[0], nil
}

func (q *Queries) allWithCounts(ctx context.Context, rows []Batch) ([]BatchWithCounts, error) {
	list, at, ids := make([]BatchWithCounts, len(rows)), map[uuid.UUID]int{}, make([]uuid.UUID, len(rows))
	for i, b := range rows {
		list[i] = BatchWithCounts{Batch: b, Counts: map[DocumentStatus]int{}}
		at[b.ID], ids[i] = i, b.ID
	}
	counts, err := q.statusesOfBatches(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, c := range counts {
		list[at[c.BatchID]].Counts[DocumentStatus(c.Status)] = int(c.Documents)
	}
	return list, nil
}

// ListBatches returns one page of the account's batches, newest first, and the total number.
func (db *DB) ListBatches(ctx context.Context, account uuid.UUID, skip, limit int) ([]BatchWithCounts, int, error) {
	count, err := db.countBatches(ctx, account)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listBatches(ctx, account, int32(limit), int32(skip))
	if err != nil {
		return nil, 0, err
	}
	list, err := db.allWithCounts(ctx, rows)
	return list, int(count), err
}

// ListBatchDocuments returns one page of a batch's documents, in the order in which they were sent, and the total
// number of those that have not been deleted. A status other than "" selects documents in that state.
func (db *DB) ListBatchDocuments(ctx context.Context, batch uuid.UUID, status DocumentStatus, skip, limit int) ([]Document, int, error) {
	count, err := db.countBatchDocuments(ctx, batch, string(status))
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listBatchDocuments(ctx, listBatchDocumentsParams{
		BatchID: batch, Status: string(status), PageSkip: int32(skip), PageLimit: int32(limit),
	})
	return rows, int(count), err
}

// BatchDocumentsAfter returns the next documents of a batch after a position, at most limit.
func (db *DB) BatchDocumentsAfter(ctx context.Context, batch uuid.UUID, position int32, limit int) ([]Document, error) {
	return db.batchDocumentsAfter(ctx, batch, position, int32(limit))
}

// BatchDocumentsInFlight returns documents of a batch that have not ended, at most limit.
func (db *DB) BatchDocumentsInFlight(ctx context.Context, batch uuid.UUID, limit int) ([]Document, error) {
	return db.batchDocumentsInFlight(ctx, batch, int32(limit))
}

// settle ends a document's batch if the document was the last one in flight; batch is nil for a document without one.
// It belongs at the end of a transaction, because documents that end at the same time wait for it.
func (q *Queries) settle(ctx context.Context, batch *uuid.UUID) error {
	if batch == nil {
		return nil
	}
	if _, err := q.lockBatch(ctx, *batch); err != nil {
		return ignoreMoved(err)
	}
	b, err := q.finishBatch(ctx, *batch)
	if err != nil || b.CallbackURL == nil {
		return ignoreMoved(err)
	}
	_, err = q.promise(ctx, batchStart(b), 0)
	return err
}

// SettleBatch ends a batch if none of its documents is in flight any more.
func (db *DB) SettleBatch(ctx context.Context, id uuid.UUID) error {
	return db.tx(ctx, func(q *Queries) error { return q.settle(ctx, &id) })
}

// CancelBatch promises the end of the documents that are still in flight. A batch that has ended or is being cancelled
// is left unchanged, and the returned Start is then the zero value. It returns ErrBatchNotFound if the account has no
// such batch.
func (db *DB) CancelBatch(ctx context.Context, account, id uuid.UUID, requestID string, idem *Idempotent) (BatchWithCounts, Start, error) {
	var b BatchWithCounts
	var start Start
	err := db.keeping(ctx, idem, account, func(q *Queries) error {
		row, err := q.batchOfAccount(ctx, id, account)
		if _, err = one(row, err, ErrBatchNotFound); err != nil {
			return err
		}
		row, err = q.cancelBatch(ctx, id)
		if err == nil {
			row.RequestID = requestID
			start, err = q.cancelledBatch(ctx, row)
		}
		if err := ignoreMoved(err); err != nil {
			return err
		}
		b, err = q.batchAgain(ctx, id)
		return err
	})
	return b, start, err
}

func (q *Queries) cancelledBatch(ctx context.Context, b Batch) (Start, error) {
	if err := q.audit(ctx, b.AccountID, AuditBatchCancel, b.ID); err != nil {
		return Start{}, err
	}
	return q.promise(ctx, batchStart(b), inlineHead)
}

// cancelledWithBatch is the failure of a document whose batch was cancelled.
var cancelledWithBatch = DocumentFailure{Reason: "cancelled", Message: "The batch was cancelled before the document was done."}

// EndCancelled fails a document of a cancelled batch, as read by BatchDocumentsInFlight. A document that has moved on
// since then is left alone.
func (db *DB) EndCancelled(ctx context.Context, d Document) error {
	if err := db.deleteOutboxOf(ctx, d.ID); err != nil {
		return err
	}
	return ignoreMoved(db.FailDocument(ctx, d.ID, int(d.Attempt), cancelledWithBatch, nil))
}

// NotifyBatch promises the delivery of a finished batch's webhook. It does so only once.
func (db *DB) NotifyBatch(ctx context.Context, id uuid.UUID, webhook []byte) error {
	return db.tx(ctx, func(q *Queries) error {
		row, err := q.lockBatch(ctx, id)
		b, err := one(row, err, ErrSuperseded)
		if err != nil || b.NotifiedAt != nil {
			return err
		}
		delivery, err := uuid.NewV7()
		if err != nil {
			return err
		}
		d, err := q.insertBatchDelivery(ctx, insertBatchDeliveryParams{
			ID: delivery, AccountID: b.AccountID, BatchID: b.ID, URL: *b.CallbackURL, Body: webhook,
		})
		if err != nil {
			return err
		}
		if err := q.notifiedBatch(ctx, b.ID); err != nil {
			return err
		}
		_, err = q.promise(ctx, deliveryStart(d, b.RequestID), 0)
		return err
	})
}
