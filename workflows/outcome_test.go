package workflows_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

func resultOf(t *testing.T, env *testsuite.TestWorkflowEnvironment) workflows.Result {
	t.Helper()
	require.NoError(t, env.GetWorkflowError())
	var r workflows.Result
	require.NoError(t, env.GetWorkflowResult(&r))
	return r
}

func TestDocumentReturnsItsOutcome(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		claim  error
		output error
		want   workflows.Result
	}{
		"completed":  {nil, nil, workflows.Result{Outcome: "COMPLETED", Pages: 30}},
		"failed":     {nil, temporal.NewNonRetryableApplicationError("The file is damaged", "corrupt", nil), workflows.Result{Outcome: "FAILED", Reason: "corrupt"}},
		"superseded": {temporal.NewNonRetryableApplicationError("gone", activities.Superseded, nil), nil, workflows.Result{Outcome: "superseded"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, 30)
			b.claims(activities.DocumentJob{Attempt: 1, Conversion: activities.Conversion{Format: "pdf"}}, tc.claim)
			b.assemble = func(in activities.AssembleInput) (activities.Output, error) {
				return activities.Output{Pages: in.Pages}, tc.output
			}
			tc.want.DocumentID = uuid.New()
			b.ExecuteWorkflow(workflows.Document, workflows.DocumentInput{DocumentID: tc.want.DocumentID})
			require.Equal(t, tc.want, resultOf(t, b.TestWorkflowEnvironment))
		})
	}
}

func TestDeliveryReturnsItsAttempts(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	id := uuid.New()
	env.OnActivity(do.LoadDelivery, mock.Anything, mock.Anything).Return(activities.DeliveryJob{DeliveryID: id}, nil)
	env.OnActivity(do.PostWebhook, mock.Anything, mock.Anything).Return(activities.PostOutcome{Status: 418}, nil)
	env.OnActivity(do.FinishDelivery, mock.Anything, mock.Anything, schema.DeliveryExhausted).Return(nil)
	env.ExecuteWorkflow(workflows.Delivery, workflows.DeliveryInput{DeliveryID: id})
	require.Equal(t, workflows.Result{Outcome: "exhausted", DeliveryID: id, Attempts: 4, HTTPStatus: 418}, resultOf(t, env))
}

func TestUpkeepReturnsItsCounts(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	env.OnActivity(do.AccountsToCheck, mock.Anything, mock.Anything).Return(
		func(context.Context, uuid.UUID) ([]uuid.UUID, error) { return nil, nil })
	last := workflows.CheckIndexInput{After: uuid.New(), Accounts: 500, Mended: activities.Mended{Indexed: 2}}
	env.ExecuteWorkflow(workflows.CheckIndex, last)
	require.Equal(t, workflows.Result{Outcome: "done", Counts: map[string]int{
		"accounts": 500, "generations_removed": 0, "generations_indexed": 2,
	}}, resultOf(t, env))
}
