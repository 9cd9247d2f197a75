package schema

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// Quota is a rate limit: Burst requests in Window, refilled evenly.
type Quota struct {
	Burst  int
	Window time.Duration
}

// Usage is how much of a quota is used up after a request.
type Usage struct {
	Allowed   bool
	Remaining int           // requests left in the burst
	Reset     time.Duration // until the whole burst is available again
	Retry     time.Duration // until the next request is allowed; 0 when Allowed
}

// Take counts one request under key against the quota (GCRA:
// https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm), identically on every replica.
func (db *DB) Take(ctx context.Context, key string, q Quota) (Usage, error) {
	interval := q.Window / time.Duration(q.Burst)
	ahead, err := db.takeTokens(ctx, key, interval.Seconds(), q.Window.Seconds())
	allowed := !errors.Is(err, pgx.ErrNoRows)
	if !allowed {
		ahead, err = db.tokensAhead(ctx, key)
	}
	if err != nil {
		return Usage{}, err
	}
	reset := time.Duration(ahead * float64(time.Second))
	u := Usage{Allowed: allowed, Reset: max(reset, 0)}
	u.Remaining = max(int((q.Window-reset)/interval), 0)
	if !allowed {
		u.Remaining = 0
		u.Retry = max(reset+interval-q.Window, time.Millisecond)
	}
	return u, nil
}
