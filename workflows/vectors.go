package workflows

import (
	"fmt"

	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// EmbedInput holds the totals of the earlier runs.
type EmbedInput struct {
	Passages int `json:",omitempty"`
}

// embedRuns bounds the activities of one run, and so its history.
const embedRuns = 200

// Embed computes vectors for the passages that only lexical search can find so far: those of files that have just
// become ready and, for a new embedding model, all of them. The rows record what is pending, so nothing is lost when it
// continues as a new run.
func Embed(ctx workflow.Context, in EmbedInput) (*Result, error) {
	for range embedRuns {
		var done activities.Embedded
		if err := execute(withModel(ctx, "Embed passages"), &done, do.EmbedPassages); err != nil {
			return nil, err
		}
		in.Passages += done.Passages
		if done.Left == 0 {
			result := Result{Counts: map[string]int{"passages_embedded": in.Passages}}
			return result.done(ctx, OutcomeDone, nil)
		}
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("Embedded %d passages; at most %d are waiting", in.Passages, done.Left))
	}
	return nil, workflow.NewContinueAsNewError(ctx, Embed, in)
}
