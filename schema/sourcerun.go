package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// SourceRunStatus is the state of a run of a source.
type SourceRunStatus string

// The states of a run. A stopped run was ended by a person, or because the source seemed to be broken.
const (
	SourceRunning      SourceRunStatus = "running"
	SourceRunCompleted SourceRunStatus = "completed"
	SourceRunFailed    SourceRunStatus = "failed"
	SourceRunStopped   SourceRunStatus = "stopped"
)

// SourceAction is what a run did with an item.
type SourceAction string

// The actions of runs. In a dry run, they are what would be done. A kept file is one that the source does not own or no
// longer owns; a failed item is tried again by the next run.
const (
	SourceAdded   SourceAction = "added"
	SourceChanged SourceAction = "changed"
	SourceDeleted SourceAction = "deleted"
	SourceKept    SourceAction = "kept"
	SourceFailed  SourceAction = "failed"
)

// NewSourceRun is what a request supplies for a run.
type NewSourceRun struct {
	DryRun bool
	// AllowDeletions lets the run delete files even if the source has lost most of its items.
	AllowDeletions bool
	RequestID      string
}

// SourceRunInfo is a run with the number of items for each action.
type SourceRunInfo struct {
	SourceRun
	Counts map[SourceAction]int
}

func sourceStart(r SourceRun) Start {
	return Start{Kind: StartSource, AccountID: r.AccountID, ObjectID: r.ID, ParentID: &r.SourceID, Restarts: int(r.Restarts), RequestID: r.RequestID}
}

// beginSourceRun begins a run. The transaction must have locked the source's row.
func (q *Queries) beginSourceRun(ctx context.Context, s Source, n NewSourceRun) (SourceRun, Start, error) {
	if under, err := q.openSourceRun(ctx, s.ID); err == nil {
		return SourceRun{}, Start{}, busySource(under.Number)
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return SourceRun{}, Start{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return SourceRun{}, Start{}, err
	}
	number, err := q.nextRunOfSource(ctx, s.ID)
	if err != nil {
		return SourceRun{}, Start{}, err
	}
	run, err := q.insertSourceRun(ctx, insertSourceRunParams{
		ID: id, SourceID: s.ID, AccountID: s.AccountID, Number: number, DryRun: n.DryRun, AllowDeletions: n.AllowDeletions,
		RequestID: n.RequestID,
	})
	if err != nil {
		return run, Start{}, err
	}
	if err := q.forgetSourceRuns(ctx, s.ID, number-keptSourceRuns); err != nil {
		return run, Start{}, err
	}
	start, err := q.promise(ctx, sourceStart(run), inlineHead)
	return run, start, err
}

// StartSourceRun begins a run now. It returns Conflict if another run is in flight, and ErrSourceNotFound. A paused
// source can only have dry runs.
func (db *DB) StartSourceRun(ctx context.Context, account, source uuid.UUID, n NewSourceRun, idem *Idempotent) (SourceRunInfo, Start, error) {
	var info SourceRunInfo
	var start Start
	err := db.keeping(ctx, idem, account, func(q *Queries) error {
		row, err := q.lockSource(ctx, source, account)
		if _, err := one(row, err, ErrSourceNotFound); err != nil {
			return err
		}
		if row.PausedAt != nil && !n.DryRun {
			return &Error{Code: Conflict, Msg: "The source is paused. Resume it, which also begins a run"}
		}
		if info.SourceRun, start, err = q.beginSourceRun(ctx, row, n); err != nil {
			return err
		}
		return q.audit(ctx, account, AuditSourceRun, source)
	})
	return info, start, err
}

// StartDueSources promises a run of every source that is due, at most limit, and returns their number.
func (db *DB) StartDueSources(ctx context.Context, limit int) (int, error) {
	n := 0
	err := db.tx(ctx, func(q *Queries) error {
		due, err := q.dueSources(ctx, int32(limit))
		if err != nil {
			return err
		}
		n = len(due)
		for _, s := range due {
			if _, _, err := q.beginSourceRun(ctx, s, NewSourceRun{DryRun: s.Preview}); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// ListSourceRuns returns one page of a source's runs, newest first, and the total number of those that are kept.
func (db *DB) ListSourceRuns(ctx context.Context, source uuid.UUID, skip, limit int) ([]SourceRunInfo, int, error) {
	count, err := db.countSourceRuns(ctx, source)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listSourceRuns(ctx, source, int32(skip), int32(limit))
	if err != nil {
		return nil, 0, err
	}
	list, err := db.withActions(ctx, rows)
	return list, int(count), err
}

// SourceRunOf returns a run of a source, or ErrSourceRunNotFound.
func (db *DB) SourceRunOf(ctx context.Context, source, id uuid.UUID) (SourceRunInfo, error) {
	row, err := db.sourceRunOf(ctx, id, source)
	if row, err = one(row, err, ErrSourceRunNotFound); err != nil {
		return SourceRunInfo{}, err
	}
	list, err := db.withActions(ctx, []SourceRun{row})
	if err != nil {
		return SourceRunInfo{}, err
	}
	return list[0], nil
}

func (q *Queries) withActions(ctx context.Context, rows []SourceRun) ([]SourceRunInfo, error) {
	list, at, ids := make([]SourceRunInfo, len(rows)), map[uuid.UUID]int{}, make([]uuid.UUID, len(rows))
	for i, r := range rows {
		list[i] = SourceRunInfo{SourceRun: r, Counts: map[SourceAction]int{}}
		at[r.ID], ids[i] = i, r.ID
	}
	counts, err := q.countSourceLog(ctx, ids)
	for _, c := range counts {
		list[at[c.RunID]].Counts[c.Action] = int(c.Items)
	}
	return list, err
}

// SourceLogged is an entry of a run's log, with the current file of its item, if there is one.
type SourceLogged struct {
	SourceLogEntry
	FileID *uuid.UUID
}

// ListSourceLog returns one page of a run's log, in order, and the total number of entries. An action other than ""
// selects its entries.
func (db *DB) ListSourceLog(ctx context.Context, run SourceRun, action SourceAction, skip, limit int) ([]SourceLogged, int, error) {
	count, err := db.countSourceLogOf(ctx, run.ID, string(action))
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listSourceLog(ctx, listSourceLogParams{
		SourceID: run.SourceID, RunID: run.ID, Action: string(action), PageSkip: int32(skip), PageLimit: int32(limit),
	})
	list := make([]SourceLogged, len(rows))
	for i, r := range rows {
		list[i] = SourceLogged{SourceLogEntry: r.SourceLogEntry, FileID: r.FileID}
	}
	return list, int(count), err
}

// SourceJob is a run in flight with its source.
type SourceJob struct {
	Source Source
	Run    SourceRun
	Plan   string // of the account
}

// SourceJob returns a run in flight, or ErrSuperseded if it has ended.
func (db *DB) SourceJob(ctx context.Context, run uuid.UUID) (SourceJob, error) {
	row, err := db.sourceOfRun(ctx, run)
	if row, err = one(row, err, ErrSuperseded); err != nil {
		return SourceJob{}, err
	}
	return SourceJob{Source: row.Source, Run: row.SourceRun, Plan: row.Plan}, nil
}

// EndSourceRun ends a run with a message for people, "" for none. It returns ErrSuperseded if the run has already
// ended.
func (db *DB) EndSourceRun(ctx context.Context, id uuid.UUID, status SourceRunStatus, message string) error {
	run, err := db.endSourceRun(ctx, status, text(message), id)
	_, err = one(run, err, ErrSuperseded)
	return err
}

// text returns nil for "".
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
