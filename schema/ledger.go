package schema

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// UsageExtraction is the kind of ledger entries that runs of extractors make.
const UsageExtraction = "extraction"

// captureRun enters what a completed run costs, at the price of the version that it was accepted with. Failed runs and
// conversions cost nothing.
func (q *Queries) captureRun(ctx context.Context, d Document, used *ExtractorInfo) error {
	if d.Status != Completed || used == nil {
		return nil
	}
	units := int32(1)
	if used.CostType == CostPerPage {
		units = *d.PageCount
	}
	return q.capture(ctx, captureParams{
		AccountID: d.AccountID, Kind: UsageExtraction, Ref: d.ID, Units: units, Credits: int64(units) * int64(used.CostCredits),
	})
}

// UsageDay is what an account has used of one kind on one day, in UTC.
type UsageDay struct {
	Day     string // 2026-01-31
	Kind    string
	Runs    int
	Units   int // pages or documents, as the extractors are charged
	Credits int64
}

// UsageFilter selects entries of the ledger.
type UsageFilter struct {
	AccountID   uuid.UUID
	From, To    time.Time // inclusive
	Skip, Limit int
}

// Usage is one page of the days and kinds with entries, newest first, and the number of all.
func (db *DB) Usage(ctx context.Context, f UsageFilter) ([]UsageDay, int, error) {
	count, err := db.countUsage(ctx, f.AccountID, f.From, f.To)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.usageByDay(ctx, usageByDayParams{
		AccountID: f.AccountID, FromTime: f.From, ToTime: f.To, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	list := make([]UsageDay, 0, len(rows))
	for _, r := range rows {
		list = append(list, UsageDay{Day: r.Day, Kind: r.Kind, Runs: int(r.Runs), Units: int(r.Units), Credits: r.Credits})
	}
	return list, int(count), err
}
