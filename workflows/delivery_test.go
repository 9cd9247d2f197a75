package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

// deliver runs a delivery of the given round against a receiver that accepts from attempt number success on. It returns
// the numbers and times of the attempts and the final status.
func deliver(t *testing.T, round, success int) (numbers []int, times []time.Time, final schema.DeliveryStatus) {
	t.Helper()
	env := newEnvironment(t)
	id := uuid.New()
	env.OnActivity(do.LoadDelivery, mock.Anything, mock.Anything).Return(
		func(context.Context, uuid.UUID) (activities.DeliveryJob, error) {
			return activities.DeliveryJob{DeliveryID: id, Round: round}, nil
		})
	env.OnActivity(do.PostWebhook, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.PostInput) (activities.PostOutcome, error) {
			numbers = append(numbers, in.Number)
			times = append(times, env.Now())
			return activities.PostOutcome{Delivered: len(numbers) >= success, Status: 500}, nil
		})
	env.OnActivity(do.FinishDelivery, mock.Anything, mock.Anything, mock.Anything).Return(
		func(_ context.Context, _ activities.DeliveryJob, s schema.DeliveryStatus) error {
			final = s
			return nil
		}).Once()
	env.ExecuteWorkflow(workflows.Delivery, workflows.DeliveryInput{DeliveryID: id})
	require.NoError(t, env.GetWorkflowError())
	return numbers, times, final
}

func TestReceiverThatAcceptsIsCalledOnce(t *testing.T) {
	t.Parallel()
	numbers, _, status := deliver(t, 0, 1)
	require.Equal(t, []int{1}, numbers)
	require.Equal(t, schema.DeliveryDelivered, status)
}

func TestDeadReceiverIsCalledFourTimesFiveSecondsApart(t *testing.T) {
	t.Parallel()
	numbers, times, status := deliver(t, 0, 99)
	require.Equal(t, []int{1, 2, 3, 4}, numbers)
	for i := 1; i < len(times); i++ {
		require.Equal(t, 5*time.Second, times[i].Sub(times[i-1]).Round(time.Second))
	}
	require.Equal(t, schema.DeliveryExhausted, status)
}

func TestReceiverThatRecoversGetsItsWebhook(t *testing.T) {
	t.Parallel()
	numbers, _, status := deliver(t, 0, 3)
	require.Equal(t, []int{1, 2, 3}, numbers)
	require.Equal(t, schema.DeliveryDelivered, status)
}

func TestRedeliveryContinuesTheNumberingOfAttempts(t *testing.T) {
	t.Parallel()
	numbers, _, _ := deliver(t, 2, 99)
	require.Equal(t, []int{9, 10, 11, 12}, numbers)
}

func TestDeliveryOfADeletedDocumentEndsQuietly(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	env.OnActivity(do.LoadDelivery, mock.Anything, mock.Anything).Return(activities.DeliveryJob{},
		temporal.NewNonRetryableApplicationError("gone", activities.Superseded, nil))
	env.ExecuteWorkflow(workflows.Delivery, workflows.DeliveryInput{DeliveryID: uuid.New()})
	require.NoError(t, env.GetWorkflowError())
}

func TestPurgeRemovesFilesThenTheRowThenLateWrites(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	var steps []string
	var times []time.Time
	env.OnActivity(do.RemoveFiles, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) error {
		steps, times = append(steps, "files"), append(times, env.Now())
		return nil
	})
	env.OnActivity(do.PurgeRow, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) error {
		steps, times = append(steps, "row"), append(times, env.Now())
		return nil
	})
	env.ExecuteWorkflow(workflows.PurgeDocument, workflows.PurgeInput{DocumentID: uuid.New()})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"files", "row", "files"}, steps)
	require.GreaterOrEqual(t, times[2].Sub(times[0]), 30*time.Minute, "only after the longest activity must have ended")
}
