package schema

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// maxEvalRunsInFlight bounds an account's runs in flight: they ask one question after another, and answers that people
// wait for take precedence.
const maxEvalRunsInFlight = 3

// EvalRunInfo is a run with the number of its cases that have been asked.
type EvalRunInfo struct {
	EvalRun
	Done int
}

// NewEvalRun is what a request supplies for a run.
type NewEvalRun struct {
	ID, AccountID, EvalID uuid.UUID
	Note                  string
	RequestID             string
	Idempotent            *Idempotent // nil stores no response
}

// StartEvalRun begins a run of an evaluation with its present cases, promises its work and stores the response for its
// idempotency key in one transaction. It returns ErrEvalNotFound, Conflict if the evaluation has no cases, another run
// of it is in flight or the account has too many of them, and OverQuota if MaxEvalRuns are kept.
func (db *DB) StartEvalRun(ctx context.Context, n NewEvalRun) (EvalRunInfo, Start, error) {
	var run EvalRun
	var start Start
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		total, err := q.checkEvalRun(ctx, n)
		if err != nil {
			return err
		}
		e, err := q.evalOf(ctx, n.EvalID, n.AccountID)
		if err != nil {
			return err
		}
		number, err := q.countEvalRun(ctx, n.EvalID)
		if err != nil {
			return err
		}
		run, err = q.insertEvalRun(ctx, insertEvalRunParams{
			ID: n.ID, EvalID: n.EvalID, AccountID: n.AccountID, Number: number, Note: n.Note, CollectionIds: e.Eval.CollectionIds,
			Total: int32(total), RequestID: n.RequestID,
		})
		if err != nil {
			return err
		}
		if err := q.copyEvalCases(ctx, n.ID, n.EvalID); err != nil {
			return err
		}
		if err := q.audit(ctx, n.AccountID, AuditEvalRun, n.ID); err != nil {
			return err
		}
		start, err = q.promise(ctx, evalStart(run), inlineHead)
		return err
	})
	if isUniqueViolation(err) {
		err = &Error{Code: Conflict, Msg: "A run of this evaluation is under way; wait for its end, or cancel it"}
	}
	return EvalRunInfo{EvalRun: run}, start, err
}

// checkEvalRun decides whether a run may begin, and returns the number of its cases.
func (q *Queries) checkEvalRun(ctx context.Context, n NewEvalRun) (int64, error) {
	if err := q.lockQuotas(ctx, n.AccountID); err != nil {
		return 0, err
	}
	row, err := q.lockEval(ctx, n.EvalID, n.AccountID)
	if _, err := one(row, err, ErrEvalNotFound); err != nil {
		return 0, err
	}
	total, err := q.countEvalCases(ctx, n.EvalID, "")
	if err != nil {
		return 0, err
	}
	kept, err := q.countEvalRuns(ctx, n.EvalID)
	if err != nil {
		return 0, err
	}
	busy, err := q.countEvalRunsInFlight(ctx, n.AccountID)
	switch {
	case err != nil:
		return 0, err
	case total == 0:
		return 0, &Error{Code: Conflict, Msg: "The evaluation has no cases"}
	case kept >= MaxEvalRuns:
		return 0, &Error{Code: OverQuota, Msg: fmt.Sprintf("Of an evaluation at most %d runs are kept. Delete one that is no longer needed", MaxEvalRuns)}
	case busy >= maxEvalRunsInFlight:
		return 0, &Error{Code: Conflict, Msg: fmt.Sprintf("%d runs of evaluations are under way; wait for the end of one, or cancel it", busy)}
	}
	return total, nil
}

func evalStart(r EvalRun) Start {
	return Start{
		Kind: StartEval, AccountID: r.AccountID, ObjectID: r.ID, Restarts: int(r.Restarts), RequestID: r.RequestID,
		About: fmt.Sprintf("%d questions", r.Total),
	}
}

// EvalRun returns a run of an evaluation, or ErrEvalRunNotFound.
func (db *DB) EvalRun(ctx context.Context, eval, id uuid.UUID) (EvalRunInfo, error) {
	row, err := db.evalRunOf(ctx, id, eval)
	row, err = one(row, err, ErrEvalRunNotFound)
	return EvalRunInfo{row.EvalRun, int(row.Done)}, err
}

// ListEvalRuns returns one page of an evaluation's runs, newest first, and their total number.
func (db *DB) ListEvalRuns(ctx context.Context, eval uuid.UUID, skip, limit int) ([]EvalRunInfo, int, error) {
	count, err := db.countEvalRuns(ctx, eval)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listEvalRuns(ctx, eval, int32(skip), int32(limit))
	list := make([]EvalRunInfo, 0, len(rows))
	for _, r := range rows {
		list = append(list, EvalRunInfo{r.EvalRun, int(r.Done)})
	}
	return list, int(count), err
}

