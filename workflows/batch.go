package workflows

import (
	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// BatchInput identifies a batch.
type BatchInput struct {
	BatchID uuid.UUID
}

// Batch cancels a batch or reports its end, whichever is left to do. Its documents have their own workflows; the last
// of them to end starts this one.
func Batch(ctx workflow.Context, in BatchInput) (*Result, error) {
	result := Result{BatchID: in.BatchID}
	err := endBatch(ctx, in, &result)
	if superseded(err) {
		err = result.reach(ctx, OutcomeSuperseded, "")
	}
	return result.after(err)
}

func endBatch(ctx workflow.Context, in BatchInput, result *Result) error {
	var job activities.BatchJob
	if err := loadBatch(ctx, in, &job); err != nil {
		return err
	}
	if job.Cancel {
		if err := workflow.ExecuteActivity(withStore(ctx, "Cancel the documents"), do.CancelBatch, in.BatchID).Get(ctx, nil); err != nil {
			return err
		}
		if err := loadBatch(ctx, in, &job); err != nil {
			return err
		}
	}
	if job.Notify {
		if err := workflow.ExecuteLocalActivity(withRow(ctx, "Promise the webhook"), do.NotifyBatch, in.BatchID).Get(ctx, nil); err != nil {
			return err
		}
	}
	return result.reach(ctx, string(job.Status), "")
}

func loadBatch(ctx workflow.Context, in BatchInput, job *activities.BatchJob) error {
	return workflow.ExecuteLocalActivity(withRow(ctx, "Load the batch"), do.LoadBatch, in.BatchID).Get(ctx, job)
}
