package worker

import (
	"context"
	"log/slog"
	"sync"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"quire/internal/traceparent"
	"quire/schema"
	"quire/workflows"
)

const (
	pollEvery    = time.Second
	startTimeout = 2 * time.Second
	batch        = 50
	starters     = 8
)

// Relay starts workflows. Every process runs one; they share the outbox through leases.
type Relay struct {
	db     *schema.DB
	client client.Client
	log    *slog.Logger
	due    chan schema.Start
	cancel chan schema.Start
	wake   chan struct{}
}

// NewRelay returns a relay; Run does its work.
func NewRelay(db *schema.DB, c client.Client, log *slog.Logger) *Relay {
	return &Relay{
		db: db, client: c, log: log,
		due: make(chan schema.Start, 256), cancel: make(chan schema.Start, 256), wake: make(chan struct{}, 1),
	}
}

// Submit starts a workflow soon, in the background. When the relay is busy or dies first, the outbox row remains and
// some relay finds it.
func (r *Relay) Submit(s schema.Start) {
	select {
	case r.due <- s:
	default:
	}
}

// Cancel asks a workflow to stop, in the background and without a guarantee. The rows decide whether its later writes
// are accepted.
func (r *Relay) Cancel(s schema.Start) {
	select {
	case r.cancel <- s:
	default:
	}
}

// Wake makes the relay check the outbox now rather than at the next tick.
func (r *Relay) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run relays until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for range starters {
		wg.Go(func() { r.serve(ctx) })
	}
	wg.Go(func() { r.poll(ctx) })
	wg.Wait()
}

func (r *Relay) serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-r.due:
			r.start(ctx, s)
		case s := <-r.cancel:
			r.cancelWorkflow(ctx, s)
		}
	}
}

func (r *Relay) poll(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			r.admit(ctx)
		case <-r.wake:
		}
		r.drain(ctx)
	}
}

// admit releases documents that were held back in favour of other accounts once there is room again.
func (r *Relay) admit(ctx context.Context) {
	if _, err := r.db.AdmitHeld(ctx); err != nil && ctx.Err() == nil {
		r.log.WarnContext(ctx, "cannot admit held documents", "error", err)
	}
}

func (r *Relay) drain(ctx context.Context) {
	for ctx.Err() == nil {
		starts, err := r.db.DueStarts(ctx, batch)
		if err != nil {
			r.log.WarnContext(ctx, "cannot read the outbox", "error", err)
			return
		}
		for _, s := range starts {
			select {
			case r.due <- s:
			case <-ctx.Done():
				return
			}
		}
		if len(starts) < batch {
			return
		}
	}
}

func (r *Relay) start(ctx context.Context, s schema.Start) {
	ctx, cancel := context.WithTimeout(workflows.WithRequestID(traceparent.With(ctx, s.Trace), s.RequestID), startTimeout)
	defer cancel()
	w, err := workflows.StartableOf(s)
	if err == nil {
		err = r.execute(ctx, w, s)
	}
	log := r.log.With("workflow_id", w.ID(s))
	if err != nil {
		log.WarnContext(ctx, "workflow not started yet", "error", err)
		if err := r.db.FailOutbox(context.WithoutCancel(ctx), s.OutboxID, new(err.Error())); err != nil {
			log.WarnContext(ctx, "outbox row not updated", "error", err)
		}
		return
	}
	if err := r.db.DeleteOutbox(ctx, s.OutboxID); err != nil {
		log.WarnContext(ctx, "outbox row not removed", "error", err)
	}
}

// execute starts the workflow under its id. One that is running or has already run counts as started.
func (r *Relay) execute(ctx context.Context, w workflows.Startable, s schema.Start) error {
	_, err := r.client.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:                       w.ID(s),
		TaskQueue:                w.Queue,
		WorkflowIDConflictPolicy: enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		TypedSearchAttributes:    w.Attributes(s),
		Memo:                     map[string]any{"request_id": s.RequestID},
		StaticSummary:            w.Summary(s),
		Priority:                 w.Priority(s),
	}, w.Name, w.Args(s)...)
	return err
}

func (r *Relay) cancelWorkflow(ctx context.Context, s schema.Start) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	w, err := workflows.StartableOf(s)
	if err == nil {
		err = r.client.CancelWorkflow(ctx, w.ID(s), "")
	}
	if err != nil {
		r.log.DebugContext(ctx, "workflow not cancelled", "workflow_id", w.ID(s), "error", err)
	}
}
