package workflows

import (
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/schema"
)

// The priorities of work in Temporal; 1 is the highest. A person waits for a turn, a client polls for a document or
// waits for a callback, and nobody waits for upkeep.
const (
	priorityTurn     = 1
	priorityDelivery = 2
	priorityDocument = 3
	priorityReindex  = 4
	priorityEval     = 4
	prioritySource   = 4
	priorityUpkeep   = 5
)

// turnPath begins the ids of turns, whoever starts them.
const turnPath = "turn/"

// Startable is a workflow and how it is started: by a row of the database, or by the clock.
type Startable struct {
	// Name is what histories record; it stays even when Function is renamed.
	Name     string
	Function any
	Queue    string
	// Kind is the kind of the rows that start it; "" for a workflow that the clock starts.
	Kind schema.Kind
	// Clock says when it starts on its own; nil for a workflow that rows start.
	Clock *Clock
	// summary is the first thing that operators see about it.
	summary  string
	priority int
	// path is its id without the object, the round and the restarts, or the whole id for a workflow that the clock
	// starts.
	path       string
	input      func(schema.Start) any
	attributes func(schema.Start) []temporal.SearchAttributeUpdate
}

// Clock says when a workflow starts on its own.
type Clock struct {
	Every time.Duration // 0: once a day, at Hour
	Hour  int           // of the day, in UTC
}

// Startables returns the single table of workflows that can be started. The relay, the sweeper, the schedules, the
// worker and the replay tests all use it.
func Startables() []Startable { return startables }

var startables = []Startable{
	byRow(schema.StartDocument, "Document", Document, "document/", priorityDocument, "Convert",
		func(s schema.Start) DocumentInput { return DocumentInput{DocumentID: s.ObjectID} },
		func(s schema.Start) []temporal.SearchAttributeUpdate {
			return []temporal.SearchAttributeUpdate{DocumentID.ValueSet(s.ObjectID.String()), Outcome.ValueSet(string(schema.Processing))}
		}),
	byRow(schema.StartDelivery, "Delivery", Delivery, "delivery/", priorityDelivery, "Webhook",
		func(s schema.Start) DeliveryInput { return DeliveryInput{DeliveryID: s.ObjectID} }, deliveryAttributes),
	byRow(schema.StartTurn, "Turn", Turn, turnPath, priorityTurn, "Answer",
		func(s schema.Start) TurnInput { return TurnInput{TurnID: s.ObjectID} }, nil),
	byRow(schema.StartEval, "Eval", Eval, "eval/", priorityEval, "Evaluate",
		func(s schema.Start) EvalInput { return EvalInput{RunID: s.ObjectID} }, nil),
	byRow(schema.StartFile, "File", File, "file/", priorityDocument, "Index a file",
		func(s schema.Start) FileInput { return FileInput{VersionID: s.ObjectID} }, nil),
	byRow(schema.StartPurgeDocument, "PurgeDocument", PurgeDocument, "purge/document/", priorityUpkeep, "Remove a deleted document",
		func(s schema.Start) PurgeInput { return PurgeInput{DocumentID: s.ObjectID} },
		func(s schema.Start) []temporal.SearchAttributeUpdate {
			return []temporal.SearchAttributeUpdate{DocumentID.ValueSet(s.ObjectID.String())}
		}),
	byRow(schema.StartPurgeFile, "PurgeFile", PurgeFile, "purge/file/", priorityUpkeep, "Remove a deleted file",
		func(s schema.Start) PurgeFileInput { return PurgeFileInput{AccountID: s.AccountID, FileID: s.ObjectID} }, nil),
	byRow(schema.StartPurgeCollection, "PurgeCollection", PurgeCollection, "purge/collection/", priorityUpkeep, "Remove a deleted collection",
		func(s schema.Start) PurgeCollectionInput {
			return PurgeCollectionInput{AccountID: s.AccountID, CollectionID: s.ObjectID}
		},
		func(s schema.Start) []temporal.SearchAttributeUpdate {
			return []temporal.SearchAttributeUpdate{CollectionID.ValueSet(s.ObjectID.String())}
		}),
	byRow(schema.StartPurgeAccount, "PurgeAccount", PurgeAccount, "purge/account/", priorityUpkeep, "Remove a deleted account",
		func(s schema.Start) PurgeAccountInput { return PurgeAccountInput{AccountID: s.AccountID} }, nil),
	byRow(schema.StartBatch, "Batch", Batch, "batch/", priorityDelivery, "End a batch",
		func(s schema.Start) BatchInput { return BatchInput{BatchID: s.ObjectID} }, nil),
	byRow(schema.StartSource, "Source", Source, "source/", prioritySource, "Mirror a source",
		func(s schema.Start) SourceInput { return SourceInput{RunID: s.ObjectID} }, nil),
	byRow(schema.StartExport, "Export", Export, "export/", priorityUpkeep, "Export an account",
		func(s schema.Start) ExportInput { return ExportInput{ExportID: s.ObjectID} }, nil),
	byClock(Clock{Every: time.Minute}, "SourcesDue", SourcesDue, "sources/due", "Begin the runs of sources", nil),
	byClock(Clock{Hour: 3}, "CheckIndex", CheckIndex, "check/index", "Compare the index with the database", CheckIndexInput{}),
	byClock(Clock{Hour: 4}, "CleanBlobs", CleanBlobs, "clean/blobs", "Remove blobs without a row", nil),
	byClock(Clock{Hour: 5}, "CleanAudit", CleanAudit, "clean/audit", "Remove old entries of the audit log", nil),
	byClock(Clock{Every: 15 * time.Minute}, "Clean", Clean, "clean/rows", "Expire documents and files, forget kept answers", nil),
	byClock(Clock{Every: time.Minute}, "Embed", Embed, "embed/passages", "Embed passages that have no vector", EmbedInput{}),
}

