package workflows

import (
	"errors"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// Crowded is the type of the error with which a worker hands back an activity whose account has its share of the lane's
// slots. It ends an activity only where the workflow asks for it, by its retry policy; elsewhere it is retried.
const Crowded = "crowded"

// overflow is added to the name of a lane's queue.
const overflow = "-overflow"

// Overflow is the queue in which activities wait that a lane has handed back.
func Overflow(queue string) string { return queue + overflow }

// execute runs an activity in the lane that ctx names. One that is handed back waits in the lane's overflow, where only
// work of crowded accounts stands, and does not use up a slot or an attempt meanwhile.
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
