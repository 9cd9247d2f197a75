package workflows_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/workflows"
)

func TestEveryBlobIsExamined(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	var seen []activities.OrphansInput
	env.OnActivity(do.RemoveOrphans, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.OrphansInput) (activities.Orphans, error) {
			seen = append(seen, in)
			if in.Prefix == "versions/" && in.After == "" {
				return activities.Orphans{After: "versions/x"}, nil
			}
			return activities.Orphans{}, nil
		})
	env.ExecuteWorkflow(workflows.CleanBlobs)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []activities.OrphansInput{{Prefix: "documents/"}, {Prefix: "versions/"}, {Prefix: "versions/", After: "versions/x"}, {Prefix: "exports/"}}, seen)
}

func TestCleaningExpiresAndForgets(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	env.OnActivity(do.ExpireDocuments, mock.Anything).Return(2, nil).Once()
	env.OnActivity(do.ForgetAnswers, mock.Anything).Return(3, nil).Once()
	env.OnActivity(do.ForgetRetired, mock.Anything).Return(4, nil).Once()
	env.OnActivity(do.ExpireFiles, mock.Anything).Return(5, nil).Once()
	env.OnActivity(do.ForgetExports, mock.Anything).Return(6, nil).Once()
	env.ExecuteWorkflow(workflows.Clean)
	require.Equal(t, map[string]int{"documents_expired": 2, "rows_forgotten": 3, "generations_forgotten": 4, "files_expired": 5, "exports_removed": 6}, resultOf(t, env).Counts)
	env.AssertExpectations(t)
}

func TestOldEntriesOfTheAuditLogAreRemoved(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	env.OnActivity(do.ExpireAudit, mock.Anything).Return(7, nil).Once()
	env.ExecuteWorkflow(workflows.CleanAudit)
	require.Equal(t, map[string]int{"entries_removed": 7}, resultOf(t, env).Counts)
	env.AssertExpectations(t)
}
