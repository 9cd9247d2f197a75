package workflows

import (
	"github.com/google/uuid"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
)

// Outcomes of workflows whose subject has no status.
const (
	OutcomeSuperseded = "superseded" // deleted, taken over or finished elsewhere
	OutcomePurged     = "purged"
	OutcomeDone       = "done"
)

// Result is what Temporal shows of a finished workflow: ids, counts and states, never text or names. Fields that do not
// apply are absent.
type Result struct {
	Outcome      string    `json:"outcome"`
	Reason       string    `json:"reason,omitempty"` // why it failed
	DocumentID   uuid.UUID `json:"document_id,omitzero"`
	CollectionID uuid.UUID `json:"collection_id,omitzero"`
	FileID       uuid.UUID `json:"file_id,omitzero"`
	VersionID    uuid.UUID `json:"version_id,omitzero"`
	SessionID    uuid.UUID `json:"session_id,omitzero"`
	TurnID       uuid.UUID `json:"turn_id,omitzero"`
	DeliveryID   uuid.UUID `json:"delivery_id,omitzero"`
	BatchID      uuid.UUID `json:"batch_id,omitzero"`
	Pages        int       `json:"pages,omitempty"`
	Passages     int       `json:"passages,omitempty"`
	Attempts     int       `json:"attempts,omitempty"`
	// HTTPStatus is the last status that the receiver of a webhook returned; 0 if it never answered.
	HTTPStatus int `json:"http_status,omitempty"`
	// Tokens are the tokens that models charged for.
	Tokens *activities.TurnUsage `json:"tokens,omitempty"`
	// Counts are the numbers of things that upkeep found and put right.
	Counts map[string]int `json:"counts,omitempty"`
}

// outcomeChange marks executions in which close sets search attributes as well.
const outcomeChange = "outcome"

// reach records the outcome and the reason for a failure, and shows them to operators as search attributes along with
// those in set.
func (r *Result) reach(ctx workflow.Context, outcome, reason string, set ...temporal.SearchAttributeUpdate) error {
	r.Outcome, r.Reason = outcome, reason
	set = append(set, Outcome.ValueSet(outcome))
	if reason != "" {
		set = append(set, FailureType.ValueSet(reason))
	}
	return workflow.UpsertTypedSearchAttributes(ctx, set...)
}

// close is reach for outcomes that earlier builds did not show. An execution that such a build ended this way replays
// unchanged.
func (r *Result) close(ctx workflow.Context, outcome string) error {
	if workflow.GetVersion(ctx, outcomeChange, workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		r.Outcome = outcome
		return nil
	}
	return r.reach(ctx, outcome, "")
}

// after returns the workflow's return values when its last step has ended with err.
func (r *Result) after(err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}

// done is like close, for a last step that may have failed with err.
func (r *Result) done(ctx workflow.Context, outcome string, err error) (*Result, error) {
	if err == nil {
		err = r.close(ctx, outcome)
	}
	return r.after(err)
}
