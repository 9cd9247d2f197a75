package workflows_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

func TestABatchDoesWhatIsLeftToDo(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		jobs []activities.BatchJob // one for each time it is loaded
		want []string
	}{
		"cancelled": {
			[]activities.BatchJob{{Cancel: true, Status: schema.BatchCancelling}, {Notify: true, Status: schema.BatchCancelled}},
			[]string{"load", "cancel", "load", "notify"},
		},
		"ended":    {[]activities.BatchJob{{Notify: true, Status: schema.BatchCompleted}}, []string{"load", "notify"}},
		"reported": {[]activities.BatchJob{{Status: schema.BatchCompleted}}, []string{"load"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, jobs, did := newEnvironment(t), tc.jobs, []string(nil)
			env.OnActivity(do.LoadBatch, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) (activities.BatchJob, error) {
				job := jobs[0]
				jobs, did = jobs[1:], append(did, "load")
				return job, nil
			})
			env.OnActivity(do.CancelBatch, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) error {
				did = append(did, "cancel")
				return nil
			})
			env.OnActivity(do.NotifyBatch, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) error {
				did = append(did, "notify")
				return nil
			})
			env.ExecuteWorkflow(workflows.Batch, workflows.BatchInput{BatchID: uuid.New()})
			require.NoError(t, env.GetWorkflowError())
			require.Equal(t, tc.want, did)
		})
	}
}
