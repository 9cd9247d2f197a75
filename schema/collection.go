package schema

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// NewCollection is what a request supplies for a collection.
type NewCollection struct {
	ID, AccountID uuid.UUID
	Name          string
	Allowance     Allowance
	Idempotent    *Idempotent // nil stores no response
}

func nameTaken(name string) *Error {
	return &Error{Code: Conflict, Msg: fmt.Sprintf("A collection named %q already exists", name)}
}

// CreateCollection creates a collection and stores the response for its idempotency key in one transaction. It returns
// Conflict if the account already has a collection of that name, and OverQuota if its plan allows no more.
func (db *DB) CreateCollection(ctx context.Context, n NewCollection) (CollectionInfo, error) {
	var c CollectionInfo
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		if err := q.alone(ctx, n.AccountID, n.Allowance.Collections); err != nil {
			return err
		}
		if err := checkCount(ctx, q.countCollectionsOf, n.AccountID, n.Allowance.Collections, "collections"); err != nil {
			return err
		}
		err := q.insertCollection(ctx, n.ID, n.AccountID, n.Name)
		if err != nil {
			return err
		}
		if c, err = q.collectionOf(ctx, n.ID, n.AccountID); err != nil {
			return err
		}
		if err := q.audit(ctx, n.AccountID, AuditCollectionCreate, n.ID); err != nil {
			return err
		}
		return nil
	})
	if isUniqueViolation(err) {
		return CollectionInfo{}, nameTaken(n.Name)
	}
	return c, err
}

// Collection returns a collection of the account, or ErrCollectionNotFound.
func (db *DB) Collection(ctx context.Context, account, id uuid.UUID) (CollectionInfo, error) {
	c, err := db.collectionOf(ctx, id, account)
	return one(c, err, ErrCollectionNotFound)
}

// CheckCollection returns ErrCollectionNotFound unless the account has the collection. Its cost does not depend on the
// size of the collection.
func (q *Queries) CheckCollection(ctx context.Context, account, id uuid.UUID) error {
	there, err := q.hasCollection(ctx, id, account)
	if err == nil && !there {
		err = ErrCollectionNotFound
	}
	return err
}

// CollectionFilter selects collections of an account.
type CollectionFilter struct {
	AccountID   uuid.UUID
	Search      string      // part of the name, case-insensitive
	Only        []uuid.UUID // nil: all
	Skip, Limit int
}

// ListCollections returns one page of the matching collections, newest first, and the total number of matches.
func (db *DB) ListCollections(ctx context.Context, f CollectionFilter) ([]CollectionInfo, int, error) {
	count, err := db.countCollections(ctx, f.AccountID, f.Search, f.Only)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listCollections(ctx, listCollectionsParams{
		AccountID: f.AccountID, Search: f.Search, Only: f.Only, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	return rows, int(count), err
}

// RenameCollection renames a collection. It returns Conflict if another collection of the account has that name.
func (db *DB) RenameCollection(ctx context.Context, account, id uuid.UUID, name string) (CollectionInfo, error) {
	err := db.tx(ctx, func(q *Queries) error {
		n, err := q.renameCollection(ctx, name, id, account)
		if err == nil && n == 0 {
			err = ErrCollectionNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditCollectionRename, id)
	})
	if isUniqueViolation(err) {
		return CollectionInfo{}, nameTaken(name)
	}
	if err != nil {
		return CollectionInfo{}, err
	}
	return db.Collection(ctx, account, id)
}

// DeleteCollection hides a collection and its files for good and promises the purge of what they leave behind, in one
// transaction. It also deletes evaluations that search no other collection. It returns ErrCollectionNotFound if there
// is no such collection.
func (db *DB) DeleteCollection(ctx context.Context, account, id uuid.UUID, requestID string) (Deleted, error) {
	var out Deleted
	err := db.deleting(ctx, account, []uuid.UUID{id}, func(q *Queries) error {
		out = Deleted{}
		row, err := q.hideCollection(ctx, id, account)
		c, err := one(row, err, ErrCollectionNotFound)
		if err != nil {
			return err
		}
		if err := q.audit(ctx, account, AuditCollectionDelete, id); err != nil {
			return err
		}
		if err := q.forgetCollection(ctx, account, id); err != nil {
			return err
		}
		if err := q.hideFilesOf(ctx, id); err != nil {
			return err
		}
		versions, err := q.versionsInFlightIn(ctx, id)
		if err != nil {
			return err
		}
		for _, v := range versions {
			out.Cancel = append(out.Cancel, fileStart(v, false))
		}
		if err := q.deleteOutboxOfFilesIn(ctx, id); err != nil {
			return err
		}
		out.Start, err = q.promise(ctx, purgeCollectionStart(c, requestID), 0)
		return err
	})
	return out, err
}
