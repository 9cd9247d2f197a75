package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"quire/workflows"
)

// scheduleTimeout bounds the call that makes a schedule.
const scheduleTimeout = 10 * time.Second

// EnsureSchedules makes the schedules that are missing: the nightly check of the index, at three o'clock UTC.
func EnsureSchedules(ctx context.Context, c client.Client) error {
	ctx, cancel := context.WithTimeout(ctx, scheduleTimeout)
	defer cancel()
	_, err := c.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID:   "check/index",
		Spec: client.ScheduleSpec{Calendars: []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{{Start: 3}}}}},
		Action: &client.ScheduleWorkflowAction{
			ID: "check/index", Workflow: "CheckIndex", Args: []any{workflows.CheckIndexInput{}},
			TaskQueue: workflows.QueueWorkflow, StaticSummary: "Compare the index with the database",
			Priority: temporal.Priority{PriorityKey: workflows.PriorityUpkeep},
		},
	})
	if err != nil && !errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		return fmt.Errorf("schedule check/index: %w", err)
	}
	return nil
}
