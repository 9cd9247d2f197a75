package workflows_test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"
	sdk "go.temporal.io/sdk/worker"

	"quire/activities"
	"quire/worker"
	"quire/workflows"
)

var do struct {
	*activities.Rows
	*activities.Convert
	*activities.Model
	*activities.Egress
}

// newEnvironment returns an environment that skips time. Its deadlock timeout is long, because a busy machine may be
// slow. The test fails if its workflow schedules an activity on a queue that does not serve it.
func newEnvironment(t *testing.T) *testsuite.TestWorkflowEnvironment {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute)
	env.SetWorkerOptions(sdk.Options{DeadlockDetectionTimeout: time.Minute})
	for _, queue := range []any{do.Rows, do.Convert, do.Model, do.Egress} {
		env.RegisterActivity(queue)
	}
	served := servedActivities()
	env.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
		assert.True(t, served[info.TaskQueue][info.ActivityType.Name], "%s is not served by %s", info.ActivityType.Name, info.TaskQueue)
	})
	env.SetOnLocalActivityStartedListener(func(info *activity.Info, _ context.Context, _ []any) {
		assert.True(t, served[workflows.QueueWorkflow][info.ActivityType.Name], "%s is not served with the workflows", info.ActivityType.Name)
	})
	return env
}

// servedActivities returns the names of the activities that workers serve on each queue.
func servedActivities() map[string]map[string]bool {
	served := map[string]map[string]bool{}
	for _, queue := range workflows.Queues() {
		names := map[string]bool{}
		for m := range reflect.TypeOf(worker.Activities{}.On(queue)).Methods() {
			names[m.Name] = true
		}
		served[queue], served[workflows.Overflow(queue)] = names, names
	}
	return served
}
