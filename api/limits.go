package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// maxBuckets bounds the memory of a process that counts on its own.
const maxBuckets = 10_000

// limiter enforces the accounts' plans.
type limiter struct {
	db      *schema.DB
	plans   map[string]Plan
	timeout time.Duration
	local   buckets
	metrics *metrics
}

// spent is what an account has used up of one policy.
type spent struct {
	policy string
	quota  schema.Quota
	schema.Usage
}

// plan returns the plan of the account, or the default plan if its name is not configured.
func (l *limiter) plan(p schema.Principal) Plan {
	if plan, ok := l.plans[p.Plan]; ok {
		return plan
	}
	return l.plans[DefaultPlan]
}

// take counts the request, and an upload against both policies. It writes the headers that show how much is left, and
// returns the 429 if the account has reached a limit.
func (l *limiter) take(c echo.Context, p schema.Principal, upload bool) error {
	plan := l.plan(p)
	all := []spent{{policy: "requests", quota: plan.Requests}}
	if upload {
		all = append(all, spent{policy: "uploads", quota: plan.Uploads})
	}
	var used []spent
	for _, s := range all {
		if s.quota.Burst == 0 {
			continue
		}
		s.Usage = l.count(c.Request().Context(), s.policy+":"+p.AccountID.String(), s.quota)
		used = append(used, s)
		if !s.Allowed {
			break // a refused request does not use up the next policy
		}
	}
	writeLimits(c.Response().Header(), used)
	if len(used) > 0 && !used[len(used)-1].Allowed {
		return &failure{
			status: http.StatusTooManyRequests, detail: "Rate limit exceeded; wait and retry with exponential backoff",
			retryAfter: used[len(used)-1].Retry,
		}
	}
	return nil
}

func (l *limiter) count(ctx context.Context, key string, q schema.Quota) schema.Usage {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	u, err := l.db.Take(ctx, key, q)
	if err == nil {
		return u
	}
	l.metrics.limitFallbacks.Inc()
	return l.local.take(key, q, time.Now())
}

// writeLimits writes RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-11) for every policy, and
// the older X-RateLimit-* for the one that will refuse first.
func writeLimits(h http.Header, used []spent) {
	if len(used) == 0 {
		return
	}
	tightest := used[0]
	var policies, states []string
	for _, s := range used {
		policies = append(policies, fmt.Sprintf("%q;q=%d;w=%s", s.policy, s.quota.Burst, wholeSeconds(s.quota.Window)))
		states = append(states, fmt.Sprintf("%q;r=%d;t=%s", s.policy, s.Remaining, wholeSeconds(s.Reset)))
		if s.Remaining <= tightest.Remaining {
			tightest = s
		}
	}
	h.Set("RateLimit-Policy", strings.Join(policies, ", "))
	h.Set("RateLimit", strings.Join(states, ", "))
	h.Set("X-RateLimit-Limit", strconv.Itoa(tightest.quota.Burst))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(tightest.Remaining))
	h.Set("X-RateLimit-Reset", wholeSeconds(tightest.Reset))
}

// buckets are the same limits as those in the database, kept by this process alone.
type buckets struct {
	mu  sync.Mutex
	tat map[string]time.Time // theoretical arrival times, as in schema.DB.Take
}

func (b *buckets) take(key string, q schema.Quota, now time.Time) schema.Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	interval := q.Window / time.Duration(q.Burst)
	next := b.tat[key]
	if next.Before(now) {
		next = now
	}
	next = next.Add(interval)
	if ahead := next.Sub(now); ahead > q.Window {
		return schema.Usage{Reset: ahead - interval, Retry: ahead - q.Window}
	}
	b.makeRoom(now)
	b.tat[key] = next
	ahead := next.Sub(now)
	return schema.Usage{Allowed: true, Reset: ahead, Remaining: int((q.Window - ahead) / interval)}
}

// makeRoom removes full buckets if there are too many, and all buckets if that does not help: a limit that is briefly
// too generous is better than unbounded memory.
func (b *buckets) makeRoom(now time.Time) {
	if len(b.tat) < maxBuckets {
		return
	}
	for key, tat := range b.tat {
		if tat.Before(now) {
			delete(b.tat, key)
		}
	}
	if len(b.tat) >= maxBuckets {
		clear(b.tat)
	}
}
