package workflows

import (
	"fmt"

	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// EmbedInput holds what the earlier runs have done.
type EmbedInput struct {
	Passages int `json:",omitempty"`
}

// embedRuns bounds the activities of one run, and so its history.
const embedRuns = 200

// Embed gives vectors to the passages that answer queries by their words alone: those of files that have just become
// ready, and all of them for a new embedding model. The rows know what is waiting, so nothing is lost with a run.
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
