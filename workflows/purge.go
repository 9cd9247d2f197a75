package workflows

import (
	"context"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// zombieTime is longer than an activity that missed its cancellation can keep writing.
const zombieTime = 31 * time.Minute

const untilZombiesEnd = "Until nothing can write any more"

// PurgeInput identifies a deleted document.
type PurgeInput struct {
	DocumentID uuid.UUID
}

// PurgeDocument removes what a deleted document left behind: its files, then its row. A worker that was cut off may
// still write a range after that, so the files are removed once more when it must have stopped.
func PurgeDocument(ctx workflow.Context, in PurgeInput) (*Result, error) {
	result := Result{DocumentID: in.DocumentID}
	return result.done(ctx, OutcomePurged, purgeDocument(ctx, in))
}

func purgeDocument(ctx workflow.Context, in PurgeInput) error {
	if err := removeFiles(ctx, in, "Remove the files"); err != nil {
		return err
	}
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Remove the row"), do.PurgeRow, in.DocumentID).Get(ctx, nil); err != nil {
		return err
	}
	if err := pause(ctx, zombieTime, untilZombiesEnd); err != nil {
		return err
	}
	return removeFiles(ctx, in, "Remove late writes")
}

func removeFiles(ctx workflow.Context, in PurgeInput, summary string) error {
	return workflow.ExecuteActivity(withStore(ctx, summary), do.RemoveFiles, in.DocumentID).Get(ctx, nil)
}

// PurgeFileInput identifies a deleted file and the account that owned it.
type PurgeFileInput = activities.PurgeFileInput

// PurgeCollectionInput identifies a deleted collection and the account that owned it.
type PurgeCollectionInput = activities.PurgeCollectionInput

// PurgeFile removes what a deleted file of a collection left behind: its points, its blobs, then its rows. Anything
// that a late worker wrote after that is removed once the worker must have stopped.
func PurgeFile(ctx workflow.Context, in PurgeFileInput) (*Result, error) {
	result := Result{FileID: in.FileID}
	return result.done(ctx, OutcomePurged, purge(ctx, in, do.RemoveFileFromIndex, do.RemoveFileBlobs, do.PurgeFileRows))
}

// PurgeCollection removes what a deleted collection left behind, in the same way as PurgeFile.
func PurgeCollection(ctx workflow.Context, in PurgeCollectionInput) (*Result, error) {
	result := Result{CollectionID: in.CollectionID}
	return result.done(ctx, OutcomePurged, purge(ctx, in, do.RemoveCollectionFromIndex, do.RemoveCollectionBlobs, do.PurgeCollectionRows))
}

// purge removes points and blobs first, because the rows say where they are.
func purge[In any](ctx workflow.Context, in In, points func(context.Context, In) error,
	blobs func(context.Context, In) ([]uuid.UUID, error), rows func(context.Context, In) error,
) error {
	if err := workflow.ExecuteActivity(withStore(ctx, "Remove the points"), points, in).Get(ctx, nil); err != nil {
		return err
	}
	var versions []uuid.UUID
	if err := workflow.ExecuteActivity(withStore(ctx, "Remove the blobs"), blobs, in).Get(ctx, &versions); err != nil {
		return err
	}
	if err := workflow.ExecuteActivity(withStore(ctx, "Remove the rows"), rows, in).Get(ctx, nil); err != nil {
		return err
	}
	if err := pause(ctx, zombieTime, untilZombiesEnd); err != nil {
		return err
	}
	late := withStore(ctx, "Remove late writes")
	if err := workflow.ExecuteActivity(late, points, in).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(late, do.RemoveVersions, versions).Get(ctx, nil)
}
