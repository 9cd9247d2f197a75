package schema_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestQuotaIsABurstThatRefillsEvenly(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	q := schema.Quota{Burst: 3, Window: 3 * time.Hour}
	take := func() schema.Usage {
		u, err := s.db.Take(t.Context(), "k", q)
		require.NoError(t, err)
		return u
	}
	for left := 2; left >= 0; left-- {
		u := take()
		require.True(t, u.Allowed)
		require.Equal(t, left, u.Remaining)
		require.InDelta(t, time.Duration(3-left)*time.Hour, u.Reset, float64(time.Minute))
	}
	denied := take()
	require.False(t, denied.Allowed)
	require.InDelta(t, time.Hour, denied.Retry, float64(time.Minute))
	s.later(59 * time.Minute)
	require.False(t, take().Allowed)
	s.later(2 * time.Minute)
	require.True(t, take().Allowed)
	require.False(t, take().Allowed)
	s.later(24 * time.Hour)
	require.Equal(t, 2, take().Remaining, "no more than the burst accumulates")
	other, err := s.db.Take(t.Context(), "other", q)
	require.NoError(t, err)
	require.True(t, other.Allowed)
}

func TestBoundHoldsUnderConcurrency(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	q := schema.Quota{Burst: 20, Window: 2 * time.Second}
	var allowed, asked atomic.Int64
	started := time.Now()
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for time.Since(started) < time.Second {
				u, err := s.db.Take(t.Context(), "k", q)
				if err == nil && u.Allowed {
					allowed.Add(1)
				}
				asked.Add(1)
			}
		})
	}
	wg.Wait()
	bound := int64(q.Burst) + int64(time.Since(started)/(q.Window/time.Duration(q.Burst))) + 1
	t.Logf("%d of %d allowed, bound %d", allowed.Load(), asked.Load(), bound)
	require.LessOrEqual(t, allowed.Load(), bound)
	require.GreaterOrEqual(t, allowed.Load(), int64(q.Burst))
}
