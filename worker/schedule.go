package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"quire/schema"
	"quire/workflows"
)

// scheduleTimeout bounds the calls that create the schedules.
const scheduleTimeout = 10 * time.Second

func spec(c workflows.Clock) client.ScheduleSpec {
	if c.Every > 0 {
		return client.ScheduleSpec{Intervals: []client.ScheduleIntervalSpec{{Every: c.Every}}}
	}
	return client.ScheduleSpec{Calendars: []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{{Start: c.Hour}}}}}
}

// EnsureSchedules creates the schedules that are missing. Schedules that operators have changed or paused are left
// alone.
func EnsureSchedules(ctx context.Context, c client.Client) error {
	ctx, cancel := context.WithTimeout(ctx, scheduleTimeout)
	defer cancel()
	for _, w := range workflows.Startables() {
		if w.Clock == nil {
			continue
		}
		if err := ensureSchedule(ctx, c, w); err != nil {
			return err
		}
	}
	return nil
}

func ensureSchedule(ctx context.Context, c client.Client, w workflows.Startable) error {
	now := schema.Start{} // no row starts it
	_, err := c.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: w.ID(now), Spec: spec(*w.Clock), Action: &client.ScheduleWorkflowAction{
			ID: w.ID(now), Workflow: w.Name, Args: w.Args(now), TaskQueue: w.Queue, StaticSummary: w.Summary(now), Priority: w.Priority(now),
		},
	})
	if err != nil && !errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		return fmt.Errorf("schedule %s: %w", w.ID(now), err)
	}
	return nil
}
