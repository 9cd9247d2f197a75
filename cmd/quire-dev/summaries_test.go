package main_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"quire/internal/model/modeltest"
)

// TestEveryStepThatOperatorsSeeHasASummary checks the histories of one workflow of each kind.
func TestEveryStepThatOperatorsSeeHasASummary(t *testing.T) {
	t.Parallel()
	c := newChat(t)
	c.model.Always(modeltest.Answer(generated(1)))
	hook := newReceiver(t, c.command("account", "secret", "default"))
	d := c.upload("report.pdf", map[string]string{"callback_url": hook.URL})
	require.Equal(t, "COMPLETED", c.await(d.ID).Status)
	hook.received(t, 1)
	require.Equal(t, "complete", c.ask("How many days?").until("complete").Event)
	require.Equal(t, 200, c.call("DELETE", "/documents/"+d.ID, nil, "", nil))
	temporal, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + c.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(t, err)
	defer temporal.Close()
	types := map[string]bool{}
	require.Eventually(t, func() bool {
		list, err := temporal.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: `WorkflowType != "Clean"`})
		if err != nil {
			return false
		}
		for _, run := range list.GetExecutions() {
			types[run.GetType().GetName()] = true
			requireSummaries(t, temporal, run.GetExecution().GetWorkflowId())
		}
		return types["Document"] && types["Delivery"] && types["File"] && types["Turn"] && types["PurgeDocument"]
	}, time.Minute, 200*time.Millisecond, "%v", types)
}

func requireSummaries(t *testing.T, temporal client.Client, id string) {
	t.Helper()
	history := temporal.GetWorkflowHistory(t.Context(), id, "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for history.HasNext() {
		event, err := history.Next()
		require.NoError(t, err)
		switch event.GetEventType() {
		case enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED, enums.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED, enums.EVENT_TYPE_TIMER_STARTED:
			require.NotEmpty(t, event.GetUserMetadata().GetSummary().GetData(), "%s: %s", id, event)
		default: // the other events are consequences of these
		}
	}
}
