package schema

import (
	"bytes"
	"context"
	"errors"
	"path"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// FileStatus is the state of a version of a file.
type FileStatus string

// The states of a version. Pending and processing are in flight; stored is for files that are kept but never indexed.
const (
	FilePending    FileStatus = "pending"
	FileProcessing FileStatus = "processing"
	FileReady      FileStatus = "ready"
	FileFailed     FileStatus = "failed"
	FileStored     FileStatus = "stored"
)

// InFlight reports whether the version still has to reach a final state.
func (s FileStatus) InFlight() bool { return s == FilePending || s == FileProcessing }

// superseded is the message of a version that was still in flight when a newer one arrived.
const superseded = "A newer version was uploaded before this one was ready"

// NewFile is what an upload supplies.
type NewFile struct {
	VersionID    uuid.UUID
	AccountID    uuid.UUID
	CollectionID uuid.UUID
	Path         string // normalised; unique in the collection
	Size         int64
	SHA256       []byte
	Format       string // "" when it could not be recognised at upload
	MediaType    string
	Indexed      bool   // false keeps the file without indexing it
	SourceKey    string // blob of the upload
	Allowance    Allowance
	RequestID    string
	Idempotent   *Idempotent // nil stores no response
}

// Uploaded is the result of an upload.
type Uploaded struct {
	File   FileInfo
	Start  *Start  // nil: nothing needs to be done
	Cancel []Start // work that is no longer wanted
	// Unchanged means that the file already has this content, so the new blob is not needed.
	Unchanged bool
}

// UploadFile creates a version of the file at a path, and the file itself if it is new, in one transaction. Uploading
// the content of the newest version again changes nothing, unless that version has failed: then it is processed again.
// A version in flight is superseded. It returns ErrCollectionNotFound if there is no such collection, and OverQuota or
// TooMany if the plan does not allow the upload.
func (db *DB) UploadFile(ctx context.Context, n NewFile) (Uploaded, error) {
	var up Uploaded
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) (err error) {
		up, err = q.uploadFile(ctx, n)
		return err
	})
	return up, err
}

func (q *Queries) uploadFile(ctx context.Context, n NewFile) (Uploaded, error) {
	up, a := Uploaded{}, n.Allowance
	if err := q.alone(ctx, n.AccountID, a.StoredBytes, a.PagesPerDay, a.FilesPerCollection); err != nil {
		return up, err
	}
	id, err := q.lockCollection(ctx, n.CollectionID, n.AccountID)
	if _, err := one(id, err, ErrCollectionNotFound); err != nil {
		return up, err
	}
	if err := q.upload(ctx, n, &up); err != nil {
		return up, err
	}
	if up.Start != nil || !up.Unchanged {
		err = q.audit(ctx, n.AccountID, AuditFileUpload, up.File.ID)
	}
	return up, err
}

func (q *Queries) upload(ctx context.Context, n NewFile, up *Uploaded) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	f, err := q.takePath(ctx, takePathParams{
		ID: id, AccountID: n.AccountID, CollectionID: n.CollectionID, Path: n.Path, Filename: path.Base(n.Path),
	})
	if err != nil {
		return err
	}
	if f.ID == id {
		f.Version = 0
		if err := q.checkFiles(ctx, n.CollectionID, n.Allowance.FilesPerCollection); err != nil {
			return err
		}
	} else if done, err := q.reuse(ctx, n, f, up); done || err != nil {
		return err
	}
	return q.addVersion(ctx, n, f, up)
}

// reuse checks the newest version of an existing file and reports whether no new version is needed.
func (q *Queries) reuse(ctx context.Context, n NewFile, f File, up *Uploaded) (bool, error) {
	newest, err := q.newestVersion(ctx, f.ID)
	if err != nil {
		return false, err
	}
	if newest.Size == n.Size && bytes.Equal(newest.SHA256, n.SHA256) {
		up.Unchanged = true
		if newest.Status == FileFailed && n.Indexed {
			if err := q.checkPages(ctx, n.AccountID, n.Allowance.PagesPerDay); err != nil {
				return false, err
			}
			err = q.processAgain(ctx, newest, n.RequestID, false, up)
		}
		if err == nil {
			up.File, err = q.liveFile(ctx, f.ID)
		}
		return true, err
	}
	if newest.Status.InFlight() {
		up.Cancel = append(up.Cancel, fileStart(newest, false))
		if err := q.supersedeVersion(ctx, new(superseded), newest.ID); err != nil {
			return false, err
		}
		return false, q.retireBuilding(ctx, newest.ID)
	}
	return false, nil
}

