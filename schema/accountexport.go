package schema

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

const (
	// ExportLifetime is how long a finished archive is kept.
	ExportLifetime = 7 * 24 * time.Hour
	// MaxExports is the maximum number of archives that an account may have at once, because each may be as large as
	// all of its other data.
	MaxExports = 3
)

// ExportStatus is the state of an export of an account.
type ExportStatus string

// The states of an export. ExportPending and ExportRunning are in flight; the others are final.
const (
	ExportPending   ExportStatus = "pending"
	ExportRunning   ExportStatus = "running"
	ExportCompleted ExportStatus = "completed"
	ExportFailed    ExportStatus = "failed"
)

// NewExport is what a request supplies for an export.
type NewExport struct {
	ID, AccountID uuid.UUID
	RequestID     string
	Idempotent    *Idempotent // nil stores no response
}

// Archive describes a finished archive.
type Archive struct {
	Key         string
	Size        int64 // bytes
	Rows, Files int
}

func exportStart(x Export) Start {
	return Start{Kind: StartExport, AccountID: x.AccountID, ObjectID: x.ID, Restarts: int(x.Restarts), RequestID: x.RequestID}
}

// StartExport promises an archive of everything that belongs to the account. It returns Conflict if another export is
// in flight or if there are MaxExports archives.
func (db *DB) StartExport(ctx context.Context, n NewExport) (Export, Start, error) {
	var x Export
	var start Start
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		if err := q.lockQuotas(ctx, n.AccountID); err != nil {
			return err
		}
		count, err := q.countExports(ctx, n.AccountID)
		if err == nil && count >= MaxExports {
			err = &Error{Code: Conflict, Msg: fmt.Sprintf("The account has %d exports; delete one of them first", count)}
		}
		if err != nil {
			return err
		}
		if x, err = q.insertExport(ctx, n.ID, n.AccountID, n.RequestID); err != nil {
			return err
		}
		if err := q.audit(ctx, n.AccountID, AuditExportCreate, n.ID); err != nil {
			return err
		}
		start, err = q.promise(ctx, exportStart(x), inlineHead)
		return err
	})
	if isUniqueViolation(err) {
		err = &Error{Code: Conflict, Msg: "An export of this account is under way; wait for its end, or delete it"}
	}
	return x, start, err
}

// Exports returns one page of the account's exports, newest first, and their total number. It leaves out those that
// have expired.
func (db *DB) Exports(ctx context.Context, account uuid.UUID, skip, limit int) ([]Export, int, error) {
	count, err := db.countExports(ctx, account)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listExports(ctx, account, int32(skip), int32(limit))
	return rows, int(count), err
}

// Export returns an export of the account, or ErrExportNotFound if there is none or if it has expired.
func (db *DB) Export(ctx context.Context, account, id uuid.UUID) (Export, error) {
	x, err := db.exportOf(ctx, id, account)
	return one(x, err, ErrExportNotFound)
}

// AuditExportDownload records in the audit log that an archive was downloaded.
func (db *DB) AuditExportDownload(ctx context.Context, x Export) error {
	return db.audit(ctx, x.AccountID, AuditExportDownload, x.ID)
}

// DeleteExport makes an export unavailable from now on; the next scheduled clean-up removes its archive. It returns
// ErrExportNotFound if there is none. It ignores holds, because an archive is only a copy.
func (db *DB) DeleteExport(ctx context.Context, account, id uuid.UUID) error {
	return db.tx(ctx, func(q *Queries) error {
		n, err := q.hideExport(ctx, id, account)
		if err == nil && n == 0 {
			err = ErrExportNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditExportDelete, id)
	})
}

// ClaimExport begins an attempt at an archive. It returns ErrSuperseded if the export has ended or was deleted.
func (db *DB) ClaimExport(ctx context.Context, id uuid.UUID) (Export, error) {
	x, err := db.claimExport(ctx, id)
	return one(x, err, ErrSuperseded)
}

// CompleteExport ends an export with its archive. It returns ErrSuperseded if the export was deleted or another attempt
// has begun.
func (db *DB) CompleteExport(ctx context.Context, id uuid.UUID, attempt int, a Archive) error {
	x, err := db.completeExport(ctx, completeExportParams{
		ID: id, Attempt: int32(attempt), ArchiveKey: &a.Key, Size: &a.Size, Rows: new(int64(a.Rows)), Files: new(int64(a.Files)),
		LifetimeSeconds: ExportLifetime.Seconds(),
	})
	_, err = one(x, err, ErrSuperseded)
	return err
}

// FailExport ends an export with a reason for people. It returns ErrSuperseded if it has ended or was deleted.
func (db *DB) FailExport(ctx context.Context, id uuid.UUID, reason string) error {
	x, err := db.failExport(ctx, &reason, ExportLifetime.Seconds(), id)
	_, err = one(x, err, ErrSuperseded)
	return err
}

func (q *Queries) idleExports(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.exportsInFlight(ctx, idle, limit)
	return waitingFor(rows, err, func(x Export) Waiting { return Waiting{Start: exportStart(x), Attempt: int(x.Attempt)} })
}
