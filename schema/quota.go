package schema

import (
	"context"
	"fmt"
	"time"

	"github.com/docker/go-units"
	"github.com/google/uuid"
)

// Allowance is what a plan lets an account store and have converted. 0 means any number.
type Allowance struct {
	StoredBytes        int64 // originals and outputs together
	PagesPerDay        int64 // per UTC day
	FilesPerCollection int64
	Sessions           int64
	Collections        int64
	Keys               int64 // that are not revoked
}

// The names of the quotas.
const (
	QuotaStoredBytes        = "stored_bytes"
	QuotaPagesPerDay        = "pages_per_day"
	QuotaFilesPerCollection = "files_per_collection"
	QuotaSessions           = "sessions"
	QuotaCollections        = "collections"
	QuotaKeys               = "keys"
)

// QuotaUse is what an account has used of one quota.
type QuotaUse struct {
	Name    string
	Used    int64 // for QuotaFilesPerCollection, the number in the fullest collection
	Allowed int64 // 0 means any number
}

// QuotaUse returns how much an account has used of every quota.
func (db *DB) QuotaUse(ctx context.Context, account uuid.UUID, a Allowance) ([]QuotaUse, error) {
	list := make([]QuotaUse, 0, 6)
	for _, quota := range []struct {
		name    string
		count   func(context.Context, uuid.UUID) (int64, error)
		allowed int64
	}{
		{QuotaStoredBytes, db.storedBytes, a.StoredBytes},
		{QuotaPagesPerDay, db.pagesToday, a.PagesPerDay},
		{QuotaFilesPerCollection, db.mostFiles, a.FilesPerCollection},
		{QuotaSessions, db.countSessionsOf, a.Sessions},
		{QuotaCollections, db.countCollectionsOf, a.Collections},
		{QuotaKeys, db.countKeysOf, a.Keys},
	} {
		used, err := quota.count(ctx, account)
		if err != nil {
			return nil, err
		}
		list = append(list, QuotaUse{Name: quota.name, Used: used, Allowed: quota.allowed})
	}
	return list, nil
}

// CheckIntake checks whether the account may send a file of this many bytes, as far as that is known before it is
// received. It returns OverQuota or TooMany if not. CreateDocument makes the final decision.
func (db *DB) CheckIntake(ctx context.Context, account uuid.UUID, a Allowance, size int64) error {
	return db.checkIntake(ctx, account, a, size)
}

func (q *Queries) checkIntake(ctx context.Context, account uuid.UUID, a Allowance, size int64) error {
	if err := q.checkPages(ctx, account, a.PagesPerDay); err != nil {
		return err
	}
	return q.checkStored(ctx, account, a.StoredBytes, size)
}

// alone makes the transaction the only one that adds to the account, if anything is limited, so that what it counts is
// still true when it commits.
func (q *Queries) alone(ctx context.Context, account uuid.UUID, limits ...int64) error {
	for _, limit := range limits {
		if limit > 0 {
			return q.lockQuotas(ctx, account)
		}
	}
	return nil
}

func (q *Queries) checkStored(ctx context.Context, account uuid.UUID, allowed, size int64) error {
	if allowed == 0 {
		return nil
	}
	used, err := q.storedBytes(ctx, account)
	if err != nil || used+size <= allowed {
		return err
	}
	return &Error{Code: OverQuota, Msg: fmt.Sprintf(
		"The plan allows %s of stored files; %s are used and %s are to be added. Delete documents or files to make room",
		Size(allowed), Size(used), Size(size))}
}

// checkPages requires room for one page, because the number of pages of a file is not known until later.
func (q *Queries) checkPages(ctx context.Context, account uuid.UUID, allowed int64) error {
	if allowed == 0 {
		return nil
	}
	used, err := q.pagesToday(ctx, account)
	if err != nil || used < allowed {
		return err
	}
	seconds, err := q.untilTomorrow(ctx)
	if err != nil {
		return err
	}
	return &Error{
		Code: TooMany, RetryAfter: time.Duration(seconds * float64(time.Second)),
		Msg: fmt.Sprintf("The plan allows %d pages a day and %d are used or in processing. The next day begins at 00:00 UTC", allowed, used),
	}
}

// checkFiles counts after the path has been claimed.
func (q *Queries) checkFiles(ctx context.Context, collection uuid.UUID, allowed int64) error {
	if allowed == 0 {
		return nil
	}
	there, err := q.countFilesIn(ctx, collection)
	if err != nil || there <= allowed {
		return err
	}
	return tooManyOf("files in a collection", allowed, there-1)
}

// countPagesOf records the pages of work that has just ended; nil records nothing.
func (q *Queries) countPagesOf(ctx context.Context, account uuid.UUID, pages *int32) error {
	if pages == nil {
		return nil
	}
	return q.countPages(ctx, account, int64(*pages))
}

// checkCount requires room for one more of the objects that count counts.
func checkCount(ctx context.Context, count func(context.Context, uuid.UUID) (int64, error), of uuid.UUID, allowed int64, what string) error {
	if allowed == 0 {
		return nil
	}
	used, err := count(ctx, of)
	if err != nil || used < allowed {
		return err
	}
	return tooManyOf(what, allowed, used)
}

func tooManyOf(what string, allowed, used int64) *Error {
	return &Error{Code: OverQuota, Msg: fmt.Sprintf("The plan allows %d %s and %d are used. Remove what is no longer needed", allowed, what, used)}
}

// Size formats a number of bytes for people: 1 KB is 1,024 bytes.
func Size(n int64) string {
	return units.CustomSize("%.4g %s", float64(n), 1<<10, []string{"bytes", "KB", "MB", "GB", "TB", "PB"})
}
