package workflows

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// TurnInput identifies a turn.
type TurnInput struct {
	TurnID uuid.UUID
}

// Turn takes a question to its answer, or ends it with a reason. It returns no error in either case, nor when the
// client has gone or the session was deleted in the meantime.
func Turn(ctx workflow.Context, in TurnInput) (*Result, error) {
	t := turn{in: in, log: logger(ctx, "turn_id", in.TurnID), result: Result{TurnID: in.TurnID}}
	err := t.run(ctx)
	if err != nil {
		err = t.endAfter(ctx, err)
	}
	if t.used != (activities.TurnUsage{}) {
		t.result.Tokens = &t.used
	}
	return t.result.after(err)
}

// endAfter ends a turn that err has interrupted.
func (t *turn) endAfter(ctx workflow.Context, err error) error {
	switch failure, fault := permanent(err); {
	case superseded(err):
		t.log.Info("turn ended elsewhere")
		return t.result.close(ctx, OutcomeSuperseded)
	case temporal.IsCanceledError(err):
		return t.fail(ctx, activities.Failure{Reason: "cancelled", Message: "The answer was stopped"})
	case fault:
		return t.fail(ctx, failure)
	}
	t.log.Error("turn cannot be answered", "error", err)
	return t.fail(ctx, activities.Failure{Reason: "api_error", Message: "The answer could not be finished. Please ask again."})
}

type turn struct {
	in     TurnInput
	log    log.Logger
	job    activities.TurnJob
	used   activities.TurnUsage
	result Result
}

func (t *turn) run(ctx workflow.Context) error {
	if err := t.read(ctx); err != nil {
		return err
	}
	if t.job.Leans {
		if err := t.rewrite(ctx); err != nil {
			return err
		}
	}
	hits, err := t.search(ctx)
	if err != nil {
		return err
	}
	if err := t.answer(ctx, hits); err != nil {
		return err
	}
	return t.finish(ctx)
}

func (t *turn) read(ctx workflow.Context) error {
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Read the turn"), do.ReadTurn, t.in.TurnID).Get(ctx, &t.job); err != nil {
		return err
	}
	if t.job.SessionID == nil {
		return nil
	}
	t.result.SessionID = *t.job.SessionID
	return workflow.UpsertTypedSearchAttributes(ctx, SessionID.ValueSet(t.job.SessionID.String()))
}

func (t *turn) rewrite(ctx workflow.Context) error {
	return patiently(withTurnStep(ctx, "Rewrite the question"), do.RewriteTurn, t.in.TurnID, &t.used)
}

func (t *turn) search(ctx workflow.Context) ([]activities.TurnHit, error) {
	var hits []activities.TurnHit
	err := patiently(withTurnStep(ctx, "Search"), do.SearchTurn, t.job, &hits)
	return hits, err
}

func (t *turn) answer(ctx workflow.Context, hits []activities.TurnHit) error {
	var used activities.TurnUsage
	err := patiently(withAnswer(ctx, fmt.Sprintf("Answer from %d passages", len(hits))), do.AnswerTurn,
		activities.AnswerInput{TurnID: t.in.TurnID, Hits: hits}, &used)
	t.used.Prompt += used.Prompt
	t.used.Completion += used.Completion
	t.result.Passages = len(hits)
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("Answered from %d passages, with %d + %d tokens", len(hits), t.used.Prompt, t.used.Completion))
	return err
}

func (t *turn) finish(ctx workflow.Context) error {
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Finish"), do.FinishTurn, t.job, t.used).Get(ctx, nil); err != nil {
		return err
	}
	if t.job.Names {
		if err := patiently(withTurnStep(ctx, "Name the session"), do.NameSession, t.job, nil); err != nil {
			t.log.Warn("session keeps its name", "error", err)
		}
	}
	return t.result.reach(ctx, string(schema.TurnComplete), "")
}

// patiently runs an activity of a turn. It repeats the activity for as long as the database is down, without using up
// an attempt.
func patiently(ctx workflow.Context, activity, in, out any) error {
	for wait := time.Second; ; wait = min(2*wait, longestRowPause) {
		err := execute(ctx, out, activity, in)
		if e, ok := errors.AsType[*temporal.ApplicationError](err); !ok || e.Type() != activities.DatabaseAway {
			return err
		}
		if err := pause(ctx, wait, "Until the database is back"); err != nil {
			return err
		}
	}
}

// fail ends the turn even when the workflow itself was cancelled, so that no message stays in flight.
func (t *turn) fail(ctx workflow.Context, f activities.Failure) error {
	ctx, _ = workflow.NewDisconnectedContext(ctx)
	status := schema.TurnFailed
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Fail: "+f.Reason), do.FailTurn, t.in.TurnID, f).Get(ctx, &status); err != nil {
		return err
	}
	workflow.SetCurrentDetails(ctx, "Ended: "+f.Reason)
	return t.result.reach(ctx, string(status), f.Reason)
}
