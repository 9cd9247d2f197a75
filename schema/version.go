package schema

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// VersionInfo is a version of a file as clients see it.
type VersionInfo struct {
	ID         uuid.UUID
	Version    int32
	Size       int64
	SHA256     []byte
	Status     FileStatus
	PageCount  *int32
	MediaType  string
	Format     string
	SourceKey  string
	OutputKey  *string
	OutputSize *int64
	CreatedAt  time.Time
	// IsCurrent marks the version that answers queries or, if none does, the newest one.
	IsCurrent bool
	// Masking is the list of rules that the collection has now.
	Masking []string
	covered bool
}

// FileVersions returns one page of a file's versions, newest first, and the total number.
func (db *DB) FileVersions(ctx context.Context, account, collection, file uuid.UUID, skip, limit int) ([]VersionInfo, int, error) {
	if _, err := db.File(ctx, account, collection, file); err != nil {
		return nil, 0, err
	}
	count, err := db.countVersions(ctx, file)
	if err != nil {
		return nil, 0, err
	}
	list, err := db.versions(ctx, listVersionsParams{FileID: file, PageSkip: int32(skip), PageLimit: int32(limit)})
	return list, int(count), err
}

// FileVersion returns one version of a file, or ErrVersionNotFound.
func (db *DB) FileVersion(ctx context.Context, account, collection, file uuid.UUID, version int) (VersionInfo, error) {
	if _, err := db.File(ctx, account, collection, file); err != nil {
		return VersionInfo{}, err
	}
	return db.oneVersion(ctx, file, version)
}

// NewestOutput returns the number of the newest version of a file that has been converted, or 0.
func (db *DB) NewestOutput(ctx context.Context, file uuid.UUID) (int, error) {
	n, err := db.newestOutput(ctx, file)
	return int(n), err
}

// FileForDownload returns the file behind a signed link and one of its versions, or ErrFileNotFound if the file was
// deleted.
func (db *DB) FileForDownload(ctx context.Context, file uuid.UUID, version int) (FileInfo, VersionInfo, error) {
	f, err := db.liveFile(ctx, file)
	if f, err = one(f, err, ErrFileNotFound); err != nil {
		return f, VersionInfo{}, err
	}
	v, err := db.oneVersion(ctx, file, version)
	return f, v, err
}

func (db *DB) oneVersion(ctx context.Context, file uuid.UUID, version int) (VersionInfo, error) {
	if version < 1 {
		return VersionInfo{}, ErrVersionNotFound
	}
	list, err := db.versions(ctx, listVersionsParams{FileID: file, Version: int32(version), PageLimit: 1})
	if err == nil && len(list) == 0 {
		err = ErrVersionNotFound
	}
	if err != nil {
		return VersionInfo{}, err
	}
	return list[0], nil
}

func (db *DB) versions(ctx context.Context, p listVersionsParams) ([]VersionInfo, error) {
	rows, err := db.listVersions(ctx, p)
	list := make([]VersionInfo, 0, len(rows))
	for _, r := range rows {
		list = append(list, VersionInfo{
			ID: r.ID, Version: r.Version, Size: r.Size, SHA256: r.SHA256, Status: r.Status, PageCount: r.PageCount,
			MediaType: r.MediaType, Format: r.Format, SourceKey: r.SourceKey, OutputKey: r.OutputKey, OutputSize: r.OutputSize,
			CreatedAt: r.CreatedAt, IsCurrent: r.IsCurrent, Masking: r.Asked, covered: r.Covered,
		})
	}
	return list, err
}

// ReindexFile processes the newest version of a file again; until that is done, the generation that answers queries
// continues to do so. It returns Conflict if the version is in flight or its type is stored without being indexed, and
// TooMany if the plan allows no more pages today.
func (db *DB) ReindexFile(ctx context.Context, account, collection, id uuid.UUID, a Allowance, requestID string, idem *Idempotent) (FileInfo, Start, error) {
	var up Uploaded
	err := db.keeping(ctx, idem, account, func(q *Queries) error {
		up = Uploaded{}
		if err := q.alone(ctx, account, a.PagesPerDay); err != nil {
			return err
		}
		if _, err := q.lockFile(ctx, id, collection, account); err != nil {
			if errors.Is(err, pgx.ErrNoRows) {
				return q.missing(ctx, account, collection)
			}
			return err
		}
		newest, err := q.newestVersion(ctx, id)
		if err != nil {
			return err
		}
		if err := reindexable(newest.Status); err != nil {
			return err
		}
		if err := q.checkPages(ctx, account, a.PagesPerDay); err != nil {
			return err
		}
		if err := q.processAgain(ctx, newest, requestID, true, &up); err != nil {
			return err
		}
		if up.File, err = q.liveFile(ctx, id); err != nil {
			return err
		}
		if err := q.audit(ctx, account, AuditFileReindex, id); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return FileInfo{}, Start{}, err
	}
	return up.File, *up.Start, nil
}

func reindexable(s FileStatus) error {
	switch {
	case s.InFlight():
		return &Error{Code: Conflict, Msg: "The file is being processed already"}
	case s == FileStored:
		return &Error{Code: Conflict, Msg: "This file type is not indexed"}
	}
	return nil
}
