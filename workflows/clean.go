package workflows

import (
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// Clean removes what time has made useless: the files of expired documents, kept answers, and retired generations that
// were left behind.
func Clean(ctx workflow.Context) error {
	for _, step := range []struct {
		summary  string
		activity any
	}{
		{"Expire documents", do.ExpireDocuments},
		{"Forget kept answers and streamed events", do.ForgetAnswers},
		{"Forget retired generations", do.ForgetRetired},
	} {
		if err := workflow.ExecuteActivity(withModel(ctx, step.summary), step.activity).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// orphanRuns bounds how far one night looks; the next begins again at the first blob.
const orphanRuns = 100

// CleanBlobs removes blobs that no row knows.
func CleanBlobs(ctx workflow.Context) error {
	for _, prefix := range []string{schema.DocumentsPrefix, schema.VersionsPrefix} {
		in := activities.OrphansInput{Prefix: prefix}
		for range orphanRuns {
			var seen activities.Orphans
			if err := workflow.ExecuteActivity(withModel(ctx, "Remove blobs without a row"), do.RemoveOrphans, in).Get(ctx, &seen); err != nil {
				return err
			}
			if in.After = seen.After; in.After == "" {
				break
			}
		}
	}
	return nil
}
