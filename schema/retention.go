package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// retentionActor is the actor in the audit log when files are deleted because of their age.
const retentionActor = "retention"

// ExpireFiles deletes files past the retention of their collections, at most limit, exactly as a request would, and
// returns their number.
func (db *DB) ExpireFiles(ctx context.Context, limit int) (int, error) {
	due, err := db.filesDue(ctx, int32(limit))
	if err != nil {
		return 0, err
	}
	ctx, n := WithActor(ctx, Actor{Name: retentionActor}), 0
	for _, f := range due {
		switch err := db.expireFile(ctx, f); {
		case err == nil:
			n++
		case !errors.Is(err, errNotDue) && !isHeld(err): // somebody else was faster: the next round looks again
			return n, err
		}
	}
	return n, nil
}

var errNotDue = errors.New("schema: the file must no longer be deleted")

func (db *DB) expireFile(ctx context.Context, f filesDueRow) error {
	return db.deleting(ctx, f.AccountID, []uuid.UUID{f.CollectionID}, func(q *Queries) error {
		if err := q.itemsExpire(ctx, &f.ID); err != nil {
			return err
		}
		if _, err := q.stillDue(ctx, f.ID); errors.Is(err, pgx.ErrNoRows) {
			return errNotDue
		} else if err != nil {
			return err
		}
		_, err := q.removeFile(ctx, f.AccountID, f.CollectionID, f.ID, "")
		return err
	})
}

// ExpireDocument calls remove to delete the files of a document whose retention has ended, and marks it as expired. It
// returns false, and removes nothing, if the account was put on hold or the document was deleted.
func (db *DB) ExpireDocument(ctx context.Context, id uuid.UUID, remove func() error) (bool, error) {
	err := db.tx(ctx, func(q *Queries) error {
		account, err := q.documentDue(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNotDue
		}
		if err != nil {
			return err
		}
		if err := q.checkHold(ctx, account); err != nil {
			return err
		}
		// The files are removed first, so that a document marked as expired never has any. A hold waits for both.
		if err := remove(); err != nil {
			return err
		}
		return q.expireDocument(ctx, id)
	})
	if errors.Is(err, errNotDue) || isHeld(err) {
		return false, nil
	}
	return err == nil, err
}
