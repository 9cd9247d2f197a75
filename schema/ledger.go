package schema

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// The kinds of usage. Only extractor runs cost credits and are in the ledger.
const (
	UsageConversion = "conversion"
	UsageExtraction = "extraction"
	UsageFile       = "file"     // converted and indexed
	UsageQuestion   = "question" // answered
)

// countDocument adds a completed document to the account's daily usage.
func (q *Queries) countDocument(ctx context.Context, d Document) error {
	if d.Status != Completed {
		return nil
	}
	kind := UsageConversion
	if d.ExtractorID != nil {
		kind = UsageExtraction
	}
	return q.countUse(ctx, d.AccountID, kind, int64(*d.PageCount))
}

// DayUse is an account's usage of one kind on one day, in UTC.
type DayUse struct {
	Day     string // 2026-01-31
	Kind    string
	Runs    int64
	Pages   int64
	Credits int64
}

// UseByDay returns an account's usage from the day of from up to, but not including, the day of to, oldest first.
func (db *DB) UseByDay(ctx context.Context, account uuid.UUID, from, to time.Time) ([]DayUse, error) {
	rows, err := db.useByDay(ctx, useByDayParams{
		AccountID: account, FromTime: from, ToTime: to, FromDay: from.UTC().Format(time.DateOnly), ToDay: to.UTC().Format(time.DateOnly),
	})
	list := make([]DayUse, 0, len(rows))
	for _, r := range rows {
		list = append(list, DayUse(r))
	}
	return list, err
}

// AccountUse is an account's usage of one kind in a period.
type AccountUse struct {
	AccountID uuid.UUID
	Name      string
	Kind      string
	Runs      int64
	Pages     int64
	Credits   int64
}

// UseByAccount returns one page of the usage of all accounts from the day of from up to, but not including, the day of
// to, ordered by name, and the total number of accounts and kinds with any usage.
func (db *DB) UseByAccount(ctx context.Context, from, to time.Time, skip, limit int) ([]AccountUse, int, error) {
	first, last := from.UTC().Format(time.DateOnly), to.UTC().Format(time.DateOnly)
	count, err := db.countUseByAccount(ctx, first, last)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.useByAccount(ctx, useByAccountParams{
		FromTime: from, ToTime: to, FromDay: first, ToDay: last, PageSkip: int32(skip), PageLimit: int32(limit),
	})
	list := make([]AccountUse, 0, len(rows))
	for _, r := range rows {
		list = append(list, AccountUse(r))
	}
	return list, int(count), err
}

// captureRun records the cost of a completed run, at the price of the version it was accepted with. Failed runs and
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

// UsageDay is an account's usage of one kind on one day, in UTC.
type UsageDay struct {
	Day     string // 2026-01-31
	Kind    string
	Runs    int
	Units   int // pages or documents, depending on how the extractors are charged
	Credits int64
}

// UsageFilter selects entries of the ledger.
type UsageFilter struct {
	AccountID   uuid.UUID
	From, To    time.Time // inclusive
	Skip, Limit int
}

// Usage returns one page of the days and kinds with entries, newest first, and the total number.
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
