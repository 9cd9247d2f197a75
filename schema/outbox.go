package schema

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
)

// Kind names the workflow that an outbox row starts.
type Kind string

// The kinds of workflows that rows start.
const (
	StartDocument        Kind = "document"
	StartDelivery        Kind = "delivery"
	StartTurn            Kind = "turn"
	StartPurgeDocument   Kind = "purge_document"
	StartFile            Kind = "file" // its object is the version
	StartPurgeFile       Kind = "purge_file"
	StartPurgeCollection Kind = "purge_collection"
)

// The priorities of work in Temporal, 1 first: a person waits for a turn, a document is asked for by poll or
// callback, and nobody waits for a purge.
const (
	PriorityTurn     = 1
	PriorityDelivery = 2
	PriorityDocument = 3
	PriorityReindex  = 4
	PriorityPurge    = 5
)

// inlineHead is the head start that the process which made the row has over the relays.
const inlineHead = 2 * time.Second

// Start is a promise of the database that a workflow will run.
type Start struct {
	OutboxID   int64
	Kind       Kind
	WorkflowID string
	AccountID  uuid.UUID
	ObjectID   uuid.UUID  // the document, delivery, … that it is about
	ParentID   *uuid.UUID // the document of a delivery
	RequestID  string
	About      string // for operators: "pdf · ultra"
	Trace      string // the W3C traceparent of the request, or of the activity, that made the promise; "" without one
	Priority   int
}

func documentStart(d Document) Start {
	return Start{
		Kind: StartDocument, WorkflowID: suffixed("document/"+d.ID.String(), d.Restarts), AccountID: d.AccountID,
		ObjectID: d.ID, RequestID: d.RequestID, About: aboutDocument(d), Priority: PriorityDocument,
	}
}

// aboutDocument is its format, and how it is to be read.
func aboutDocument(d Document) string {
	about := cmp.Or(d.Format, "url")
	switch {
	case d.ExtractorID != nil:
		about += " · extractor"
	case d.Accuracy != nil:
		about += " · " + *d.Accuracy
	}
	return about
}

func purgeStart(d Document) Start {
	return Start{
		Kind: StartPurgeDocument, WorkflowID: suffixed("purge/document/"+d.ID.String(), d.Restarts),
		AccountID: d.AccountID, ObjectID: d.ID, RequestID: d.RequestID, Priority: PriorityPurge,
	}
}

func fileStart(v FileVersion, account uuid.UUID, priority int) Start {
	id := fmt.Sprintf("file/%s/v%d", v.FileID, v.Version)
	if v.Round > 0 {
		id += fmt.Sprintf("/r%d", v.Round)
	}
	return Start{
		Kind: StartFile, WorkflowID: suffixed(id, v.Restarts), AccountID: account, ObjectID: v.ID, RequestID: v.RequestID,
		About: v.Format, Priority: priority,
	}
}

func purgeFileStart(f File, requestID string) Start {
	return Start{
		Kind: StartPurgeFile, WorkflowID: suffixed("purge/file/"+f.ID.String(), f.Restarts), AccountID: f.AccountID,
		ObjectID: f.ID, RequestID: requestID, Priority: PriorityPurge,
	}
}

func purgeCollectionStart(c Collection, requestID string) Start {
	return Start{
		Kind: StartPurgeCollection, WorkflowID: suffixed("purge/collection/"+c.ID.String(), c.Restarts),
		AccountID: c.AccountID, ObjectID: c.ID, RequestID: requestID, Priority: PriorityPurge,
	}
}

func deliveryStart(d Delivery, requestID string) Start {
	id := "delivery/" + d.ID.String()
	if d.Round > 0 {
		id += fmt.Sprintf("/r%d", d.Round)
	}
	return Start{
		Kind: StartDelivery, WorkflowID: suffixed(id, d.Restarts), AccountID: d.AccountID, ObjectID: d.ID,
		ParentID: &d.DocumentID, RequestID: requestID, Priority: PriorityDelivery,
	}
}

// DocumentWorkflowID is the id of the workflow that works on the document now.
func DocumentWorkflowID(d Document) string { return documentStart(d).WorkflowID }

// DeliveryWorkflowID is the id of the workflow that works on the delivery now.
func DeliveryWorkflowID(d Delivery) string { return deliveryStart(d, "").WorkflowID }

// suffixed makes a new id for a restart, for Temporal refuses to run the old one again.
func suffixed(id string, restarts int32) string {
	if restarts == 0 {
		return id
	}
	return fmt.Sprintf("%s/x%d", id, restarts)
}

// traceOf is the traceparent of the span in ctx; "" without one.
func traceOf(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier.Get("traceparent")
}

// promise writes the outbox row of a start; the relays leave it alone for head.
func (q *Queries) promise(ctx context.Context, s Start, head time.Duration) (Start, error) {
	s.Trace = traceOf(ctx)
	row, err := q.insertOutbox(ctx, insertOutboxParams{
		Kind: string(s.Kind), WorkflowID: s.WorkflowID, AccountID: s.AccountID, ObjectID: s.ObjectID,
		ParentID: s.ParentID, RequestID: s.RequestID, About: s.About, Trace: s.Trace, Priority: int16(s.Priority), DelaySeconds: head.Seconds(),
	})
	if err != nil {
		return s, fmt.Errorf("outbox: %w", err)
	}
	s.OutboxID = row.ID
	return s, nil
}

// DueStarts leases up to limit outbox rows whose time has come. A started one is to be deleted by DeleteOutbox;
// one that is not comes back when its lease is over.
func (db *DB) DueStarts(ctx context.Context, limit int) ([]Start, error) {
	rows, err := db.LeaseOutbox(ctx, int32(limit))
	if err != nil {
		return nil, err
	}
	starts := make([]Start, 0, len(rows))
	for _, r := range rows {
		starts = append(starts, Start{
			OutboxID: r.ID, Kind: Kind(r.Kind), WorkflowID: r.WorkflowID, AccountID: r.AccountID, ObjectID: r.ObjectID,
			ParentID: r.ParentID, RequestID: r.RequestID, About: r.About, Trace: r.Trace, Priority: int(r.Priority),
		})
	}
	return starts, nil
}
