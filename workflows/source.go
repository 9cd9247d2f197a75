package workflows

import (
	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// SourceInput identifies a run of a source.
type SourceInput struct {
	RunID uuid.UUID
}

// Source mirrors a source into its collection, once: it lists what is there, reads what is new or has changed, and
// deletes what was missing from a complete listing. Every step resumes where it stopped, so a restarted run repeats
// nothing.
func Source(ctx workflow.Context, in SourceInput) (*Result, error) {
	var result Result
	err := mirrorSource(ctx, in, &result)
	if failure, ok := permanent(err); ok {
		err = endSource(ctx, activities.SourceEnd{RunID: in.RunID, Status: schema.SourceRunFailed, Message: failure.Message}, failure.Reason, &result)
	}
	if superseded(err) {
		err = result.reach(ctx, OutcomeSuperseded, "")
	}
	return result.after(err)
}

func mirrorSource(ctx workflow.Context, in SourceInput, result *Result) error {
	if err := takeTurns(ctx, in, "List the source", do.ListSource); err != nil {
		return err
	}
	var plan schema.SourcePlan
	err := workflow.ExecuteActivity(withStore(ctx, "Compare with the collection"), do.PlanSource, in.RunID).Get(ctx, &plan)
	if err != nil {
		return err
	}
	if plan.Ended {
		return result.reach(ctx, OutcomeDone, "")
	}
	if err := takeTurns(ctx, in, "Read new and changed items", do.MirrorItems); err != nil {
		return err
	}
	if plan.Delete {
		err := workflow.ExecuteActivity(withStore(ctx, "Delete what is gone"), do.DeleteGone, in.RunID).Get(ctx, nil)
		if err != nil {
			return err
		}
	}
	return endSource(ctx, activities.SourceEnd{RunID: in.RunID, Status: schema.SourceRunCompleted}, "", result)
}

// takeTurns repeats an activity until it has nothing left to do. It continues as a new run when the history has become
// long.
func takeTurns(ctx workflow.Context, in SourceInput, summary string, activity any) error {
	for {
		var turn activities.SourceTurn
		if err := execute(withSource(ctx, summary), &turn, activity, in.RunID); err != nil {
			return err
		}
		if !turn.More {
			return nil
		}
		if turn.Pause > 0 {
			if err := pause(ctx, turn.Pause, "Keep to the rate of the source"); err != nil {
				return err
			}
		}
		if workflow.GetInfo(ctx).GetContinueAsNewSuggested() {
			return workflow.NewContinueAsNewError(ctx, Source, in)
		}
	}
}

func endSource(ctx workflow.Context, end activities.SourceEnd, reason string, result *Result) error {
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "End the run"), do.EndSource, end).Get(ctx, nil); err != nil {
		return err
	}
	return result.reach(ctx, string(end.Status), reason)
}

// SourcesDue starts the runs of sources that are due.
func SourcesDue(ctx workflow.Context) (*Result, error) {
	begun := 0
	err := workflow.ExecuteLocalActivity(withRow(ctx, "Begin runs"), do.StartDueSources).Get(ctx, &begun)
	result := Result{Counts: map[string]int{"runs_begun": begun}}
	return result.done(ctx, OutcomeDone, err)
}