// byRow describes a workflow that rows of a kind start. The type parameter makes the compiler check that the workflow
// gets the input it expects.
func byRow[In any](kind schema.Kind, name string, function func(workflow.Context, In) (*Result, error), path string, priority int,
	summary string, input func(schema.Start) In, attributes func(schema.Start) []temporal.SearchAttributeUpdate,
) Startable {
	return Startable{
		Name: name, Function: function, Queue: QueueWorkflow, Kind: kind, path: path, priority: priority, summary: summary,
		input: func(s schema.Start) any { return input(s) }, attributes: attributes,
	}
}

// byClock describes a workflow that starts on its own; input is nil if the workflow takes none.
func byClock(clock Clock, name string, function any, id, summary string, input any) Startable {
	return Startable{
		Name: name, Function: function, Queue: QueueWorkflow, Clock: &clock, path: id, priority: priorityUpkeep, summary: summary,
		input: func(schema.Start) any { return input },
	}
}

// StartableOf returns the workflow that a start asks for. It fails for a kind that only another build knows.
func StartableOf(s schema.Start) (Startable, error) {
	for _, w := range startables {
		if w.Clock == nil && w.Kind == s.Kind {
			return w, nil
		}
	}
	return Startable{}, fmt.Errorf("no workflow starts for kind %q", s.Kind)
}

// ID returns the id of the workflow. The same start always has the same id, so starting twice is harmless; each round
// and restart has a different one, because Temporal refuses to run an id twice. For a workflow that the clock starts, s
// is the zero value.
func (w Startable) ID(s schema.Start) string {
	if w.Clock != nil {
		return w.path
	}
	id := w.path + w.object(s)
	if s.Round > 0 {
		id += "/r" + strconv.Itoa(s.Round)
	}
	if s.Restarts > 0 {
		id += "/x" + strconv.Itoa(s.Restarts)
	}
	return id
}

// object identifies a version by its file, which is what operators look for.
func (w Startable) object(s schema.Start) string {
	if w.Kind == schema.StartFile && s.ParentID != nil {
		return fmt.Sprintf("%s/v%d", s.ParentID, s.Version)
	}
	return s.ObjectID.String()
}

// Args returns the arguments of the workflow: ids, or nothing.
func (w Startable) Args(s schema.Start) []any {
	if in := w.input(s); in != nil {
		return []any{in}
	}
	return nil
}

// Summary returns the line that operators see for the workflow.
func (w Startable) Summary(s schema.Start) string {
	if s.About == "" {
		return w.summary
	}
	return w.summary + " · " + s.About
}

// Priority returns the workflow's priority, with the account as its fairness key.
func (w Startable) Priority(s schema.Start) temporal.Priority {
	p := temporal.Priority{PriorityKey: w.priority}
	if s.AccountID != uuid.Nil {
		p.FairnessKey = s.AccountID.String()
	}
	if s.Reindex {
		p.PriorityKey = priorityReindex
	}
	return p
}

// Attributes returns the search attributes that the workflow has from the start.
func (w Startable) Attributes(s schema.Start) temporal.SearchAttributes {
	set := []temporal.SearchAttributeUpdate{AccountID.ValueSet(s.AccountID.String())}
	if s.RequestID != "" {
		set = append(set, RequestID.ValueSet(s.RequestID))
	}
	if w.attributes != nil {
		set = append(set, w.attributes(s)...)
	}
	return temporal.NewSearchAttributes(set...)
}

func deliveryAttributes(s schema.Start) []temporal.SearchAttributeUpdate {
	set := []temporal.SearchAttributeUpdate{Outcome.ValueSet(string(schema.DeliveryPending))}
	if s.ParentID != nil {
		set = append(set, DocumentID.ValueSet(s.ParentID.String()))
	}
	return set
}
