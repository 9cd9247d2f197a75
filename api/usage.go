package api

import (
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// usageDays is how many days of usage are shown unless the request says otherwise.
const usageDays = 30

// usageDay is the account's usage of one kind on one day, in UTC.
type usageDay struct {
	Date    string `json:"date"`
	Kind    string `json:"kind"`
	Runs    int    `json:"runs"`
	Units   int    `json:"units"`
	Credits int64  `json:"credits"`
}

// usageAnswer is what the account has used and what its plan allows.
type usageAnswer struct {
	list[usageDay]
	Plan   string           `json:"plan"`
	Quotas map[string]quota `json:"quotas"`
}

// usage responds with the account's credits by day and kind, newest first, and how much of its quotas it has used.
func (s *Server) usage(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	from, to := v.time("from", false), v.time("to", true)
	if err := v.err(); err != nil {
		return err
	}
	if to == nil {
		to = new(time.Now())
	}
	if from == nil {
		from = new(to.AddDate(0, 0, -usageDays))
	}
	rows, count, err := s.cfg.DB.Usage(c.Request().Context(), schema.UsageFilter{
		AccountID: principal(c).AccountID, From: *from, To: *to, Skip: p.skip, Limit: p.limit,
	})
	if err != nil {
		return err
	}
	quotas, err := s.quotas(c)
	if err != nil {
		return err
	}
	data := make([]usageDay, 0, len(rows))
	for _, r := range rows {
		data = append(data, usageDay{Date: r.Day, Kind: r.Kind, Runs: r.Runs, Units: r.Units, Credits: r.Credits})
	}
	return ok(c, usageAnswer{list: list[usageDay]{Data: data, Count: count}, Plan: principal(c).Plan, Quotas: quotas})
}
