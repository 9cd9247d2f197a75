package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// FileClaim is a version claimed for one attempt.
type FileClaim struct {
	FileInfo
	Attempt    int
	Round      int
	Generation uuid.UUID // to be filled
	Masking    []string  // the names of the rules by which its pages are masked
}

// ClaimFile claims a version for one attempt: its status becomes processing, its attempt number grows by one, and it
// gets a generation for its round. It returns ErrSuperseded if the version has ended, was deleted, or is no longer the
// newest.
func (db *DB) ClaimFile(ctx context.Context, version uuid.UUID) (FileClaim, error) {
	var c FileClaim
	err := db.tx(ctx, func(q *Queries) error {
		row, err := q.claimVersion(ctx, version)
		v, err := one(row, err, ErrSuperseded)
		if err != nil {
			return err
		}
		info, err := q.liveFile(ctx, v.FileID)
		if c.FileInfo, err = one(info, err, ErrSuperseded); err != nil {
			return err
		}
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		g, err := q.ensureGeneration(ctx, ensureGenerationParams{
			ID: id, VersionID: v.ID, FileID: v.FileID, CollectionID: c.CollectionID, AccountID: v.AccountID, Round: v.Round,
		})
		c.Attempt, c.Round, c.Generation, c.Masking = int(v.Attempt), int(v.Round), g.ID, g.Masking
		return err
	})
	return c, err
}

// FileOutput is the result of a version.
type FileOutput struct {
	PageCount  int
	OutputKey  string // blob
	OutputSize int64
}

// ActivateFile performs the switch in one transaction: the version becomes ready, its generation starts to answer
// queries, and the generations that answered so far are retired and returned. Running it again for the same attempt
// changes nothing. It returns ErrSuperseded if another attempt got there first.
func (db *DB) ActivateFile(ctx context.Context, version uuid.UUID, attempt int, out FileOutput, generation uuid.UUID) ([]uuid.UUID, error) {
	var retired []uuid.UUID
	err := db.tx(ctx, func(q *Queries) error {
		if err := q.lockFileOfVersion(ctx, version); err != nil {
			return err
		}
		v, err := q.readyVersion(ctx, readyVersionParams{
			ID: version, Attempt: int32(attempt), PageCount: new(int32(out.PageCount)), OutputKey: &out.OutputKey, OutputSize: &out.OutputSize,
			Generation: generation,
		})
		if errors.Is(err, pgx.ErrNoRows) {
			if v, err = q.endedVersion(ctx, version, attempt, FileReady); err == nil {
				retired, err = q.retiredWith(ctx, v.FileID)
			}
			return err
		}
		if err != nil {
			return err
		}
		if err := q.countPagesOf(ctx, v.AccountID, v.PageCount); err != nil {
			return err
		}
		if err := q.countUse(ctx, v.AccountID, UsageFile, int64(out.PageCount)); err != nil {
			return err
		}
		if retired, err = q.retireActive(ctx, v.FileID, generation); err != nil {
			return err
		}
		n, err := q.activateGeneration(ctx, generation)
		if err == nil && n == 0 {
			return ErrSuperseded
		}
		if err != nil {
			return err
		}
		return q.indexedFile(ctx, v.FileID)
	})
	return retired, err
}

// FailFile ends a version with a reason and retires the generation being built. Running it again for the same attempt
// changes nothing. It returns ErrSuperseded if another attempt got there first.
func (db *DB) FailFile(ctx context.Context, version uuid.UUID, attempt int, reason, message string) error {
	return db.tx(ctx, func(q *Queries) error {
		if err := q.lockFileOfVersion(ctx, version); err != nil {
			return err
		}
		v, err := q.failVersion(ctx, failVersionParams{ID: version, Attempt: int32(attempt), Error: &message, ErrorType: &reason})
		if errors.Is(err, pgx.ErrNoRows) {
			_, err := q.endedVersion(ctx, version, attempt, FileFailed)
			return err
		}
		if err != nil {
			return err
		}
		if err := q.retireBuilding(ctx, v.ID); err != nil {
			return err
		}
		return q.touchFile(ctx, v.FileID)
	})
}

// endedVersion distinguishes a repeated write of the same attempt, which is fine, from a late one, which is not.
func (q *Queries) endedVersion(ctx context.Context, version uuid.UUID, attempt int, want FileStatus) (FileVersion, error) {
	row, err := q.versionByID(ctx, version)
	v, err := one(row, err, ErrSuperseded)
	if err == nil && (v.Status != want || int(v.Attempt) != attempt) {
		err = ErrSuperseded
	}
	return v, err
}
