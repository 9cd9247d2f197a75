package activities

import (
	"context"

	"github.com/google/uuid"

	"quire/schema"
)

// cancelledAtOnce is how many documents of a cancelled batch are read at once.
const cancelledAtOnce = 100

// BatchJob is what is left to do about a batch.
type BatchJob struct {
	Cancel bool // documents are in flight that were cancelled
	Notify bool // it has ended and somebody is to be told
	Status schema.BatchStatus
}

// LoadBatch ends the batch if none of its documents is in flight any more, and says what is left to do. It fails with
// Superseded when the batch is gone.
func (a *Rows) LoadBatch(ctx context.Context, id uuid.UUID) (BatchJob, error) {
	if err := a.DB.SettleBatch(ctx, id); err != nil {
		return BatchJob{}, err
	}
	b, err := a.DB.BatchByID(ctx, id)
	if err != nil {
		return BatchJob{}, blame(err, 1)
	}
	return BatchJob{
		Cancel: b.Status() == schema.BatchCancelling, Status: b.Status(),
		Notify: b.FinishedAt != nil && b.CallbackURL != nil && b.NotifiedAt == nil,
	}, nil
}

// CancelBatch fails every document of the batch that is in flight. The last one ends the batch.
func (a *Rows) CancelBatch(ctx context.Context, id uuid.UUID) error {
	stop := heartbeat(ctx)
	defer stop()
	for {
		list, err := a.DB.BatchDocumentsInFlight(ctx, id, cancelledAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, d := range list {
			if err := a.DB.EndCancelled(ctx, d); err != nil {
				return err
			}
		}
	}
}

// NotifyBatch promises the webhook of a batch that has ended.
func (a *Rows) NotifyBatch(ctx context.Context, id uuid.UUID) error {
	b, err := a.DB.BatchByID(ctx, id)
	if err != nil {
		return blame(err, 1)
	}
	body, err := a.Webhooks.BatchEnded(b)
	if err != nil {
		return err
	}
	return a.promised(a.DB.NotifyBatch(traced(ctx), id, body))
}
