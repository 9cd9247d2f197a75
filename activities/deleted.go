package activities

import (
	"context"
	"errors"
	"time"

	"quire/internal/blob"
	"quire/schema"
)

// takeBackTime bounds what an activity still does about its blobs after it has been cancelled.
const takeBackTime = 10 * time.Second

// unlessDeleted is the last step of an activity that writes blobs under the prefix of a conversion. It returns err,
// unless the document or version was deleted in the meantime: then it removes everything under the prefix and returns
// ErrSuperseded.
//
// A deletion is committed before its purge removes blobs. So if the row is still there after the last write, the purge
// is yet to come and removes that write; if it is not, the purge may have been here already.
func unlessDeleted(ctx context.Context, db *schema.DB, blobs *blob.Store, c Conversion, err error) error {
	object, parseErr := c.object()
	if parseErr != nil {
		return err
	}
	// A deletion cancels the activity too.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeBackTime)
	defer cancel()
	deleted, dbErr := db.IsDeleted(ctx, object)
	if dbErr != nil {
		return errors.Join(err, dbErr)
	}
	if !deleted {
		return err
	}
	return errors.Join(schema.ErrSuperseded, blobs.DeletePrefix(ctx, c.Prefix))
}
