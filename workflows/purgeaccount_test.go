package workflows_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"quire/workflows"
)

func TestPurgeOfAnAccountRemovesRowsLastAndEndsWithTheProof(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	in := workflows.PurgeAccountInput{AccountID: uuid.New()}
	var steps []string
	var times []time.Time
	step := func(name string) func(context.Context, workflows.PurgeAccountInput) error {
		return func(_ context.Context, got workflows.PurgeAccountInput) error {
			require.Equal(t, in, got)
			steps, times = append(steps, name), append(times, env.Now())
			return nil
		}
	}
	env.OnActivity(do.StopAccount, mock.Anything, mock.Anything).Return(step("stop"))
	env.OnActivity(do.ForgetAccountWorkflows, mock.Anything, mock.Anything).Return(step("workflows"))
	env.OnActivity(do.RemoveAccountData, mock.Anything, mock.Anything).Return(step("data"))
	env.OnActivity(do.PurgeAccountRows, mock.Anything, mock.Anything).Return(step("rows"))
	proofs := 0
	env.OnActivity(do.ProveAccountGone, mock.Anything, mock.Anything).Return(func(context.Context, workflows.PurgeAccountInput) error {
		if proofs++; proofs < 3 {
			return errors.New("rows are left")
		}
		return nil
	})
	env.ExecuteWorkflow(workflows.PurgeAccount, in)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"stop", "workflows", "data", "data", "workflows", "rows"}, steps)
	require.GreaterOrEqual(t, times[3].Sub(times[2]), 30*time.Minute, "only after the longest activity must have ended")
	require.Equal(t, 3, proofs, "it does not end before the proof succeeds")
}
