package workflows

import (
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

const (
	// retentionChange marks executions that look at the retention of collections.
	retentionChange = "retention-of-collections"
	// exportsChange marks executions that look at exports of accounts.
	exportsChange = "exports-of-accounts"
)

// Clean removes what is no longer needed: the files of expired documents, stored answers, retired generations that were
// left behind, and the files of collections past their retention period.
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
	if workflow.GetVersion(ctx, retentionChange, workflow.DefaultVersion, 1) != workflow.DefaultVersion {
		n := 0
		if err := execute(withModel(ctx, "Delete files that are too old"), &n, do.ExpireFiles); err != nil {
			return nil, err
		}
		result.Counts["files_expired"] = n
	}
	if workflow.GetVersion(ctx, exportsChange, workflow.DefaultVersion, 1) != workflow.DefaultVersion {
		n := 0
		if err := execute(withModel(ctx, "Remove archives that have expired"), &n, do.ForgetExports); err != nil {
			return nil, err
		}
		result.Counts["exports_removed"] = n
	}
	return result.done(ctx, OutcomeDone, nil)
}

// orphanRuns bounds how many batches of blobs one night examines; the next night starts over at the first blob.
const orphanRuns = 100

// CleanBlobs removes blobs that no row refers to.
func CleanBlobs(ctx workflow.Context) (*Result, error) {
	removed := 0
	prefixes := []string{schema.DocumentsPrefix, schema.VersionsPrefix}
	if workflow.GetVersion(ctx, exportsChange, workflow.DefaultVersion, 1) != workflow.DefaultVersion {
		prefixes = append(prefixes, schema.ExportsPrefix)
	}
	for _, prefix := range prefixes {
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

// CleanAudit removes the entries of the audit log that are older than its owner keeps them.
func CleanAudit(ctx workflow.Context) (*Result, error) {
	removed := 0
	if err := execute(withModel(ctx, "Remove old entries of the audit log"), &removed, do.ExpireAudit); err != nil {
		return nil, err
	}
	result := Result{Counts: map[string]int{"entries_removed": removed}}
	return result.done(ctx, OutcomeDone, nil)
}
