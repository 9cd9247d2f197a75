package schema

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// The actions of the audit log. The part before the dot names the kind of object.
const (
	AuditAccountCreate    = "account.create"
	AuditAccountSecret    = "account.rotate_secret"
	AuditAccountPlan      = "account.set_plan"
	AuditAccountSuspend   = "account.suspend"
	AuditAccountResume    = "account.resume"
	AuditAccountDelete    = "account.delete"
	AuditAccountGone      = "account.gone"
	AuditAccountHold      = "account.hold"
	AuditAccountRelease   = "account.release"
	AuditAccountMask      = "account.mask"
	AuditAccountExport    = "account.export"
	AuditAccountImport    = "account.import"
	AuditExportCreate     = "export.create"
	AuditExportDownload   = "export.download"
	AuditExportDelete     = "export.delete"
	AuditKeyCreate        = "key.create"
	AuditKeyRevoke        = "key.revoke"
	AuditDocumentCreate   = "document.create"
	AuditDocumentUnmask   = "document.unmask"
	AuditDocumentDelete   = "document.delete"
	AuditDeliveryRepeat   = "delivery.redeliver"
	AuditBatchCreate      = "batch.create"
	AuditBatchCancel      = "batch.cancel"
	AuditBatchDelete      = "batch.delete"
	AuditCollectionCreate = "collection.create"
	AuditCollectionRename = "collection.rename"
	AuditCollectionDelete = "collection.delete"
	AuditCollectionHold   = "collection.hold"
	AuditCollectionFree   = "collection.release"
	AuditCollectionKeep   = "collection.set_retention"
	AuditCollectionMask   = "collection.mask"
	AuditFileUnmask       = "file.unmask"
	AuditFileUpload       = "file.upload"
	AuditFileDelete       = "file.delete"
	AuditFileReindex      = "file.reindex"
	AuditExtractorApply   = "extractor.apply"
	AuditExtractorRename  = "extractor.rename"
	AuditExtractorDelete  = "extractor.delete"
	AuditSamplePut        = "extractor.put_sample"
	AuditSampleDelete     = "extractor.delete_sample"
	AuditEvalCreate       = "eval.create"
	AuditEvalChange       = "eval.change"
	AuditEvalDelete       = "eval.delete"
	AuditEvalImport       = "eval.import"
	AuditEvalCaseAdd      = "eval.add_case"
	AuditEvalCaseChange   = "eval.change_case"
	AuditEvalCaseDelete   = "eval.delete_case"
	AuditEvalFeedback     = "eval.feedback"
	AuditEvalRun          = "eval.run"
	AuditEvalCancel       = "eval.cancel_run"
	AuditEvalRunDelete    = "eval.delete_run"
	AuditSourceCreate     = "source.create"
	AuditSourceChange     = "source.change"
	AuditSourcePause      = "source.pause"
	AuditSourceResume     = "source.resume"
	AuditSourceRun        = "source.run"
	AuditSourceDelete     = "source.delete"
	AuditLoginBegin       = "login.begin"
	AuditLoginEnd         = "login.end"
	AuditLoginLink        = "login.link"
)

// Actor is who asks for a change.
type Actor struct {
	Name      string     // the displayable part of the key, or the operator's name
	KeyID     *uuid.UUID // nil: an operator
	RequestID string
	IP        string
}

type actorKey struct{}

// WithActor records on whose behalf changes under the context are made. Each change is recorded in the audit log, in
// its own transaction.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// audit records a change in the transaction that makes it.
func (q *Queries) audit(ctx context.Context, account uuid.UUID, action string, object uuid.UUID) error {
	a, ok := ctx.Value(actorKey{}).(Actor)
	if !ok {
		a.Name = "system"
	}
	return q.insertAudit(ctx, insertAuditParams{
		AccountID: &account, KeyID: a.KeyID, Actor: a.Name, Action: action, ObjectID: object, RequestID: a.RequestID, IP: a.IP,
	})
}

// AuditUnmasking records, as AuditDocumentUnmask or AuditFileUnmask, that somebody was given the original of something
// masked, or an image of one of its pages.
func (db *DB) AuditUnmasking(ctx context.Context, account uuid.UUID, action string, object uuid.UUID) error {
	return db.audit(ctx, account, action, object)
}

// AuditFilter selects entries of the audit log. Zero values do not filter.
type AuditFilter struct {
	AccountID   *uuid.UUID
	ObjectID    *uuid.UUID
	KeyID       *uuid.UUID // the key that was used
	Action      string     // or a prefix such as "key."
	Since       time.Time
	Until       *time.Time // inclusive
	Skip, Limit int
}

// Audit returns the matching entries, newest first.
func (db *DB) Audit(ctx context.Context, f AuditFilter) ([]AuditEntry, error) {
	return db.listAudit(ctx, listAuditParams{
		AccountID: f.AccountID, ObjectID: f.ObjectID, KeyID: f.KeyID, Action: f.Action, Since: f.Since, Until: f.Until,
		RowSkip: int32(f.Skip), RowLimit: int32(f.Limit),
	})
}

// AuditBefore returns the matching entries older than the entry with the given id, newest first, regardless of Skip.
func (db *DB) AuditBefore(ctx context.Context, f AuditFilter, before int64) ([]AuditEntry, error) {
	return db.auditBefore(ctx, auditBeforeParams{
		AccountID: f.AccountID, Before: before, ObjectID: f.ObjectID, KeyID: f.KeyID, Action: f.Action, Since: f.Since, Until: f.Until,
		RowLimit: int32(f.Limit),
	})
}

// CountAudit returns the number of entries that match, regardless of Skip and Limit.
func (db *DB) CountAudit(ctx context.Context, f AuditFilter) (int, error) {
	n, err := db.countAudit(ctx, countAuditParams{
		AccountID: f.AccountID, ObjectID: f.ObjectID, KeyID: f.KeyID, Action: f.Action, Since: f.Since, Until: f.Until,
	})
	return int(n), err
}

// PruneAudit removes the entries from before a time, except for those of accounts with a hold, and returns their
// number. Only the owner of the tables may call it.
func (db *DB) PruneAudit(ctx context.Context, before time.Time) (int64, error) {
	return db.pruneAudit(ctx, before)
}
