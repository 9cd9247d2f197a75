package api

import (
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/webhook"
	"quire/schema"
)

// account is the account of the request on the wire, with what its plan allows; a limit of null means no limit.
type account struct {
	ID                uuid.UUID        `json:"id"`
	Name              string           `json:"name"`
	Plan              string           `json:"plan"`
	CreatedAt         timestamp        `json:"created_at"`
	Hold              *hold            `json:"hold"`
	RequestsPerMinute *int             `json:"requests_per_minute"`
	UploadsPerMinute  *int             `json:"uploads_per_minute"`
	DocumentsAtOnce   *int             `json:"documents_at_once"`
	Quotas            map[string]quota `json:"quotas"`
	Masking           []string         `json:"masking,omitempty"`
}

// getAccount responds with the account, its plan and how much of the plan's quotas it has used.
func (s *Server) getAccount(c echo.Context) error {
	p := principal(c)
	a, err := s.cfg.DB.Account(c.Request().Context(), p.AccountID)
	if err != nil {
		return err
	}
	quotas, err := s.quotas(c)
	if err != nil {
		return err
	}
	plan := s.limiter.plan(p)
	return ok(c, account{
		ID: a.ID, Name: a.Name, Plan: a.Plan, CreatedAt: timestamp(a.CreatedAt), Quotas: quotas, Hold: wireHold(a.Hold()), Masking: a.Masking,
		RequestsPerMinute: perMinute(plan.Requests), UploadsPerMinute: perMinute(plan.Uploads), DocumentsAtOnce: limited(plan.Documents),
	})
}

// limited returns nil for a limit of 0, which means no limit.
func limited(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func perMinute(q schema.Quota) *int {
	if q.Burst == 0 {
		return nil
	}
	return limited(int(time.Duration(q.Burst) * time.Minute / q.Window))
}

// webhookSecret is a secret that signs the account's webhooks.
type webhookSecret struct {
	Secret    string     `json:"secret"`
	CreatedAt timestamp  `json:"created_at"`
	ExpiresAt *timestamp `json:"expires_at"`
}

func wireSecret(w schema.WebhookSecret) webhookSecret {
	return webhookSecret{Secret: w.Secret, CreatedAt: timestamp(w.CreatedAt), ExpiresAt: stamped(w.ExpiresAt)}
}

func stamped(t *time.Time) *timestamp {
	if t == nil {
		return nil
	}
	return new(timestamp(*t))
}

// listSecrets responds with the secrets that currently sign the account's webhooks, newest first.
func (s *Server) listSecrets(c echo.Context) error {
	rows, err := s.cfg.DB.SigningSecrets(c.Request().Context(), principal(c).AccountID)
	if err != nil {
		return err
	}
	return okList(c, rows, len(rows), wireSecret)
}

const (
	defaultOverlap = 24 * time.Hour
	maxOverlap     = 30 * 24 * time.Hour
)

// rotateSecret adds a secret; the older ones keep signing alongside it for a while.
func (s *Server) rotateSecret(c echo.Context) error {
	b, err := s.optionalJSON(c)
	if err != nil {
		return err
	}
	overlap := time.Duration(b.integer("overlap_seconds", int(defaultOverlap.Seconds()), 0, int(maxOverlap.Seconds()))) * time.Second
	if err := b.err(); err != nil {
		return err
	}
	err = s.cfg.DB.RotateWebhookSecret(c.Request().Context(), principal(c).AccountID, webhook.NewSecret(), overlap)
	if err != nil {
		return err
	}
	return s.listSecrets(c)
}

// dayUse is an account's usage of one kind on one day.
type dayUse struct {
	Date    string `json:"date"`
	Kind    string `json:"kind"`
	Runs    int64  `json:"runs"`
	Pages   int64  `json:"pages"`
	Credits int64  `json:"credits"`
}

// maxUsageDays bounds the days of one response; each has at most one row of each kind.
const maxUsageDays = 366

// period reads the days that a usage report covers: a number of whole days that end with the day of until, or with
// today.
func (v *values) period() (from, to time.Time) {
	days := v.integer("days", usageDays, 1, maxUsageDays)
	last := time.Now().UTC()
	if until := v.time("until", false); until != nil {
		last = until.UTC()
	}
	to = last.Truncate(24*time.Hour).AddDate(0, 0, 1)
	return to.AddDate(0, 0, -days), to
}

// accountUsage responds with the account's usage by day and kind, oldest first.
func (s *Server) accountUsage(c echo.Context) error {
	v := queryValues(c)
	from, to := v.period()
	if err := v.err(); err != nil {
		return err
	}
	rows, err := s.cfg.DB.UseByDay(c.Request().Context(), principal(c).AccountID, from, to)
	if err != nil {
		return err
	}
	return okList(c, rows, len(rows), func(u schema.DayUse) dayUse {
		return dayUse{Date: u.Day, Kind: u.Kind, Runs: u.Runs, Pages: u.Pages, Credits: u.Credits}
	})
}

// accountLogin is a browser that is logged in.
type accountLogin struct {
	ID          uuid.UUID  `json:"id"`
	Name        string     `json:"name"`
	Method      string     `json:"method"`
	KeyID       *uuid.UUID `json:"key_id"`
	CreatedAt   timestamp  `json:"created_at"`
	LastUsedAt  timestamp  `json:"last_used_at"`
	ExpiresAt   timestamp  `json:"expires_at"`
	IsThisLogin bool       `json:"is_this_login"`
}

// listLogins responds with the browsers that are logged in to the account, most recently used first.
func (s *Server) listLogins(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	self := principal(c)
	rows, count, err := s.cfg.DB.Logins(c.Request().Context(), self.AccountID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, func(l schema.Login) accountLogin {
		return accountLogin{
			ID: l.ID, Name: l.Actor, Method: l.Method, KeyID: l.KeyID, CreatedAt: timestamp(l.CreatedAt), LastUsedAt: timestamp(l.UsedAt),
			ExpiresAt: timestamp(l.ExpiresAt), IsThisLogin: self.LoginID != nil && *self.LoginID == l.ID,
		}
	})
}

// endLogin logs a browser out.
func (s *Server) endLogin(c echo.Context) error {
	ids, err := pathIDs(c, "login_id")
	if err != nil {
		return err
	}
	if err := s.cfg.DB.EndLoginOf(c.Request().Context(), principal(c).AccountID, ids[0]); err != nil {
		return err
	}
	return ok(c, message{"Logged out"})
}
