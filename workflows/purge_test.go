package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/workflows"
)

func TestPurgeOfAFileRemovesPointsBlobsAndRowsThenLateWrites(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	var steps []string
	var times []time.Time
	step := func(name string) {
		steps, times = append(steps, name), append(times, env.Now())
	}
	versions := []uuid.UUID{uuid.New(), uuid.New()}
	env.OnActivity(do.RemoveFileFromIndex, mock.Anything, mock.Anything).Return(func(context.Context, activities.PurgeFileInput) error {
		step("points")
		return nil
	})
	env.OnActivity(do.RemoveFileBlobs, mock.Anything, mock.Anything).Return(func(context.Context, activities.PurgeFileInput) ([]uuid.UUID, error) {
		step("blobs")
		return versions, nil
	})
	env.OnActivity(do.PurgeFileRows, mock.Anything, mock.Anything).Return(func(context.Context, activities.PurgeFileInput) error {
		step("rows")
		return nil
	})
	env.OnActivity(do.RemoveVersions, mock.Anything, versions).Return(func(context.Context, []uuid.UUID) error {
		step("late blobs")
		return nil
	})
	env.ExecuteWorkflow(workflows.PurgeFile, workflows.PurgeFileInput{AccountID: uuid.New(), FileID: uuid.New()})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"points", "blobs", "rows", "points", "late blobs"}, steps)
	require.GreaterOrEqual(t, times[3].Sub(times[2]), 30*time.Minute, "only after the longest activity must have ended")
}

func TestNightlyCheckVisitsEveryAccountPageByPage(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	accounts := []uuid.UUID{uuid.New(), uuid.New()}
	var checked []uuid.UUID
	env.OnActivity(do.ForgetRetired, mock.Anything).Return(0, nil).Once()
	env.OnActivity(do.AccountsToCheck, mock.Anything, uuid.Nil).Return(accounts, nil)
	env.OnActivity(do.CheckAccount, mock.Anything, mock.Anything).Return(func(_ context.Context, id uuid.UUID) (activities.Mended, error) {
		checked = append(checked, id)
		return activities.Mended{}, nil
	})
	env.ExecuteWorkflow(workflows.CheckIndex, workflows.CheckIndexInput{})
	require.ErrorContains(t, env.GetWorkflowError(), "continue as new")
	require.Equal(t, accounts, checked)
}
