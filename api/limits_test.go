package api_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

func plans(requests, uploads int) func(*api.Config) {
	return func(c *api.Config) {
		c.Plans = map[string]api.Plan{
			"default": {Requests: schema.Quota{Burst: requests, Window: time.Hour}, Uploads: schema.Quota{Burst: uploads, Window: time.Hour}},
			"free":    {},
		}
	}
}

func TestRequestsBeyondThePlanWait(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(3, 0))
	for left := 2; left >= 0; left-- {
		r := s.get(documents)
		require.Equal(t, 200, r.status)
		require.Equal(t, `"requests";q=3;w=3600`, r.header.Get("RateLimit-Policy"))
		require.Regexp(t, `^"requests";r=`+strconv.Itoa(left)+`;t=\d+$`, r.header.Get("RateLimit"))
		require.Equal(t, "3", r.header.Get("X-RateLimit-Limit"))
		require.Equal(t, strconv.Itoa(left), r.header.Get("X-RateLimit-Remaining"))
		reset, err := strconv.Atoi(r.header.Get("X-RateLimit-Reset"))
		require.NoError(t, err)
		require.InDelta(t, 1200*(3-left), reset, 2)
	}
	denied := s.get("/api/v1/documents/not-a-uuid")
	denied.fails(429, "Rate limit exceeded; wait and retry with exponential backoff")
	wait, err := strconv.Atoi(denied.header.Get("Retry-After"))
	require.NoError(t, err)
	require.InDelta(t, 1200, wait, 2)
	require.Equal(t, "0", denied.header.Get("X-RateLimit-Remaining"))

	require.Equal(t, 200, s.as(s.newKey(s.newAccount("default"), true, true)).get(documents).status, "another account has its own limit")
	second := s.as(s.newKey(s.id, true, true)).get(documents)
	require.Equal(t, 429, second.status, "all keys of an account share one limit")
	require.Equal(t, 200, s.get("/healthz").status)
}

func TestUploadsHaveTheirOwnPolicy(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(10, 1))
	first := s.do(s.form(documents, "file=@x.pdf", pdf))
	require.Equal(t, 200, first.status)
	require.Equal(t, `"requests";q=10;w=3600, "uploads";q=1;w=3600`, first.header.Get("RateLimit-Policy"))
	require.Equal(t, "0", first.header.Get("X-RateLimit-Remaining"), "that of the policy that will refuse next")
	require.Equal(t, 429, s.do(s.form(documents, "file=@x.pdf", pdf)).status)
	require.Equal(t, 1, s.storedBlobs(), "the body of a refused upload is not stored")
	require.Equal(t, 200, s.get(documents).status)
}

func TestPlansWithoutLimitsHaveNoHeaders(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(1, 1))
	free := s.as(s.newKey(s.newAccount("free"), true, true))
	for range 3 {
		r := free.get(documents)
		require.Equal(t, 200, r.status)
		require.Empty(t, r.header.Get("RateLimit"))
	}
	unknown := s.as(s.newKey(s.newAccount("no such plan"), true, true))
	require.Equal(t, 200, unknown.get(documents).status)
	require.Equal(t, 429, unknown.get(documents).status, "an unknown plan falls back to the default one")
}

func TestUnknownAddressesAlsoShowAKeysStanding(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(5, 0))
	for i, request := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/api/v1/nowhere", 404},
		{"GET", documents + "/019aa5f0-0000-7000-8000-000000000000", 404},
		{"PATCH", documents, 405},
		{"POST", "/healthz", 405},
		{"GET", "/", 404},
	} {
		r := s.do(s.request(request.method, request.path, nil))
		require.Equal(t, request.status, r.status, request.path)
		require.Equal(t, `"requests";q=5;w=3600`, r.header.Get("RateLimit-Policy"), request.path)
		require.Equal(t, strconv.Itoa(4-i), r.header.Get("X-RateLimit-Remaining"), request.path)
	}
	require.Equal(t, 429, s.get("/api/v1/nowhere").status)
	for _, key := range []string{"qk_live_unknown", ""} {
		nobody := s.as(key).get("/api/v1/nowhere")
		require.Equal(t, 404, nobody.status)
		require.Empty(t, nobody.header.Get("RateLimit"), "without a valid key nothing is counted")
	}
}

func TestLimitHoldsForSimultaneousRequests(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(5, 0))
	var wg sync.WaitGroup
	statuses := make([]int, 20)
	for i := range statuses {
		wg.Go(func() { statuses[i] = s.get(documents).status })
	}
	wg.Wait()
	allowed := 0
	for _, status := range statuses {
		if status == 200 {
			allowed++
		}
	}
	require.Equal(t, 5, allowed)
}

func TestSlowDatabaseMakesTheProcessCountOnItsOwn(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(2, 0), func(c *api.Config) { c.LimitTimeout = time.Nanosecond })
	require.Equal(t, 200, s.get(documents).status)
	last := s.get(documents)
	require.Equal(t, 200, last.status)
	require.Equal(t, "0", last.header.Get("X-RateLimit-Remaining"))
	require.Equal(t, 429, s.get(documents).status)
	require.Contains(t, s.metrics(), "quire_rate_limit_fallbacks_total 3\n")
}

func TestDocumentsBeyondThePlanWaitAsPending(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.Plans = map[string]api.Plan{"default": {Documents: 1}} })
	first, second := s.upload(), s.upload()
	require.Equal(t, "PENDING", second.Status)
	require.Len(t, s.started, 1, "the second is accepted and held back")
	require.Equal(t, first.ID, s.started[0].ObjectID)
}