// BeginEvalRun claims a run and stores the configuration that will answer: any JSON object without secrets. It may be
// called again. It returns ErrSuperseded if the run has ended or was deleted.
func (db *DB) BeginEvalRun(ctx context.Context, id uuid.UUID, configuration any) (EvalRun, error) {
	run, err := db.evalRunByID(ctx, id)
	if run, err = one(run, err, ErrSuperseded); err != nil {
		return run, err
	}
	content, err := db.evalContent(ctx, run.AccountID, run.CollectionIds)
	if err != nil {
		return run, err
	}
	p := beginEvalRunParams{ID: id}
	if p.Configuration, err = json.Marshal(configuration); err != nil {
		return run, err
	}
	if p.Content, err = json.Marshal(EvalContent(content)); err != nil {
		return run, err
	}
	sum := sha256.Sum256(p.Configuration)
	p.Fingerprint = hex.EncodeToString(sum[:6])
	run, err = db.beginEvalRun(ctx, p)
	return one(run, err, ErrSuperseded)
}

// EvalContent describes what a run searched.
type EvalContent struct {
	Files       int64 `json:"files"`
	Passages    int64 `json:"passages"`
	WithVectors int64 `json:"with_vectors"` // passages that are found by their meaning, too
}

// CancelEvalRun ends a run with the results so far, stores the response for the idempotency key in the same
// transaction, and returns the work that is no longer wanted. Cancelling a run that has ended changes nothing.
func (db *DB) CancelEvalRun(ctx context.Context, account, eval, id uuid.UUID, idem *Idempotent) (EvalRunInfo, *Start, error) {
	var out EvalRunInfo
	var start *Start
	err := db.keeping(ctx, idem, account, func(q *Queries) error {
		start = nil
		run, err := q.endRun(ctx, id, EvalCancelled, nil)
		if err == nil {
			start = new(evalStart(run))
			err = q.audit(ctx, account, AuditEvalCancel, id)
		}
		if err != nil && !errors.Is(err, ErrSuperseded) {
			return err
		}
		row, err := q.evalRunOf(ctx, id, eval)
		row, err = one(row, err, ErrEvalRunNotFound)
		out = EvalRunInfo{row.EvalRun, int(row.Done)}
		return err
	})
	return out, start, err
}

// EndEvalRun ends a run; reason says why it failed, if it did. Ending it again changes nothing.
func (db *DB) EndEvalRun(ctx context.Context, id uuid.UUID, status EvalStatus, reason string) error {
	return ignoreMoved(db.tx(ctx, func(q *Queries) error {
		var words *string
		if status == EvalFailed {
			words = &reason
		}
		_, err := q.endRun(ctx, id, status, words)
		return err
	}))
}

// endRun ends a run with the metrics of the results so far.
func (q *Queries) endRun(ctx context.Context, id uuid.UUID, status EvalStatus, reason *string) (EvalRun, error) {
	row, err := q.lockEvalRun(ctx, id)
	if row, err = one(row, err, ErrSuperseded); err != nil {
		return row, err
	}
	metrics, err := q.EvalMetrics(ctx, id)
	if err != nil {
		return EvalRun{}, err
	}
	raw, err := json.Marshal(metrics)
	if err != nil {
		return EvalRun{}, err
	}
	run, err := q.endEvalRun(ctx, endEvalRunParams{ID: id, Status: status, Error: reason, Metrics: raw})
	if errors.Is(err, pgx.ErrNoRows) {
		return run, ErrSuperseded
	}
	if err != nil {
		return run, err
	}
	return run, q.deleteOutboxOf(ctx, id)
}

// DeleteEvalRun removes a run with its results, even if it is in flight. It returns ErrEvalRunNotFound if there is no
// such run.
func (db *DB) DeleteEvalRun(ctx context.Context, account, eval, id uuid.UUID) (cancel *Start, err error) {
	err = db.deleting(ctx, account, nil, func(q *Queries) error {
		cancel = nil
		row, err := q.deleteEvalRun(ctx, id, eval)
		run, err := one(row, err, ErrEvalRunNotFound)
		if err != nil {
			return err
		}
		if err := heldBy(q.heldCollections(ctx, account, run.CollectionIds)); err != nil {
			return err
		}
		if run.Status.InFlight() {
			cancel = new(evalStart(run))
			if err := q.deleteOutboxOf(ctx, id); err != nil {
				return err
			}
		}
		return q.audit(ctx, account, AuditEvalRunDelete, id)
	})
	return cancel, err
}
