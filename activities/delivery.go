package activities

import (
	"context"

	"github.com/google/uuid"

	"quire/schema"
)

// DeliveryJob is what the attempts of one round of a delivery share.
type DeliveryJob struct {
	DeliveryID uuid.UUID
	Round      int
}

// LoadDelivery reads the delivery. It fails with Superseded when the delivery is done or its document is gone.
func (a *Rows) LoadDelivery(ctx context.Context, id uuid.UUID) (DeliveryJob, error) {
	d, err := a.DB.DeliveryByID(ctx, id)
	if err == nil && d.Status != schema.DeliveryPending {
		err = schema.ErrSuperseded
	}
	return DeliveryJob{DeliveryID: id, Round: int(d.Round)}, blame(err, 1)
}

// FinishDelivery ends the round of a delivery.
func (a *Rows) FinishDelivery(ctx context.Context, job DeliveryJob, status schema.DeliveryStatus) error {
	return a.DB.FinishDelivery(ctx, job.DeliveryID, job.Round, status)
}
