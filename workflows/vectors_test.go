package workflows_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/workflows"
)

func TestPassagesAreEmbeddedUntilNoneIsLeft(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	left := 3
	env.OnActivity(do.EmbedPassages, mock.Anything).Return(func(context.Context) (activities.Embedded, error) {
		left--
		return activities.Embedded{Passages: 10, Left: left}, nil
	})
	env.ExecuteWorkflow(workflows.Embed, workflows.EmbedInput{Passages: 5})
	require.Equal(t, workflows.Result{Outcome: "done", Counts: map[string]int{"passages_embedded": 35}}, resultOf(t, env))
}

func TestMuchToEmbedContinuesInAnotherRun(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	env.OnActivity(do.EmbedPassages, mock.Anything).Return(activities.Embedded{Passages: 1, Left: 1}, nil)
	env.ExecuteWorkflow(workflows.Embed, workflows.EmbedInput{})
	require.ErrorContains(t, env.GetWorkflowError(), "continue as new")
}
