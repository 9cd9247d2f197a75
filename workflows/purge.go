package workflows

import (
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"
)

// zombieTime is longer than an activity that missed its cancellation can go on writing.
const zombieTime = 31 * time.Minute

// PurgeInput names the deleted document.
type PurgeInput struct {
	DocumentID uuid.UUID
}

// PurgeDocument removes what a deleted document left: its files, then its row. A worker that was cut off may still
// write a range after that, so the files are removed once more when it must have ended.
func PurgeDocument(ctx workflow.Context, in PurgeInput) error {
	if err := removeFiles(ctx, in, "Remove the files"); err != nil {
		return err
	}
	if err := workflow.ExecuteLocalActivity(withRow(ctx), do.PurgeRow, in.DocumentID).Get(ctx, nil); err != nil {
		return err
	}
	if err := workflow.Sleep(ctx, zombieTime); err != nil {
		return err
	}
	return removeFiles(ctx, in, "Remove what was written late")
}

func removeFiles(ctx workflow.Context, in PurgeInput, summary string) error {
	return workflow.ExecuteActivity(withStore(ctx, summary), do.RemoveFiles, in.DocumentID).Get(ctx, nil)
}
