package activities

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"quire/internal/egress"
	"quire/internal/webhook"
	"quire/schema"
)

// PostInput identifies one attempt. Its number counts across all rounds.
type PostInput struct {
	Job    DeliveryJob
	Number int
}

// PostOutcome is the outcome of an attempt.
type PostOutcome struct {
	Delivered bool
	Status    int
}

// PostWebhook sends the webhook once, signed according to Standard Webhooks 1.0. The receiver's answer, whatever it is,
// is a value; an error means a problem on our side. If the worker dies between sending and recording, the same attempt
// is sent again under the same webhook-id.
func (a *Egress) PostWebhook(ctx context.Context, in PostInput) (PostOutcome, error) {
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
	res, err := a.Client.Post(ctx, d.URL, d.Body, header)
	if err != nil {
		return PostOutcome{}, fmt.Errorf("post %s: %w", d.ID, err)
	}
	err = a.DB.FinishAttempt(ctx, d.ID, in.Number, schema.AttemptOutcome{
		Status: res.Status, DurationMS: int(res.Duration.Milliseconds()), Error: attemptError(res),
		Answer: res.Answer, AnswerCut: res.AnswerCut,
	})
	return PostOutcome{Delivered: res.OK(), Status: res.Status}, err
}

func (a *Egress) webhookHeader(ctx context.Context, d schema.Delivery) (http.Header, error) {
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
