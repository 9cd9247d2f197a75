package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

// maxRestarts is how many times work that ended without a result is restarted before its row is failed.
const maxRestarts = 5

// maskedAtOnce is how many files each sweep has processed again because the masking rules of their collection have
// changed.
const maskedAtOnce = 100

// Sweeper compares rows in flight with what Temporal says about their workflows, and restarts those that were lost.
// Work that waits in a queue, however long, is not lost.
type Sweeper struct {
	DB     *schema.DB
	Client client.Client
	Log    *slog.Logger
	// Every is the pause between sweeps. Idle is how long a row must have been untouched to be checked.
	Every, Idle time.Duration
	// Webhooks writes the webhooks for documents that are given up.
	Webhooks activities.Webhooks
}

// Run sweeps at once and then repeatedly, pausing for Every, until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	for {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "sweep ended early", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sweep checks the rows that have been idle for a while, once.
func (s *Sweeper) Sweep(ctx context.Context) error {
	if _, err := s.DB.MaskFiles(ctx, maskedAtOnce); err != nil {
		return err
	}
	waiting, err := s.DB.InFlightIdle(ctx, s.Idle, 500)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		if err := s.judge(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sweeper) judge(ctx context.Context, w schema.Waiting) error {
	startable, err := workflows.StartableOf(w.Start)
	if err != nil {
		return err
	}
	id := startable.ID(w.Start)
	open, err := s.isOpen(ctx, id)
	if err != nil {
		return err
	}
	switch {
	case open:
		return w.Leave(ctx, s.DB)
	case w.Restarts < maxRestarts:
		s.Log.WarnContext(ctx, "work was lost and is being restarted", "workflow_id", id, "restarts", w.Restarts)
		return w.Restart(ctx, s.DB)
	default:
		s.Log.ErrorContext(ctx, "work was lost too many times, giving up", "workflow_id", id)
		return s.giveUp(ctx, w)
	}
}

func (s *Sweeper) giveUp(ctx context.Context, w schema.Waiting) error {
	if w.Kind != schema.StartDocument {
		return w.GiveUp(ctx, s.DB, nil)
	}
	d, used, err := s.DB.DocumentToEnd(ctx, w.ObjectID)
	if errors.Is(err, schema.ErrSuperseded) {
		return nil
	}
	if err != nil {
		return err
	}
	webhook, err := s.Webhooks.Failed(d, used, schema.LostDocument)
	if err != nil {
		return err
	}
	return w.GiveUp(ctx, s.DB, webhook)
}

func (s *Sweeper) isOpen(ctx context.Context, id string) (bool, error) {
	d, err := s.Client.DescribeWorkflowExecution(ctx, id, "")
	if _, ok := errors.AsType[*serviceerror.NotFound](err); ok {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return d.GetWorkflowExecutionInfo().GetStatus() == enums.WORKFLOW_EXECUTION_STATUS_RUNNING, nil
}
