package schema

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// PageProgress is the progress of converting a document or a version of a file.
type PageProgress struct {
	Round       int
	Done, Total int // pages
}

// RecordProgress records that a range of pages has been converted; recording it again changes nothing.
func (db *DB) RecordProgress(ctx context.Context, object uuid.UUID, round, first, pages, total int) error {
	return db.recordProgress(ctx, recordProgressParams{
		ObjectID: object, Round: int32(round), First: strconv.Itoa(first), Pages: int32(pages), Total: int32(total),
	})
}

// Progress returns the progress of those objects that have any.
func (db *DB) Progress(ctx context.Context, objects ...uuid.UUID) (map[uuid.UUID]PageProgress, error) {
	rows, err := db.progressOf(ctx, objects)
	all := make(map[uuid.UUID]PageProgress, len(rows))
	for _, r := range rows {
		all[r.ObjectID] = PageProgress{Round: int(r.Round), Done: int(r.Done), Total: int(r.Total)}
	}
	return all, err
}

// VersionWork describes the processing of a version.
type VersionWork struct {
	Attempt, Round     int
	Created, LastTouch time.Time
}

// VersionWork returns how often, and since when, a version has been processed. It returns ErrVersionNotFound if the
// version was deleted.
func (db *DB) VersionWork(ctx context.Context, version uuid.UUID) (VersionWork, error) {
	row, err := db.versionInProgress(ctx, version)
	w, err := one(row, err, ErrVersionNotFound)
	return VersionWork{Attempt: int(w.Attempt), Round: int(w.Round), Created: w.CreatedAt, LastTouch: w.TouchedAt}, err
}

// FilesInFlight returns the files of a collection that are being processed, at most limit.
func (db *DB) FilesInFlight(ctx context.Context, account, collection uuid.UUID, limit int) ([]uuid.UUID, error) {
	return db.filesInFlightOf(ctx, account, collection, int32(limit))
}

// FilesTouched returns when the files of a collection changed that began or ended within the given time, at most limit.
func (db *DB) FilesTouched(ctx context.Context, account, collection uuid.UUID, within time.Duration, limit int) (map[uuid.UUID]time.Time, error) {
	rows, err := db.filesTouchedOf(ctx, filesTouchedOfParams{
		AccountID: account, CollectionID: collection, Seconds: within.Seconds(), RowLimit: int32(limit),
	})
	all := make(map[uuid.UUID]time.Time, len(rows))
	for _, r := range rows {
		all[r.ID] = r.UpdatedAt
	}
	return all, err
}
