package schema

import (
	"context"

	"github.com/google/uuid"
)

// FileFilter selects files of a collection. Zero values do not filter.
type FileFilter struct {
	AccountID, CollectionID uuid.UUID
	Status                  FileStatus
	Search                  string // part of the path, case-insensitive
	PathPrefix              string
	Skip, Limit             int
}

// ListFiles returns one page of the matching files, ordered by the bytes of their paths, and the total number of
// matches.
func (db *DB) ListFiles(ctx context.Context, f FileFilter) ([]FileInfo, int, error) {
	count, err := db.countFiles(ctx, countFilesParams{
		AccountID: f.AccountID, CollectionID: f.CollectionID, Status: string(f.Status), Search: f.Search, PathPrefix: f.PathPrefix,
	})
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listFiles(ctx, listFilesParams{
		AccountID: f.AccountID, CollectionID: f.CollectionID, Status: string(f.Status), Search: f.Search,
		PathPrefix: f.PathPrefix, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	return rows, int(count), err
}
