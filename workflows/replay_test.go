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
			r.RegisterWorkflowWithOptions(workflows.Document, workflow.RegisterOptions{Name: "Document"})
			r.RegisterWorkflowWithOptions(workflows.Delivery, workflow.RegisterOptions{Name: "Delivery"})
			r.RegisterWorkflowWithOptions(workflows.PurgeDocument, workflow.RegisterOptions{Name: "PurgeDocument"})
			r.RegisterWorkflowWithOptions(workflows.File, workflow.RegisterOptions{Name: "File"})
			r.RegisterWorkflowWithOptions(workflows.Turn, workflow.RegisterOptions{Name: "Turn"})
			r.RegisterWorkflowWithOptions(workflows.PurgeFile, workflow.RegisterOptions{Name: "PurgeFile"})
			r.RegisterWorkflowWithOptions(workflows.PurgeCollection, workflow.RegisterOptions{Name: "PurgeCollection"})
			require.NoError(t, r.ReplayWorkflowHistoryFromJSONFile(nil, file))
		})
	}
}
