package schema

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Waiting is a row in flight that nobody has touched for a while.
type Waiting struct {
	Start       // the work that should be under way
	Attempt int // of a document or a version: the attempt that may end it
	// Answered reports whether part of a turn's answer has already been sent.
	Answered bool
}

// LostDocument is the failure of a document whose work was lost too often.
var LostDocument = DocumentFailure{
	Reason: "internal", Message: "The document could not be processed: its work stopped repeatedly. Please send it again.",
}

// Leave marks the row as checked: it is being worked on, or is waiting its turn.
func (w Waiting) Leave(ctx context.Context, db *DB) error {
	switch w.Kind {
	case StartDocument, StartPurgeDocument:
		return db.touchDocument(ctx, w.ObjectID)
	case StartDelivery:
		return db.touchDelivery(ctx, w.ObjectID)
	case StartTurn:
		return db.touchTurn(ctx, w.ObjectID)
	case StartEval:
		return db.touchEvalRun(ctx, w.ObjectID)
	case StartFile:
		return db.touchVersion(ctx, w.ObjectID)
	case StartPurgeFile:
		return db.touchHiddenFile(ctx, w.ObjectID)
	case StartPurgeCollection:
		return db.touchHiddenCollection(ctx, w.ObjectID)
	case StartPurgeAccount:
		return db.touchDeletedAccount(ctx, w.ObjectID)
	case StartBatch:
		return db.touchBatch(ctx, w.ObjectID)
	case StartSource:
		return db.touchSourceRun(ctx, w.ObjectID)
	case StartExport:
		return db.touchExport(ctx, w.ObjectID)
	}
	return w.unknown()
}

// Restart promises the row's work again, as its next restart. It does nothing if the row has moved on in the meantime.
func (w Waiting) Restart(ctx context.Context, db *DB) error {
	return ignoreMoved(db.tx(ctx, func(q *Queries) error {
		next, err := w.next(ctx, q)
		if err != nil {
			return err
		}
		_, err = q.promise(ctx, next, 0)
		return err
	}))
}

// next counts a restart in the row.
func (w Waiting) next(ctx context.Context, q *Queries) (Start, error) {
	restarts := int32(w.Restarts)
	switch w.Kind {
	case StartDocument:
		d, err := q.restartDocument(ctx, w.ObjectID, restarts)
		return DocumentStart(d), err
	case StartPurgeDocument:
		d, err := q.touchHiddenDocument(ctx, w.ObjectID, restarts)
		return purgeStart(d), err
	case StartDelivery:
		d, err := q.restartDelivery(ctx, w.ObjectID, restarts)
		return deliveryStart(d, ""), err
	case StartTurn:
		t, err := q.restartTurn(ctx, w.ObjectID, restarts)
		return TurnStart(t), err
	case StartEval:
		r, err := q.restartEvalRun(ctx, w.ObjectID, restarts)
		return evalStart(r), err
	case StartFile:
		v, err := q.restartVersion(ctx, w.ObjectID, restarts)
		return fileStart(v, false), err
	case StartPurgeFile:
		f, err := q.restartHiddenFile(ctx, w.ObjectID, restarts)
		return purgeFileStart(f, ""), err
	case StartPurgeCollection:
		c, err := q.restartHiddenCollection(ctx, w.ObjectID, restarts)
		return purgeCollectionStart(c, ""), err
	case StartPurgeAccount:
		a, err := q.restartDeletedAccount(ctx, w.ObjectID, restarts)
		return purgeAccountStart(a, ""), err
	case StartBatch:
		b, err := q.restartBatch(ctx, w.ObjectID, restarts)
		return batchStart(b), err
	case StartSource:
		r, err := q.restartSourceRun(ctx, w.ObjectID, restarts)
		return sourceStart(r), err
	case StartExport:
		x, err := q.restartExport(ctx, w.ObjectID, restarts)
		return exportStart(x), err
	}
	return Start{}, w.unknown()
}

