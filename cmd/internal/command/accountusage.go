package command

import (
	"context"
	"encoding/csv"
	"strconv"
	"time"

	"github.com/google/uuid"

	"quire/schema"
)

// AccountUsage shows what each account used.
type AccountUsage struct {
	Days int  `default:"30" help:"How many days, up to today."`
	CSV  bool `name:"csv" xor:"how" help:"Write CSV instead of a table."`
	JSON bool `name:"json" xor:"how" help:"Write one JSON array instead of a table."`
}

type usageRecord struct {
	AccountID uuid.UUID `json:"account_id"`
	Account   string    `json:"account"`
	Kind      string    `json:"kind"`
	Runs      int64     `json:"runs"`
	Pages     int64     `json:"pages"`
	Credits   int64     `json:"credits"`
}

// usageAtOnce is how many rows are read per query.
const usageAtOnce = 1000

// Run lists all of the usage.
func (c *AccountUsage) Run(ctx context.Context, e *Env) error {
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	to := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	var all []usageRecord
	for {
		page, _, err := db.UseByAccount(ctx, to.AddDate(0, 0, -c.Days), to, len(all), usageAtOnce)
		if err != nil {
			return err
		}
		all = append(all, mapped(page, func(u schema.AccountUse) usageRecord {
			return usageRecord{u.AccountID, u.Name, u.Kind, u.Runs, u.Pages, u.Credits}
		})...)
		if len(page) < usageAtOnce {
			break
		}
	}
	if c.CSV {
		return writeUsage(csv.NewWriter(e.Stdout), all)
	}
	return list(e, Listing{JSON: c.JSON}, all, "ACCOUNT\tKIND\tRUNS\tPAGES\tCREDITS", func(u usageRecord) []any {
		return []any{u.Account, u.Kind, u.Runs, u.Pages, u.Credits}
	})
}

func writeUsage(w *csv.Writer, all []usageRecord) error {
	_ = w.Write([]string{"account_id", "account", "kind", "runs", "pages", "credits"}) // Flush returns the error
	for _, u := range all {
		_ = w.Write([]string{
			u.AccountID.String(), u.Account, u.Kind, strconv.FormatInt(u.Runs, 10), strconv.FormatInt(u.Pages, 10), strconv.FormatInt(u.Credits, 10),
		})
	}
	w.Flush()
	return w.Error()
}
