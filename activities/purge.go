package activities

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"quire/internal/blob"
	"quire/schema"
)

// RemoveFiles removes every blob of a document.
func (a *Rows) RemoveFiles(ctx context.Context, document uuid.UUID) error {
	stop := heartbeat(ctx)
	defer stop()
	return a.Blobs.DeletePrefix(ctx, schema.DocumentPrefix(document))
}

// PurgeRow removes the row of a deleted document and everything that depends on it.
func (a *Rows) PurgeRow(ctx context.Context, document uuid.UUID) error {
	return a.DB.PurgeDocument(ctx, document)
}

// PurgeFileInput identifies a deleted file.
type PurgeFileInput struct {
	AccountID, FileID uuid.UUID
}

// RemoveFileFromIndex removes the points of all generations of a file.
func (a *Rows) RemoveFileFromIndex(ctx context.Context, in PurgeFileInput) error {
	stop := heartbeat(ctx)
	defer stop()
	ix, err := a.Index(ctx)
	if err != nil {
		return err
	}
	return ix.DeleteFile(ctx, in.AccountID.String(), in.FileID.String())
}

// RemoveFileBlobs removes every blob of a file, and returns the ids of its versions, oldest first.
func (a *Rows) RemoveFileBlobs(ctx context.Context, in PurgeFileInput) ([]uuid.UUID, error) {
	stop := heartbeat(ctx)
	defer stop()
	versions, err := a.DB.FileBlobs(ctx, in.FileID)
	if err != nil {
		return nil, err
	}
	return recent(versions), a.removeVersions(ctx, versions)
}

// PurgeFileRows removes the rows of a deleted file: its versions, generations and passages.
func (a *Rows) PurgeFileRows(ctx context.Context, in PurgeFileInput) error {
	stop := heartbeat(ctx)
	defer stop()
	return a.DB.PurgeFile(ctx, in.FileID)
}

// PurgeCollectionInput identifies a deleted collection.
type PurgeCollectionInput struct {
	AccountID, CollectionID uuid.UUID
}

// RemoveCollectionFromIndex removes the points of a collection's files.
func (a *Rows) RemoveCollectionFromIndex(ctx context.Context, in PurgeCollectionInput) error {
	stop := heartbeat(ctx)
	defer stop()
	ix, err := a.Index(ctx)
	if err != nil {
		return err
	}
	return ix.DeleteCollection(ctx, in.AccountID.String(), in.CollectionID.String())
}

// versionsAtOnce is the number of versions of a deleted collection read in one query.
const versionsAtOnce = 500

// RemoveCollectionBlobs removes every blob of a collection, and returns the ids of its newest versions.
func (a *Rows) RemoveCollectionBlobs(ctx context.Context, in PurgeCollectionInput) ([]uuid.UUID, error) {
	stop := heartbeat(ctx)
	defer stop()
	var after uuid.UUID
	var last []uuid.UUID
	for {
		versions, err := a.DB.CollectionBlobs(ctx, in.CollectionID, after, versionsAtOnce)
		if err != nil {
			return nil, err
		}
		if err := a.removeVersions(ctx, versions); err != nil {
			return nil, err
		}
		last = recent(append(last, versions...))
		if len(versions) < versionsAtOnce {
			return last, nil
		}
		after = versions[len(versions)-1]
	}
}

// filesAtOnce is the number of files of a deleted collection whose rows are removed in one transaction.
const filesAtOnce = 20

// PurgeCollectionRows removes the rows of a deleted collection and of everything in it.
func (a *Rows) PurgeCollectionRows(ctx context.Context, in PurgeCollectionInput) error {
	stop := heartbeat(ctx)
	defer stop()
	_, err := untilNone(func() (int64, error) { return a.DB.PurgeFilesIn(ctx, in.CollectionID, filesAtOnce) })
	if err != nil {
		return err
	}
	return a.DB.PurgeCollection(ctx, in.CollectionID)
}

// RemoveVersions removes the blobs of versions.
func (a *Rows) RemoveVersions(ctx context.Context, versions []uuid.UUID) error {
	stop := heartbeat(ctx)
	defer stop()
	return a.removeVersions(ctx, versions)
}

func (a *Rows) removeVersions(ctx context.Context, versions []uuid.UUID) error {
	for _, v := range versions {
		if err := a.Blobs.DeletePrefix(ctx, schema.VersionPrefix(v)); err != nil {
			return err
		}
	}
	return nil
}

// remembered bounds the versions that a purge revisits. Version ids ascend with time, and only a recent version can
// still have a late worker.
const remembered = 500

func recent(versions []uuid.UUID) []uuid.UUID {
	return slices.Clone(versions[max(len(versions)-remembered, 0):])
}

// goneOrTrouble translates the error of a blob that goes missing in the middle of work: a purge has removed it, so the
// row is gone too and nobody wants the result. Other errors are returned unchanged.
func goneOrTrouble(err error) error {
	if errors.Is(err, blob.ErrNotFound) {
		return schema.ErrSuperseded
	}
	return err
}
