package workflows

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

const (
	// casesAtOnce bounds the questions of one run that are answered at the same time, so that the latencies are those
	// of a service in use and not those of a queue.
	casesAtOnce = 2
	// casesPerRun bounds the history of one workflow run: a case takes about fifteen events.
	casesPerRun = 100
	// regrade is the pause before looking again for an answer whose workflow was lost: the sweeper restarts it.
	regrade = 15 * time.Second
)

// EvalInput identifies a run of an evaluation.
type EvalInput struct {
	RunID uuid.UUID
}

// Eval asks the questions of a run, each in an ordinary turn, and scores the answers. The rows record what has been
// asked, so nothing is lost or asked twice when the workflow continues as a new run. It returns no error when the run
// was cancelled or deleted in the meantime.
func Eval(ctx workflow.Context, in EvalInput) (*Result, error) {
	e := eval{in: in, log: logger(ctx, "run_id", in.RunID)}
	err := e.run(ctx)
	switch failure, fault := permanent(err); {
	case workflow.IsContinueAsNewError(err):
		return nil, err
	case superseded(err):
		e.log.Info("run ended elsewhere")
		err = e.result.close(ctx, OutcomeSuperseded)
	case temporal.IsCanceledError(err):
		err = e.end(ctx, schema.EvalCancelled, "")
	case fault:
		logFailure(e.log, "run failed", failure)
		err = e.end(ctx, schema.EvalFailed, failure.Message)
	}
	return e.result.after(err)
}

type eval struct {
	in     EvalInput
	log    log.Logger
	job    activities.EvalJob
	result Result
}

func (e *eval) run(ctx workflow.Context) error {
	if err := execute(withModel(ctx, "Begin"), &e.job, do.BeginEval, e.in.RunID); err != nil {
		return err
	}
	if err := e.result.reach(ctx, string(schema.EvalRunning), ""); err != nil {
		return err
	}
	var cases []int
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Read the next cases"), do.PendingEvalCases, e.in.RunID, casesPerRun+1).Get(ctx, &cases); err != nil {
		return err
	}
	more := len(cases) > casesPerRun
	cases = cases[:min(len(cases), casesPerRun)]
	err := sideBySide(ctx, 0, len(cases), 1, casesAtOnce, func(ctx workflow.Context, at, _ int) error {
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("Asking case %d of %d", cases[at], e.job.Cases))
		return e.ask(ctx, activities.EvalCase{RunID: e.in.RunID, Number: cases[at]})
	})
	if err != nil {
		return err
	}
	if more {
		return workflow.NewContinueAsNewError(ctx, Eval, e.in)
	}
	return e.end(ctx, schema.EvalCompleted, "")
}

// ask returns when a case has its result.
func (e *eval) ask(ctx workflow.Context, c activities.EvalCase) error {
	var turn *uuid.UUID
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Ask"), do.AskEvalCase, c).Get(ctx, &turn); err != nil || turn == nil {
		return err
	}
	if err := e.answer(ctx, *turn); err != nil {
		return err
	}
	for {
		graded := false
		if err := workflow.ExecuteLocalActivity(withRow(ctx, "Score"), do.GradeEvalCase, c).Get(ctx, &graded); err != nil || graded {
			return err
		}
		if err := pause(ctx, regrade, "Until the answer is written elsewhere"); err != nil {
			return err
		}
	}
}

// answer runs the turn's own workflow. It returns an error only if it is cancelled: as with any other turn, the sweeper
// takes care of a workflow that is lost.
func (e *eval) answer(ctx workflow.Context, turn uuid.UUID) error {
	child := workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID: turnPath + turn.String(), TaskQueue: QueueWorkflow, StaticSummary: "Answer · evaluation",
		WorkflowIDReusePolicy: enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE, ParentClosePolicy: enums.PARENT_CLOSE_POLICY_ABANDON,
		TypedSearchAttributes: temporal.NewSearchAttributes(AccountID.ValueSet(e.job.AccountID.String())),
		Priority:              temporal.Priority{PriorityKey: priorityEval, FairnessKey: e.job.AccountID.String()},
	})
	err := workflow.ExecuteChildWorkflow(child, Turn, TurnInput{TurnID: turn}).Get(ctx, nil)
	if err != nil && !temporal.IsCanceledError(err) {
		e.log.Warn("turn of an evaluation was lost, or is answered elsewhere", "turn_id", turn, "error", err)
		return nil
	}
	return err
}

// end ends the run even when the workflow itself was cancelled.
func (e *eval) end(ctx workflow.Context, status schema.EvalStatus, reason string) error {
	ctx, _ = workflow.NewDisconnectedContext(ctx)
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "End: "+string(status)), do.EndEval, e.in.RunID, status, reason).Get(ctx, nil); err != nil {
		return err
	}
	e.result.Counts = map[string]int{"cases": e.job.Cases}
	return e.result.reach(ctx, string(status), "")
}
