package schema

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// The bounds of evaluations.
const (
	MaxEvals     = 1000 // per account
	MaxEvalCases = 2000 // per evaluation
	MaxEvalRuns  = 50   // kept per evaluation
)

// EvalStatus is the state of a run of an evaluation, or of one of its results.
type EvalStatus string

// The states of a run. EvalPending and EvalRunning are in flight; the others are final.
const (
	EvalPending   EvalStatus = "pending"
	EvalRunning   EvalStatus = "running"
	EvalCompleted EvalStatus = "completed"
	EvalCancelled EvalStatus = "cancelled"
	EvalFailed    EvalStatus = "failed"
	// EvalDone is the state of a result with an answer; one without is EvalPending or EvalFailed.
	EvalDone EvalStatus = "done"
)

// InFlight reports whether a run has not ended.
func (s EvalStatus) InFlight() bool { return s == EvalPending || s == EvalRunning }

// EvalInfo is an evaluation with the number of its cases.
type EvalInfo struct {
	Eval
	Cases int
}

// NewEval is what a request supplies for an evaluation.
type NewEval struct {
	ID, AccountID uuid.UUID
	Name          string
	CollectionIDs []uuid.UUID
	Idempotent    *Idempotent // nil stores no response
}

func evalNameTaken(name string) *Error {
	return &Error{Code: Conflict, Msg: fmt.Sprintf("An evaluation named %q already exists", name)}
}

// CreateEval creates an evaluation without cases and stores the response for its idempotency key in one transaction. It
// returns Conflict if the account already has an evaluation of that name, ErrCollectionNotFound if one of the
// collections does not exist, and OverQuota if the account has MaxEvals.
func (db *DB) CreateEval(ctx context.Context, n NewEval) (EvalInfo, error) {
	var e Eval
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) (err error) {
		if err := q.checkCollections(ctx, n.AccountID, n.CollectionIDs); err != nil {
			return err
		}
		e, err = q.createEval(ctx, insertEvalParams{ID: n.ID, AccountID: n.AccountID, Name: n.Name, CollectionIds: n.CollectionIDs})
		return err
	})
	if isUniqueViolation(err) {
		return EvalInfo{}, evalNameTaken(n.Name)
	}
	return EvalInfo{Eval: e}, err
}

// createEval creates an evaluation, unless the account already has as many as it may.
func (q *Queries) createEval(ctx context.Context, p insertEvalParams) (Eval, error) {
	if err := q.lockQuotas(ctx, p.AccountID); err != nil {
		return Eval{}, err
	}
	n, err := q.countEvals(ctx, p.AccountID, "")
	if err != nil {
		return Eval{}, err
	}
	if n >= MaxEvals {
		return Eval{}, &Error{Code: OverQuota, Msg: fmt.Sprintf("An account has at most %d evaluations. Delete one that is no longer needed", MaxEvals)}
	}
	p.CollectionIds = ascending(p.CollectionIds)
	e, err := q.insertEval(ctx, p)
	if err != nil {
		return e, err
	}
	return e, q.audit(ctx, p.AccountID, AuditEvalCreate, p.ID)
}

// ascending returns ids in ascending order, so that lists of the same ids are equal.
func ascending(ids []uuid.UUID) []uuid.UUID {
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return sorted
}

// Eval returns an evaluation of the account, or ErrEvalNotFound.
func (db *DB) Eval(ctx context.Context, account, id uuid.UUID) (EvalInfo, error) {
	row, err := db.evalOf(ctx, id, account)
	row, err = one(row, err, ErrEvalNotFound)
	return EvalInfo{row.Eval, int(row.Cases)}, err
}

// EvalFilter selects evaluations of an account.
type EvalFilter struct {
	AccountID   uuid.UUID
	Search      string // part of the name, case-insensitive
	Skip, Limit int
}

// ListEvals returns one page of the matching evaluations, newest first, and the total number of matches.
func (db *DB) ListEvals(ctx context.Context, f EvalFilter) ([]EvalInfo, int, error) {
	count, err := db.countEvals(ctx, f.AccountID, f.Search)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listEvals(ctx, listEvalsParams{
		AccountID: f.AccountID, Search: f.Search, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	list := make([]EvalInfo, 0, len(rows))
	for _, r := range rows {
		list = append(list, EvalInfo{r.Eval, int(r.Cases)})
	}
	return list, int(count), err
}

// ChangeEval changes the name or the collections of an evaluation; "" and nil leave them unchanged. It returns Conflict
// if the account has another evaluation of that name, and ErrCollectionNotFound if a collection does not exist. Runs
// keep the collections that they began with.
func (db *DB) ChangeEval(ctx context.Context, account, id uuid.UUID, name string, collections []uuid.UUID) (EvalInfo, error) {
	err := db.tx(ctx, func(q *Queries) error {
		row, err := q.lockEval(ctx, id, account)
		e, err := one(row, err, ErrEvalNotFound)
		if err != nil {
			return err
		}
		p := changeEvalParams{ID: id, AccountID: account, Name: e.Name, CollectionIds: e.CollectionIds}
		if name != "" {
			p.Name = name
		}
		if collections != nil {
			if err := q.checkCollections(ctx, account, collections); err != nil {
				return err
			}
			p.CollectionIds = ascending(collections)
		}
		if _, err := q.changeEval(ctx, p); err != nil {
			return err
		}
		return q.audit(ctx, account, AuditEvalChange, id)
	})
	if isUniqueViolation(err) {
		return EvalInfo{}, evalNameTaken(name)
	}
	if err != nil {
		return EvalInfo{}, err
	}
	return db.Eval(ctx, account, id)
}

// DeleteEval removes an evaluation with its cases and runs. It returns ErrEvalNotFound if there is no such evaluation.
func (db *DB) DeleteEval(ctx context.Context, account, id uuid.UUID) error {
	return db.deleting(ctx, account, nil, func(q *Queries) error {
		row, err := q.lockEval(ctx, id, account)
		e, err := one(row, err, ErrEvalNotFound)
		if err != nil {
			return err
		}
		if err := heldBy(q.heldCollections(ctx, account, e.CollectionIds)); err != nil {
			return err
		}
		return q.removeEval(ctx, e)
	})
}

func (q *Queries) removeEval(ctx context.Context, e Eval) error {
	if _, err := q.deleteEval(ctx, e.ID, e.AccountID); err != nil {
		return err
	}
	return q.audit(ctx, e.AccountID, AuditEvalDelete, e.ID)
}

// forgetCollection removes a collection from the evaluations that search it. It deletes evaluations that search no
// other.
func (q *Queries) forgetCollection(ctx context.Context, account, collection uuid.UUID) error {
	list, err := q.evalsSearching(ctx, account, collection)
	if err != nil {
		return err
	}
	for _, e := range list {
		if len(e.CollectionIds) > 1 {
			err = q.leaveCollection(ctx, collection, e.ID)
		} else {
			err = q.removeEval(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
