package worker

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/propagation"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"quire/schema"
	"quire/workflows"
)

const (
	pollEvery    = time.Second
	startTimeout = 2 * time.Second
	batch        = 50
	starters     = 8
)

// Relay starts workflows. Every process runs one; they share the outbox by leases.
type Relay struct {
	db     *schema.DB
	client client.Client
	log    *slog.Logger
	due    chan schema.Start
	cancel chan string
	wake   chan struct{}
}

// NewRelay makes a relay; Run does its work.
func NewRelay(db *schema.DB, c client.Client, log *slog.Logger) *Relay {
	return &Relay{
		db: db, client: c, log: log,
		due: make(chan schema.Start, 256), cancel: make(chan string, 256), wake: make(chan struct{}, 1),
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

// Cancel asks a workflow to stop, in the background and without a promise: the rows decide what its writes are worth.
func (r *Relay) Cancel(workflowID string) {
	select {
	case r.cancel <- workflowID:
	default:
	}
}

// Wake looks at the outbox now instead of with the next tick.
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
		case id := <-r.cancel:
			r.cancelWorkflow(ctx, id)
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

// admit lets documents begin that were held for the sake of other accounts, where there is room again.
func (r *Relay) admit(ctx context.Context) {
	if _, err := r.db.AdmitHeld(ctx); err != nil && ctx.Err() == nil {
		r.log.WarnContext(ctx, "held documents cannot be admitted", "error", err)
	}
}

func (r *Relay) drain(ctx context.Context) {
	for ctx.Err() == nil {
		starts, err := r.db.DueStarts(ctx, batch)
		if err != nil {
			r.log.WarnContext(ctx, "outbox cannot be read", "error", err)
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
	ctx, cancel := context.WithTimeout(workflows.WithRequestID(traced(ctx, s.Trace), s.RequestID), startTimeout)
	defer cancel()
	if err := r.execute(ctx, s); err != nil {
		r.log.WarnContext(ctx, "workflow not started yet", "workflow_id", s.WorkflowID, "error", err)
		if err := r.db.FailOutbox(context.WithoutCancel(ctx), s.OutboxID, new(err.Error())); err != nil {
			r.log.WarnContext(ctx, "outbox row not updated", "workflow_id", s.WorkflowID, "error", err)
		}
		return
	}
	if err := r.db.DeleteOutbox(ctx, s.OutboxID); err != nil {
		r.log.WarnContext(ctx, "outbox row not removed", "workflow_id", s.WorkflowID, "error", err)
	}
}

// execute starts the workflow under its own id. One that runs or ran already counts as started.
func (r *Relay) execute(ctx context.Context, s schema.Start) error {
	run, summary, err := workflowOf(s)
	if err != nil {
		return err
	}
	if s.About != "" {
		summary += " · " + s.About
	}
	_, err = r.client.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:                       s.WorkflowID,
		TaskQueue:                workflows.QueueWorkflow,
		WorkflowIDConflictPolicy: enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		TypedSearchAttributes:    attributes(s),
		Memo:                     map[string]any{"request_id": s.RequestID},
		StaticSummary:            summary,
		Priority:                 temporal.Priority{PriorityKey: s.Priority, FairnessKey: s.AccountID.String()},
	}, run.name, run.input)
	return err
}

// traced makes what follows part of the trace of whoever made the promise.
func traced(ctx context.Context, traceparent string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}

type call struct {
	name  string
	input any
}

func workflowOf(s schema.Start) (call, string, error) {
	switch s.Kind {
	case schema.StartDocument:
		return call{"Document", workflows.DocumentInput{DocumentID: s.ObjectID}}, "Convert", nil
	case schema.StartDelivery:
		return call{"Delivery", workflows.DeliveryInput{DeliveryID: s.ObjectID}}, "Webhook", nil
	case schema.StartPurgeDocument:
		return call{"PurgeDocument", workflows.PurgeInput{DocumentID: s.ObjectID}}, "Remove a deleted document", nil
	case schema.StartFile:
		return call{"File", workflows.FileInput{VersionID: s.ObjectID}}, "Index a file", nil
	case schema.StartTurn:
		return call{"Turn", workflows.TurnInput{TurnID: s.ObjectID}}, "Answer", nil
	case schema.StartPurgeFile:
		in := workflows.PurgeFileInput{AccountID: s.AccountID, FileID: s.ObjectID}
		return call{"PurgeFile", in}, "Remove a deleted file", nil
	case schema.StartPurgeCollection:
		in := workflows.PurgeCollectionInput{AccountID: s.AccountID, CollectionID: s.ObjectID}
		return call{"PurgeCollection", in}, "Remove a deleted collection", nil
	default:
		return call{}, "", fmt.Errorf("outbox: unknown kind %q", s.Kind)
	}
}

func attributes(s schema.Start) temporal.SearchAttributes {
	set := []temporal.SearchAttributeUpdate{workflows.AccountID.ValueSet(s.AccountID.String())}
	if s.RequestID != "" {
		set = append(set, workflows.RequestID.ValueSet(s.RequestID))
	}
	switch s.Kind {
	case schema.StartDocument:
		set = append(set, workflows.DocumentID.ValueSet(s.ObjectID.String()), workflows.Outcome.ValueSet(string(schema.Processing)))
	case schema.StartPurgeDocument:
		set = append(set, workflows.DocumentID.ValueSet(s.ObjectID.String()))
	case schema.StartDelivery:
		set = append(set, workflows.Outcome.ValueSet(string(schema.DeliveryPending)))
		if s.ParentID != nil {
			set = append(set, workflows.DocumentID.ValueSet(s.ParentID.String()))
		}
	case schema.StartPurgeCollection:
		set = append(set, workflows.CollectionID.ValueSet(s.ObjectID.String()))
	case schema.StartTurn, schema.StartFile, schema.StartPurgeFile: // the account alone is known here
	}
	return temporal.NewSearchAttributes(set...)
}

func (r *Relay) cancelWorkflow(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if err := r.client.CancelWorkflow(ctx, id, ""); err != nil {
		r.log.DebugContext(ctx, "workflow not cancelled", "workflow_id", id, "error", err)
	}
}
