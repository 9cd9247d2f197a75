package activities

import (
	"context"
	"errors"
	"io"

	"github.com/google/uuid"

	"quire/schema"
)

// maxArchive, in bytes, is more than any store accepts as one blob: 1 PiB.
const maxArchive = 1 << 50

// ExportAccount creates the archive of an export and ends the export. A second run creates another archive under
// another key. It fails with Superseded if the export has ended or was deleted.
func (a *Model) ExportAccount(ctx context.Context, export uuid.UUID) (schema.Archive, error) {
	stop := heartbeat(ctx)
	defer stop()
	x, err := a.DB.ClaimExport(ctx, export)
	if err != nil {
		return schema.Archive{}, blame(err, 1)
	}
	made := schema.Archive{Key: schema.ArchiveKey(x.ID, int(x.Attempt))}
	if err := a.archive(ctx, x.AccountID, &made); err != nil {
		return schema.Archive{}, blame(err, 1)
	}
	err = a.DB.CompleteExport(ctx, x.ID, int(x.Attempt), made)
	if errors.Is(err, schema.ErrSuperseded) { // if deleting it fails, the nightly clean-up does
		err = errors.Join(a.Blobs.Delete(ctx, made.Key), err)
	}
	return made, blame(err, 1)
}

// archive stores the archive of an account while it is being written.
func (a *Model) archive(ctx context.Context, account uuid.UUID, made *schema.Archive) error {
	owner, err := a.DB.Account(ctx, account)
	if err != nil {
		return err
	}
	r, w := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var err error
		made.Rows, made.Files, err = WriteArchive(ctx, a.DB, a.Blobs, owner, a.Configuration.Version, w)
		_ = w.CloseWithError(err) // the reader returns it
	}()
	info, err := a.Blobs.Put(ctx, made.Key, r, maxArchive)
	_ = r.Close() // unblocks a writer whose reader has given up
	<-ended
	made.Size = info.Size
	return err
}

// ForgetExports removes the archives and then the rows of exports that have expired or were deleted, and returns their
// number.
func (a *Model) ForgetExports(ctx context.Context) (forgotten int, err error) {
	stop := heartbeat(ctx)
	defer stop()
	for {
		ids, err := a.DB.EndedExports(ctx, cleanedAtOnce)
		if err != nil {
			return forgotten, err
		}
		for _, id := range ids {
			if err := a.Blobs.DeletePrefix(ctx, schema.ExportPrefix(id)); err != nil {
				return forgotten, err
			}
			if err := a.DB.ForgetExport(ctx, id); err != nil {
				return forgotten, err
			}
			forgotten++
		}
		if len(ids) < cleanedAtOnce {
			return forgotten, nil
		}
	}
}
