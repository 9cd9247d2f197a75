package workflows

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// retryPause is the time between the end of one attempt and the next.
const retryPause = 5 * time.Second

// DeliveryInput identifies a delivery.
type DeliveryInput struct {
	DeliveryID uuid.UUID
}

// Delivery posts a webhook, with up to three more attempts after the first. The receiver's answer is a value rather
// than an error, so that a worker's crash never uses up an attempt.
func Delivery(ctx workflow.Context, in DeliveryInput) (*Result, error) {
	result := Result{DeliveryID: in.DeliveryID}
	err := deliver(ctx, in, &result)
	if superseded(err) {
		err = result.close(ctx, OutcomeSuperseded)
	}
	return result.after(err)
}

func deliver(ctx workflow.Context, in DeliveryInput, result *Result) error {
	var job activities.DeliveryJob
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Load the delivery"), do.LoadDelivery, in.DeliveryID).Get(ctx, &job); err != nil {
		return err
	}
	status, err := attempts(ctx, job, result)
	if err != nil {
		return err
	}
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Finish: "+string(status)), do.FinishDelivery, job, status).Get(ctx, nil); err != nil {
		return err
	}
	return result.reach(ctx, string(status), "")
}

func attempts(ctx workflow.Context, job activities.DeliveryJob, result *Result) (schema.DeliveryStatus, error) {
	var outcomes string
	for n := 1; ; n++ {
		out, err := post(ctx, job, n)
		if err != nil {
			return "", err
		}
		outcomes += fmt.Sprintf("- attempt %d: %s\n", n, outcomeOf(out))
		workflow.SetCurrentDetails(ctx, outcomes)
		result.Attempts, result.HTTPStatus = n, out.Status
		if out.Delivered {
			return schema.DeliveryDelivered, nil
		}
		if n == schema.AttemptsPerRound {
			return schema.DeliveryExhausted, nil
		}
		if err := pause(ctx, retryPause, fmt.Sprintf("Until attempt %d", n+1)); err != nil {
			return "", err
		}
	}
}

// outcomeOf describes the receiver's answer for operators without revealing anything that could be a secret of the
// account.
func outcomeOf(out activities.PostOutcome) string {
	if out.Status == 0 {
		return "no answer"
	}
	return fmt.Sprintf("HTTP %d", out.Status)
}

func post(ctx workflow.Context, job activities.DeliveryJob, n int) (activities.PostOutcome, error) {
	summary := fmt.Sprintf("Attempt %d of %d", n, schema.AttemptsPerRound)
	var out activities.PostOutcome
	err := execute(withPost(ctx, summary), &out, do.PostWebhook,
		activities.PostInput{Job: job, Number: job.Round*schema.AttemptsPerRound + n})
	return out, err
}
