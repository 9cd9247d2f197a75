package schema

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// MaxRetentionDays bounds the retention of a collection's files: a hundred years.
const MaxRetentionDays = 36_525

var (
	errAccountHeld = &Error{
		Code: Held, Msg: "The account is on legal hold, so nothing in it is deleted. Only an operator of the service can release it",
	}
	errAccountGoing = &Error{Code: Conflict, Msg: "The removal of the account has begun, so it cannot be put on hold any more"}
)

func errCollectionHeld(name string) *Error {
	return &Error{Code: Held, Msg: fmt.Sprintf(
		"The collection %q is on legal hold, so nothing that belongs to it is deleted. An admin of the account can release it", name)}
}

// HoldAccount blocks every deletion of the account's data, whoever asks for it, until ReleaseAccount. It waits for
// deletions in progress, so that there are none once it returns. It returns ErrAccountNotFound if there is no such
// account, and Conflict if its removal has begun.
func (db *DB) HoldAccount(ctx context.Context, id uuid.UUID, reason string) (Account, error) {
	a, err := db.changeAccount(ctx, id, AuditAccountHold, func(q *Queries, ctx context.Context, id uuid.UUID) (Account, error) {
		return q.holdAccount(ctx, reason, id)
	})
	if errors.Is(err, ErrAccountNotFound) {
		if _, missing := db.Account(ctx, id); missing == nil {
			err = errAccountGoing
		}
	}
	return a, err
}

// ReleaseAccount undoes HoldAccount. Collections of the account that are on hold themselves remain on hold.
func (db *DB) ReleaseAccount(ctx context.Context, id uuid.UUID) (Account, error) {
	return db.changeAccount(ctx, id, AuditAccountRelease, (*Queries).releaseAccount)
}

// HoldCollection blocks every deletion of the collection, its files, and the conversations about it, until
// ReleaseCollection. It returns ErrCollectionNotFound if there is no such collection.
func (db *DB) HoldCollection(ctx context.Context, account, id uuid.UUID, reason string) (CollectionInfo, error) {
	return db.changeCollection(ctx, account, id, AuditCollectionHold, func(q *Queries) (int64, error) {
		return q.holdCollection(ctx, reason, id, account)
	})
}

// ReleaseCollection undoes HoldCollection.
func (db *DB) ReleaseCollection(ctx context.Context, account, id uuid.UUID) (CollectionInfo, error) {
	return db.changeCollection(ctx, account, id, AuditCollectionFree, func(q *Queries) (int64, error) {
		return q.releaseCollection(ctx, id, account)
	})
}

// SetRetention sets after how many days the collection's files are deleted, counted from the upload of their newest
// version; nil keeps them. It returns ErrCollectionNotFound if there is no such collection.
func (db *DB) SetRetention(ctx context.Context, account, id uuid.UUID, days *int) (CollectionInfo, error) {
	var limit *int32
	if days != nil {
		limit = new(int32(*days))
	}
	return db.changeCollection(ctx, account, id, AuditCollectionKeep, func(q *Queries) (int64, error) {
		return q.setRetention(ctx, limit, id, account)
	})
}

// changeCollection changes a collection while no deletion is in progress in its account.
func (db *DB) changeCollection(ctx context.Context, account, id uuid.UUID, action string, change func(*Queries) (int64, error)) (CollectionInfo, error) {
	var c CollectionInfo
	err := db.tx(ctx, func(q *Queries) error {
		if err := q.lockAccount(ctx, account); err != nil {
			return err
		}
		n, err := change(q)
		if err == nil && n == 0 {
			err = ErrCollectionNotFound
		}
		if err != nil {
			return err
		}
		if err := q.audit(ctx, account, action, id); err != nil {
			return err
		}
		c, err = q.collectionOf(ctx, id, account)
		return err
	})
	return c, err
}

// deleting runs fn in a transaction during which no hold can be set on the account or these collections. It returns
// Held if one is already set.
func (db *DB) deleting(ctx context.Context, account uuid.UUID, collections []uuid.UUID, fn func(q *Queries) error) error {
	return db.tx(ctx, func(q *Queries) error {
		if err := q.checkHold(ctx, account, collections...); err != nil {
			return err
		}
		return fn(q)
	})
}

// checkHold returns Held if the account or one of the collections is on hold. Otherwise it prevents holds on the
// account and on any of its collections until the transaction ends.
func (q *Queries) checkHold(ctx context.Context, account uuid.UUID, collections ...uuid.UUID) error {
	held, err := q.accountHeldAt(ctx, account)
	switch {
	case err != nil:
		return ignoreMoved(err) // there is no such account, so there is nothing in it
	case held != nil:
		return errAccountHeld
	case len(collections) == 0:
		return nil
	}
	names, err := q.heldCollections(ctx, account, collections)
	return heldBy(names, err)
}

func heldBy(names []string, err error) error {
	if err == nil && len(names) > 0 {
		err = errCollectionHeld(names[0])
	}
	return err
}

// isHeld reports whether err says that a hold prevents a deletion.
func isHeld(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == Held
}

// Hold is a legal hold on an account or a collection.
type Hold struct {
	Since  time.Time
	Reason string
}

// Hold returns the hold on the account itself, or nil if there is none.
func (a Account) Hold() *Hold { return holdOf(a.HeldAt, a.HoldReason) }

// Hold returns the hold on the collection itself, or nil if there is none.
func (c CollectionInfo) Hold() *Hold { return holdOf(c.HeldAt, c.HoldReason) }

func holdOf(since *time.Time, reason string) *Hold {
	if since == nil {
		return nil
	}
	return &Hold{Since: *since, Reason: reason}
}