func (q *Queries) processAgain(ctx context.Context, v FileVersion, requestID string, reindex bool, up *Uploaded) error {
	next, err := q.nextRoundOfVersion(ctx, requestID, v.ID)
	if err != nil {
		return err
	}
	if err := q.touchFile(ctx, v.FileID); err != nil {
		return err
	}
	start, err := q.promise(ctx, fileStart(next, reindex), inlineHead)
	up.Start = &start
	return err
}

func (q *Queries) addVersion(ctx context.Context, n NewFile, f File, up *Uploaded) error {
	status, pages := FilePending, n.Allowance.PagesPerDay
	if !n.Indexed {
		status, pages = FileStored, 0
	}
	err := q.checkIntake(ctx, n.AccountID, Allowance{StoredBytes: n.Allowance.StoredBytes, PagesPerDay: pages}, n.Size)
	if err != nil {
		return err
	}
	err = q.insertVersion(ctx, insertVersionParams{
		ID: n.VersionID, FileID: f.ID, AccountID: n.AccountID, Version: f.Version + 1, Status: status, Format: n.Format,
		Size: n.Size, SHA256: n.SHA256, MediaType: n.MediaType, SourceKey: n.SourceKey, RequestID: n.RequestID,
	})
	if err != nil {
		return err
	}
	if err := q.setNewestVersion(ctx, f.Version+1, f.ID); err != nil {
		return err
	}
	if up.File, err = q.liveFile(ctx, f.ID); err != nil {
		return err
	}
	if status == FileStored {
		_, err := q.retireActive(ctx, f.ID, uuid.Nil)
		return err
	}
	v, err := q.versionByID(ctx, n.VersionID)
	if err != nil {
		return err
	}
	start, err := q.promise(ctx, fileStart(v, false), inlineHead)
	up.Start = &start
	return err
}

// File returns a file of the collection. It returns ErrFileNotFound or ErrCollectionNotFound if one of them does not
// exist.
func (db *DB) File(ctx context.Context, account, collection, id uuid.UUID) (FileInfo, error) {
	f, err := db.liveFileOf(ctx, id, collection, account)
	if errors.Is(err, pgx.ErrNoRows) {
		return FileInfo{}, db.missing(ctx, account, collection)
	}
	return f, err
}

// missing returns the error for a file that was not found in a collection, which may not exist either.
func (q *Queries) missing(ctx context.Context, account, collection uuid.UUID) error {
	if err := q.CheckCollection(ctx, account, collection); err != nil {
		return err
	}
	return ErrFileNotFound
}

// Deleted is the work that a deletion leaves to be done.
type Deleted struct {
	Start  Start   // of the purge
	Cancel []Start // work that is no longer wanted
}

// DeleteFile hides the file for good and promises the purge of what it leaves behind, in one transaction.
func (db *DB) DeleteFile(ctx context.Context, account, collection, id uuid.UUID, requestID string) (Deleted, error) {
	var out Deleted
	err := db.deleting(ctx, account, []uuid.UUID{collection}, func(q *Queries) (err error) {
		out, err = q.removeFile(ctx, account, collection, id, requestID)
		return err
	})
	return out, err
}

func (q *Queries) removeFile(ctx context.Context, account, collection, id uuid.UUID, requestID string) (Deleted, error) {
	var out Deleted
	f, err := q.hideFile(ctx, id, collection, account)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, q.missing(ctx, account, collection)
	}
	if err != nil {
		return out, err
	}
	if err := q.audit(ctx, account, AuditFileDelete, id); err != nil {
		return out, err
	}
	versions, err := q.versionsInFlightOf(ctx, f.ID)
	if err != nil {
		return out, err
	}
	for _, v := range versions {
		out.Cancel = append(out.Cancel, fileStart(v, false))
		if err := q.deleteOutboxOf(ctx, v.ID); err != nil {
			return out, err
		}
	}
	out.Start, err = q.promise(ctx, purgeFileStart(f, requestID), 0)
	return out, err
}

// VersionPrefix returns the prefix of every blob of a version of a file.
func VersionPrefix(version uuid.UUID) string { return VersionsPrefix + version.String() + "/" }

// VersionSourceKey returns the blob key of a version's original.
func VersionSourceKey(version uuid.UUID) string { return VersionPrefix(version) + "source" }

// FileBlobs returns the ids of a file's versions, which prefix the keys of its blobs.
func (db *DB) FileBlobs(ctx context.Context, file uuid.UUID) ([]uuid.UUID, error) {
	return db.versionIDs(ctx, file)
}

// CollectionBlobs returns the next page of the ids of the versions in a collection, ascending.
func (db *DB) CollectionBlobs(ctx context.Context, collection, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	return db.versionIDsOfCollection(ctx, collection, after, int32(limit))
}
