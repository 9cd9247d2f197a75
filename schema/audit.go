package schema

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The actions of the audit log. The part before the dot is what the object is.
const (
	AuditAccountCreate    = "account.create"
	AuditAccountSecret    = "account.rotate_secret"
	AuditAccountPlan      = "account.set_plan"
	AuditKeyCreate        = "key.create"
	AuditKeyRevoke        = "key.revoke"
	AuditDocumentCreate   = "document.create"
	AuditDocumentDelete   = "document.delete"
	AuditDeliveryRepeat   = "delivery.redeliver"
	AuditCollectionCreate = "collection.create"
	AuditCollectionRename = "collection.rename"
	AuditCollectionDelete = "collection.delete"
	AuditFileUpload       = "file.upload"
	AuditFileDelete       = "file.delete"
	AuditFileReindex      = "file.reindex"
	AuditExtractorApply   = "extractor.apply"
	AuditExtractorRename  = "extractor.rename"
	AuditExtractorDelete  = "extractor.delete"
)

// Actor is who asks for a change.
type Actor struct {
	Name      string     // what may be shown of the key, or the operator's name
	KeyID     *uuid.UUID // nil: an operator
	RequestID string
	IP        string
}

type actorKey struct{}

// WithActor says on whose behalf the changes under the context are made. They are all in the audit log, in the
// transaction of the change.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// audit notes a change in the transaction that makes it.
func (q *Queries) audit(ctx context.Context, account uuid.UUID, action string, object uuid.UUID) error {
	a, ok := ctx.Value(actorKey{}).(Actor)
	if !ok {
		a.Name = "system"
	}
	return q.insertAudit(ctx, insertAuditParams{
		AccountID: &account, KeyID: a.KeyID, Actor: a.Name, Action: action, ObjectID: object, RequestID: a.RequestID, IP: a.IP,
	})
}

// AuditFilter selects entries of the audit log. Zero values do not filter.
type AuditFilter struct {
	AccountID *uuid.UUID
	ObjectID  *uuid.UUID
	Action    string // or its beginning: "key."
	Since     time.Time
	Limit     int
}

// Audit lists the entries that match, newest first.
func (db *DB) Audit(ctx context.Context, f AuditFilter) ([]AuditEntry, error) {
	return db.listAudit(ctx, listAuditParams{
		AccountID: f.AccountID, ObjectID: f.ObjectID, Action: f.Action, Since: f.Since, RowLimit: int32(f.Limit),
	})
}

// PruneAudit removes the entries from before a time, and tells how many they were. Only the owner of the tables may.
func (db *DB) PruneAudit(ctx context.Context, before time.Time) (int64, error) {
	return db.pruneAudit(ctx, before)
}

// InsertKey makes an API key. OverQuota when the account has as many as it is allowed; 0 allows any number.
func (db *DB) InsertKey(ctx context.Context, p InsertKeyParams, allowed int64) (APIKey, error) {
	var k APIKey
	err := db.tx(ctx, func(q *Queries) (err error) {
		if err := q.alone(ctx, p.AccountID, allowed); err != nil {
			return err
		}
		if err := checkCount(ctx, q.countKeysOf, p.AccountID, allowed, "keys"); err != nil {
			return err
		}
		if k, err = q.InsertKey(ctx, p); err != nil {
			return err
		}
		return q.audit(ctx, k.AccountID, AuditKeyCreate, k.ID)
	})
	return k, err
}

// RevokeKey ends a key for good. It tells how many keys that were: 0 when there is none, or no more.
func (db *DB) RevokeKey(ctx context.Context, id uuid.UUID) (int64, error) {
	err := db.tx(ctx, func(q *Queries) error {
		k, err := q.revokeKey(ctx, id)
		if err != nil {
			return err
		}
		return q.audit(ctx, k.AccountID, AuditKeyRevoke, k.ID)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return 1, err
}
