package activities

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"quire/internal/egress"
	"quire/internal/webhook"
	"quire/schema"
)

// DeliveryJob is what the attempts of one round of a delivery share.
type DeliveryJob struct {
	DeliveryID uuid.UUID
	Round      int
}

// LoadDelivery reads the delivery. Superseded when it is done or its document is gone.
func (a *Activities) LoadDelivery(ctx context.Context, id uuid.UUID) (DeliveryJob, error) {
	d, err := a.DB.DeliveryByID(ctx, id)
	if err == nil && d.Status != schema.DeliveryPending {
		err = schema.ErrSuperseded
	}
	return DeliveryJob{DeliveryID: id, Round: int(d.Round)}, blame(err, 1)
}

// PostInput names one attempt; its number counts over all rounds.
type PostInput struct {
	Job    DeliveryJob
	Number int
}

// PostOutcome is what came of an attempt.
type PostOutcome struct {
	Delivered bool
	Status    int
}

// PostWebhook sends the webhook once, signed by Standard Webhooks 1.0. Whatever the receiver answers is a value; an
// error is trouble of ours. When the worker dies between sending and recording, the same attempt is sent again under
// the same webhook-id.
func (a *Activities) PostWebhook(ctx context.Context, in PostInput) (PostOutcome, error) {
	d, err := a.DB.DeliveryByID(ctx, in.Job.DeliveryID)
	if err != nil {
		return PostOutcome{}, blame(err, 1)
	}
	header, err := a.webhookHeader(ctx, d)
	if err != nil {
		return PostOutcome{}, err
	}
	if err := a.DB.BeginAttempt(ctx, d.ID, in.Number); err != nil {
		return PostOutcome{}, err
	}
	res, err := a.Egress.Post(ctx, d.URL, d.Body, header)
	if err != nil {
		return PostOutcome{}, fmt.Errorf("post %s: %w", d.ID, err)
	}
	err = a.DB.FinishAttempt(ctx, d.ID, in.Number, schema.AttemptOutcome{
		Status: res.Status, DurationMS: int(res.Duration.Milliseconds()), Error: attemptError(res),
	})
	return PostOutcome{Delivered: res.OK(), Status: res.Status}, err
}

func (a *Activities) webhookHeader(ctx context.Context, d schema.Delivery) (http.Header, error) {
	secrets, err := a.DB.WebhookSecrets(ctx, d.AccountID)
	if err != nil {
		return nil, err
	}
	header, err := webhook.Sign(secrets, "msg_"+d.ID.String(), time.Now(), d.Body)
	if err != nil {
		return nil, err
	}
	header.Set("Content-Type", "application/json")
	return header, nil
}

func attemptError(res egress.Result) string {
	if res.OK() {
		return ""
	}
	return res.Message
}

// FinishDelivery ends the round of a delivery.
func (a *Activities) FinishDelivery(ctx context.Context, job DeliveryJob, status schema.DeliveryStatus) error {
	return a.DB.FinishDelivery(ctx, job.DeliveryID, job.Round, status)
}
