package workflows

import (
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// Clean removes what has outlived its use: the files of expired documents, stored answers, and retired generations that
// were left behind.
func Clean(ctx workflow.Context) (*Result, error) {
	result := Result{Counts: map[string]int{}}
	for _, step := range []struct {
		summary  string
		activity any
		count    string
	}{
		{"Expire documents", do.ExpireDocuments, "documents_expired"},
		{"Forget kept answers and streamed events", do.ForgetAnswers, "rows_forgotten"},
		{"Forget retired generations", do.ForgetRetired, "generations_forgotten"},
	} {
		n := 0
		if err := execute(withModel(ctx, step.summary), &n, step.activity); err != nil {
			return nil, err
		}
		result.Counts[step.count] = n
	}
	return result.done(ctx, OutcomeDone, nil)
}

// orphanRuns bounds how many batches of blobs one night examines; the next night starts over at the first blob.
const orphanRuns = 100

// CleanBlobs removes blobs that no row refers to.
func CleanBlobs(ctx workflow.Context) (*Result, error) {
	removed := 0
	for _, prefix := range []string{schema.DocumentsPrefix, schema.VersionsPrefix} {
		in := activities.OrphansInput{Prefix: prefix}
		for range orphanRuns {
			var seen activities.Orphans
			if err := execute(withModel(ctx, "Remove blobs without a row"), &seen, do.RemoveOrphans, in); err != nil {
				return nil, err
			}
			removed += seen.Removed
			if in.After = seen.After; in.After == "" {
				break
			}
		}
	}
	result := Result{Counts: map[string]int{"blobs_removed": removed}}
	return result.done(ctx, OutcomeDone, nil)
}
