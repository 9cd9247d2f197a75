package schema

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Kind is the kind of work to be started for an object.
type Kind string

// The kinds of work that rows promise.
const (
	StartDocument        Kind = "document"
	StartDelivery        Kind = "delivery"
	StartTurn            Kind = "turn"
	StartEval            Kind = "eval" // a run of an evaluation
	StartPurgeDocument   Kind = "purge_document"
	StartFile            Kind = "file" // the object is the version, the parent the file
	StartPurgeFile       Kind = "purge_file"
	StartPurgeCollection Kind = "purge_collection"
	StartPurgeAccount    Kind = "purge_account"
	StartBatch           Kind = "batch"  // round 0 cancels it, round 1 reports its end
	StartSource          Kind = "source" // a run of a source
	StartExport          Kind = "export" // the archive of an account
)

// inlineHead is the head start over the relays that the process that created the row gets.
const inlineHead = 2 * time.Second

// Start is a promise of the database that work on an object will begin.
type Start struct {
	OutboxID  int64
	Kind      Kind
	AccountID uuid.UUID
	ObjectID  uuid.UUID  // the document, delivery, … it is about
	ParentID  *uuid.UUID // the document of a delivery, nil for a batch's; the file of a version
	Version   int        // of a file
	// Round counts how often finished work was requested again, Restarts how often it was lost.
	Round, Restarts int
	// Reindex marks a version that nobody is waiting for, because the file already answers queries.
	Reindex   bool
	RequestID string
	About     string // for operators: "pdf · ultra"
	Trace     string // the W3C traceparent of the request or activity that made the promise; "" if there is none
}

// DocumentStart returns the work on a document in its current state.
func DocumentStart(d Document) Start {
	return Start{
		Kind: StartDocument, AccountID: d.AccountID, ObjectID: d.ID, Restarts: int(d.Restarts), RequestID: d.RequestID,
		About: aboutDocument(d),
	}
}

// aboutDocument describes a document by its format and how it is to be read.
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
	return Start{Kind: StartPurgeDocument, AccountID: d.AccountID, ObjectID: d.ID, Restarts: int(d.Restarts), RequestID: d.RequestID}
}

func fileStart(v FileVersion, reindex bool) Start {
	return Start{
		Kind: StartFile, AccountID: v.AccountID, ObjectID: v.ID, ParentID: &v.FileID, Version: int(v.Version), Round: int(v.Round),
		Restarts: int(v.Restarts), Reindex: reindex, RequestID: v.RequestID, About: v.Format,
	}
}

func purgeFileStart(f File, requestID string) Start {
	return Start{Kind: StartPurgeFile, AccountID: f.AccountID, ObjectID: f.ID, Restarts: int(f.Restarts), RequestID: requestID}
}

func purgeCollectionStart(c Collection, requestID string) Start {
	return Start{Kind: StartPurgeCollection, AccountID: c.AccountID, ObjectID: c.ID, Restarts: int(c.Restarts), RequestID: requestID}
}

func deliveryStart(d Delivery, requestID string) Start {
	return Start{
		Kind: StartDelivery, AccountID: d.AccountID, ObjectID: d.ID, ParentID: d.DocumentID, Round: int(d.Round),
		Restarts: int(d.Restarts), RequestID: requestID,
	}
}

// batchStart returns the work that is left to do on a batch.
func batchStart(b Batch) Start {
	s := Start{Kind: StartBatch, AccountID: b.AccountID, ObjectID: b.ID, Restarts: int(b.Restarts), RequestID: b.RequestID}
	if b.FinishedAt != nil {
		s.Round = 1
	}
	return s
}

// TurnStart returns the work on a turn in its current state.
func TurnStart(t Turn) Start {
	return Start{Kind: StartTurn, AccountID: t.AccountID, ObjectID: t.ID, Restarts: int(t.Restarts), RequestID: t.RequestID}
}

type traceKey struct{}

// WithTrace makes promises made under the context part of a trace: a W3C traceparent, or "".
func WithTrace(ctx context.Context, traceparent string) context.Context {
	return context.WithValue(ctx, traceKey{}, traceparent)
}

// promise inserts the outbox row of a start; the relays leave the row alone for head.
func (q *Queries) promise(ctx context.Context, s Start, head time.Duration) (Start, error) {
	s.Trace, _ = ctx.Value(traceKey{}).(string)
	id, err := q.insertOutbox(ctx, insertOutboxParams{
		Kind: string(s.Kind), AccountID: s.AccountID, ObjectID: s.ObjectID, ParentID: s.ParentID, Version: int32(s.Version),
		Round: int32(s.Round), Restarts: int32(s.Restarts), Reindex: s.Reindex, RequestID: s.RequestID, About: s.About,
		Trace: s.Trace, DelaySeconds: head.Seconds(),
	})
	if err != nil {
		return s, fmt.Errorf("outbox: %w", err)
	}
	s.OutboxID = id
	return s, nil
}

// DueStarts leases up to limit outbox rows that are due. The caller deletes each row that it has started with
// DeleteOutbox; the others become due again when their lease expires.
func (db *DB) DueStarts(ctx context.Context, limit int) ([]Start, error) {
	rows, err := db.leaseOutbox(ctx, int32(limit))
	if err != nil {
		return nil, err
	}
	starts := make([]Start, 0, len(rows))
	for _, r := range rows {
		starts = append(starts, Start{
			OutboxID: r.ID, Kind: Kind(r.Kind), AccountID: r.AccountID, ObjectID: r.ObjectID, ParentID: r.ParentID,
			Version: int(r.Version), Round: int(r.Round), Restarts: int(r.Restarts), Reindex: r.Reindex,
			RequestID: r.RequestID, About: r.About, Trace: r.Trace,
		})
	}
	return starts, nil
}
