package activities

import (
	"context"

	"github.com/google/uuid"

	"quire/schema"
)

// cancelledAtOnce is how many documents of a cancelled batch are read per query.
const cancelledAtOnce = 100

// BatchJob says what is left to do for a batch.
type BatchJob struct {
	Cancel bool // cancelled documents are still in flight
	Notify bool // the batch has ended and a webhook is due
	Status schema.BatchStatus
}

// LoadBatch ends the batch if none of its documents is in flight any more, and returns what is left to do. It fails
// with Superseded if the batch was deleted.
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

// CancelBatch fails every document of the batch that is still in flight. The last of them ends the batch.
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

// NotifyBatch schedules the webhook of a batch that has ended.
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