// GiveUp fails the row because its work was lost too often; webhook is the body that reports LostDocument. It restarts
// a purge or a batch instead, because what was deleted must be removed, and what was cancelled must end.
func (w Waiting) GiveUp(ctx context.Context, db *DB, webhook []byte) error {
	switch w.Kind {
	case StartDocument:
		return ignoreMoved(db.FailDocument(ctx, w.ObjectID, w.Attempt, LostDocument, webhook))
	case StartDelivery:
		return db.FinishDelivery(ctx, w.ObjectID, w.Round, DeliveryExhausted)
	case StartTurn:
		end := TurnEnd{Status: TurnFailed, ErrorType: "api_error", Error: "The answer could not be finished. Please ask again."}
		if w.Answered {
			end.Status = TurnPartial
		}
		return ignoreMoved(db.EndTurn(ctx, w.ObjectID, end))
	case StartEval:
		return db.EndEvalRun(ctx, w.ObjectID, EvalFailed, "The run could not be finished: its work stopped repeatedly. Please start another.")
	case StartFile:
		return ignoreMoved(db.FailFile(ctx, w.ObjectID, w.Attempt, "internal",
			"The file could not be processed: its work stopped repeatedly. Please upload it again."))
	case StartSource:
		return ignoreMoved(db.EndSourceRun(ctx, w.ObjectID, SourceRunFailed, "The run could not be finished: its work stopped repeatedly."))
	case StartExport:
		return ignoreMoved(db.FailExport(ctx, w.ObjectID, "The archive could not be made: its work stopped repeatedly. Please start another export."))
	case StartPurgeDocument, StartPurgeFile, StartPurgeCollection, StartPurgeAccount, StartBatch:
		return w.Restart(ctx, db)
	}
	return w.unknown()
}

func (w Waiting) unknown() error { return fmt.Errorf("schema: unknown kind %q", w.Kind) }

func ignoreMoved(err error) error {
	if errors.Is(err, pgx.ErrNoRows) || errors.Is(err, ErrSuperseded) {
		return nil
	}
	return err
}

// InFlightIdle returns the rows in flight that have not been touched for idle, at most limit of each kind, oldest
// first.
func (db *DB) InFlightIdle(ctx context.Context, idle time.Duration, limit int) ([]Waiting, error) {
	var all []Waiting
	for _, list := range []func(context.Context, float64, int32) ([]Waiting, error){
		db.idleVersions, db.idlePurges, db.idleTurns, db.idleEvalRuns, db.idleDocuments, db.idleDeliveries, db.idleBatches,
		db.idleSourceRuns, db.idleAccounts, db.idleExports,
	} {
		waiting, err := list(ctx, idle.Seconds(), int32(limit))
		if err != nil {
			return nil, err
		}
		all = append(all, waiting...)
	}
	return all, nil
}

func (q *Queries) idleVersions(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.versionsInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(v FileVersion) Waiting {
		return Waiting{Start: fileStart(v, false), Attempt: int(v.Attempt)}
	})
}

func (q *Queries) idleTurns(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.turnsInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(t Turn) Waiting { return Waiting{Start: TurnStart(t), Answered: t.Answer != ""} })
}

func (q *Queries) idleEvalRuns(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.evalRunsInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(r EvalRun) Waiting { return Waiting{Start: evalStart(r)} })
}

func (q *Queries) idleDocuments(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.documentsInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(d Document) Waiting { return Waiting{Start: DocumentStart(d), Attempt: int(d.Attempt)} })
}

func (q *Queries) idleDeliveries(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.deliveriesInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(d Delivery) Waiting { return Waiting{Start: deliveryStart(d, "")} })
}

func (q *Queries) idleBatches(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.batchesInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(b Batch) Waiting { return Waiting{Start: batchStart(b)} })
}

func (q *Queries) idleSourceRuns(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.sourceRunsInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(r SourceRun) Waiting { return Waiting{Start: sourceStart(r)} })
}

// idlePurges returns what has been deleted but not yet removed.
func (q *Queries) idlePurges(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	documents, err := q.hiddenDocuments(ctx, idle, limit)
	all, err := waitingFor(documents, err, func(d Document) Waiting { return Waiting{Start: purgeStart(d)} })
	if err != nil {
		return nil, err
	}
	files, err := q.hiddenFiles(ctx, idle, limit)
	more, err := waitingFor(files, err, func(f File) Waiting { return Waiting{Start: purgeFileStart(f, "")} })
	if err != nil {
		return nil, err
	}
	all = append(all, more...)
	collections, err := q.hiddenCollections(ctx, idle, limit)
	more, err = waitingFor(collections, err, func(c Collection) Waiting { return Waiting{Start: purgeCollectionStart(c, "")} })
	return append(all, more...), err
}

func waitingFor[Row any](rows []Row, err error, waiting func(Row) Waiting) ([]Waiting, error) {
	list := make([]Waiting, 0, len(rows))
	for _, row := range rows {
		list = append(list, waiting(row))
	}
	return list, err
}
