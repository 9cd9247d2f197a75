package api

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestLocalBucketsCountLikeTheDatabase(t *testing.T) {
	t.Parallel()
	b := &buckets{tat: map[string]time.Time{}}
	q := schema.Quota{Burst: 2, Window: time.Minute}
	now := time.Now()
	require.Equal(t, schema.Usage{Allowed: true, Remaining: 1, Reset: 30 * time.Second}, b.take("a", q, now))
	require.Equal(t, schema.Usage{Allowed: true, Remaining: 0, Reset: time.Minute}, b.take("a", q, now))
	require.Equal(t, schema.Usage{Reset: time.Minute, Retry: 30 * time.Second}, b.take("a", q, now))
	require.True(t, b.take("b", q, now).Allowed)
	require.False(t, b.take("a", q, now.Add(29*time.Second)).Allowed)
	require.True(t, b.take("a", q, now.Add(30*time.Second)).Allowed)
}

func TestLocalBucketsStaySmall(t *testing.T) {
	t.Parallel()
	b := &buckets{tat: map[string]time.Time{}}
	q := schema.Quota{Burst: 1, Window: time.Second}
	now := time.Now()
	for i := range 3 * maxBuckets {
		b.take(strconv.Itoa(i), q, now.Add(time.Duration(i)*time.Microsecond))
	}
	require.LessOrEqual(t, len(b.tat), maxBuckets)
}
