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

// scheduleTimeout bounds the calls that make the schedules.
const scheduleTimeout = 10 * time.Second

// schedules are what runs by the clock: id, when (UTC), and what.
var schedules = []struct {
	id      string
	spec    client.ScheduleSpec
	start   string
	input   []any
	summary string
}{
	{"check/index", nightly(3), "CheckIndex", []any{workflows.CheckIndexInput{}}, "Compare the index with the database"},
	{"clean/blobs", nightly(4), "CleanBlobs", nil, "Remove blobs without a row"},
	{"clean/rows", every(15 * time.Minute), "Clean", nil, "Expire documents, forget kept answers"},
}

func nightly(hour int) client.ScheduleSpec {
	return client.ScheduleSpec{Calendars: []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{{Start: hour}}}}}
}

func every(d time.Duration) client.ScheduleSpec {
	return client.ScheduleSpec{Intervals: []client.ScheduleIntervalSpec{{Every: d}}}
}

// EnsureSchedules makes the schedules that are missing. One that operators have changed or paused stays as it is.
func EnsureSchedules(ctx context.Context, c client.Client) error {
	ctx, cancel := context.WithTimeout(ctx, scheduleTimeout)
	defer cancel()
	for _, s := range schedules {
		_, err := c.ScheduleClient().Create(ctx, client.ScheduleOptions{
			ID: s.id, Spec: s.spec, Action: &client.ScheduleWorkflowAction{
				ID: s.id, Workflow: s.start, Args: s.input, TaskQueue: workflows.QueueWorkflow, StaticSummary: s.summary,
				Priority: temporal.Priority{PriorityKey: workflows.PriorityUpkeep},
			},
		})
		if err != nil && !errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
			return fmt.Errorf("schedule %s: %w", s.id, err)
		}
	}
	return nil
}
