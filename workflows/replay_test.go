package workflows_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"quire/workflows"
)

// TestRecordedHistoriesReplay replays the histories of released builds with the current workflows. A failure means that
// workflows in flight would break on an upgrade.
//
// The recordings come from released code (make record), never from the branch under test, which would only agree with
// itself.
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

// TestActivitiesScheduledByReleasedBuildsAreStillServed keeps activities on the queues where workflows in flight expect
// them.
func TestActivitiesScheduledByReleasedBuildsAreStillServed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/replay/*.json")
	require.NoError(t, err)
	served, seen := servedActivities(), map[string]bool{}
	for _, file := range files {
		for _, s := range scheduled(t, file) {
			require.True(t, served[s.queue][s.activity], "%s: no worker serves %s on %s", file, s.activity, s.queue)
			seen[s.queue] = true
		}
	}
	for _, queue := range workflows.Queues() {
		require.True(t, seen[queue], "no history has an activity on %s", queue)
	}
}

// place is an activity and the queue on which it was scheduled. Local activities run where the workflow does.
type place struct{ queue, activity string }

// scheduled returns the activities of a recorded history.
func scheduled(t *testing.T, file string) []place {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var history struct {
		Events []struct {
			Activity *struct {
				ActivityType, TaskQueue struct{ Name string }
			} `json:"activityTaskScheduledEventAttributes"`
			Marker *struct {
				MarkerName string
				Details    struct {
					Data struct{ Payloads []struct{ Data string } }
				}
			} `json:"markerRecordedEventAttributes"`
		}
	}
	require.NoError(t, json.Unmarshal(raw, &history))
	var list []place
	for _, e := range history.Events {
		if e.Activity != nil {
			list = append(list, place{e.Activity.TaskQueue.Name, e.Activity.ActivityType.Name})
		}
		if e.Marker != nil && e.Marker.MarkerName == "LocalActivity" {
			var local struct{ ActivityType string }
			data, err := base64.StdEncoding.DecodeString(e.Marker.Details.Data.Payloads[0].Data)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(data, &local))
			list = append(list, place{workflows.QueueWorkflow, local.ActivityType})
		}
	}
	return list
}
