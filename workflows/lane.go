package workflows

import (
	"errors"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// Crowded is the type of the error with which a worker hands back an activity whose account already holds its share of
// the lane's slots. It ends the activity only if the workflow's retry policy says so; otherwise the activity is
// retried.
const Crowded = "crowded"

// overflow is the suffix that turns the name of a lane's queue into that of its overflow queue.
const overflow = "-overflow"

// Overflow returns the queue in which activities wait after the lane has handed them back.
func Overflow(queue string) string { return queue + overflow }

// execute runs an activity in the lane that ctx names. An activity that is handed back waits in the lane's overflow
// queue, which holds only the work of accounts over their share, and uses up neither a slot nor an attempt while it
// waits.
func execute(ctx workflow.Context, result, activity any, args ...any) error {
	waiting := workflow.WithTaskQueue(ctx, Overflow(workflow.GetActivityOptions(ctx).TaskQueue))
	err := workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, result)
	for crowded(err) {
		err = workflow.ExecuteActivity(waiting, activity, args...).Get(waiting, result)
	}
	return err
}

func crowded(err error) bool {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	return ok && e.Type() == Crowded
}
