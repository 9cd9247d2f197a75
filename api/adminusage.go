package api

import (
	"encoding/csv"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// accountUse is an account's usage of one kind in a period.
type accountUse struct {
	AccountID uuid.UUID `json:"account_id"`
	Account   string    `json:"account"`
	Kind      string    `json:"kind"`
	Runs      int64     `json:"runs"`
	Pages     int64     `json:"pages"`
	Credits   int64     `json:"credits"`
}

// usageAtOnce is how many rows a CSV response reads per query.
const usageAtOnce = 1000

// usageOfAccounts responds with the usage of each account by kind, ordered by name, as JSON in pages or as one CSV
// file.
func (s *Server) usageOfAccounts(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	from, to := v.period()
	format := v.enum("format", "json", "json", "csv")
	if err := v.err(); err != nil {
		return err
	}
	if format == "csv" {
		return s.usageFile(c, from, to)
	}
	rows, count, err := s.cfg.DB.UseByAccount(c.Request().Context(), from, to, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, func(u schema.AccountUse) accountUse {
		return accountUse{AccountID: u.AccountID, Account: u.Name, Kind: u.Kind, Runs: u.Runs, Pages: u.Pages, Credits: u.Credits}
	})
}

func (s *Server) usageFile(c echo.Context, from, to time.Time) error {
	rows, _, err := s.cfg.DB.UseByAccount(c.Request().Context(), from, to, 0, usageAtOnce)
	if err != nil {
		return err
	}
	startFile(c, "usage", "csv", mediaOfCSV)
	w := csv.NewWriter(c.Response())
	_ = w.Write([]string{"account_id", "account", "kind", "runs", "pages", "credits"}) // Flush returns the error
	for skip := 0; ; {
		for _, u := range rows {
			_ = w.Write([]string{u.AccountID.String(), cell(u.Name), u.Kind, number(u.Runs), number(u.Pages), number(u.Credits)})
		}
		w.Flush()
		if err := w.Error(); err != nil || len(rows) < usageAtOnce {
			return cutOff(err)
		}
		skip += len(rows)
		if rows, _, err = s.cfg.DB.UseByAccount(c.Request().Context(), from, to, skip, usageAtOnce); err != nil {
			return cutOff(err)
		}
	}
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
