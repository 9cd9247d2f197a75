package workflows_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"quire/workflows"
)

// TestRecordedHistoriesReplay runs today's workflows over what released ones have done: a failure means that workflows
// in flight would break on an upgrade.
//
// The recordings come from released code (make record), never from the branch under test: it would agree with itself.
func TestRecordedHistoriesReplay(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/replay/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			r, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DisableDeadlockDetection: true})
			require.NoError(t, err)
			for _, w := range workflows.Startables() {
				r.RegisterWorkflowWithOptions(w.Function, workflow.RegisterOptions{Name: w.Name})
			}
			require.NoError(t, r.ReplayWorkflowHistoryFromJSONFile(nil, file))
		})
	}
}
