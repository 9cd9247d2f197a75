package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// quota is how much the account has used of one quota.
type quota struct {
	Used    int64  `json:"used"`
	Allowed *int64 `json:"allowed"` // null: any number
}

func (s *Server) allowance(c echo.Context) schema.Allowance {
	return s.limiter.plan(principal(c)).Allowance
}

// quotas returns the account's quotas by name.
func (s *Server) quotas(c echo.Context) (map[string]quota, error) {
	return s.quotasOf(c, principal(c).AccountID, s.allowance(c))
}

func (s *Server) quotasOf(c echo.Context, account uuid.UUID, allowed schema.Allowance) (map[string]quota, error) {
	rows, err := s.cfg.DB.QuotaUse(c.Request().Context(), account, allowed)
	if err != nil {
		return nil, err
	}
	quotas := make(map[string]quota, len(rows))
	for _, r := range rows {
		q := quota{Used: r.Used}
		if r.Allowed > 0 {
			q.Allowed = &r.Allowed
		}
		quotas[r.Name] = q
	}
	return quotas, nil
}

// roomFor refuses a document that the plan does not allow before its body is read, based on its declared length. For a
// body that declares none, the transaction that creates the row decides. A repeated request gets the same response as
// before, whatever the plan allows now.
func (s *Server) roomFor(c echo.Context) error {
	if c.Request().Header.Get("Idempotency-Key") != "" {
		return nil
	}
	ctx, cancel := shortly(c)
	defer cancel()
	atLeast := max(c.Request().ContentLength-maxBody, 0) // the rest of the body may be fields
	return s.cfg.DB.CheckIntake(ctx, principal(c).AccountID, s.allowance(c), atLeast)
}
