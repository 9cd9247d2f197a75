package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// keyed returns an upload with an Idempotency-Key.
func (s *service) keyed(key string, fields ...string) *http.Request {
	s.t.Helper()
	r := s.form(documents, fields...)
	r.Header.Set("Idempotency-Key", key)
	return r
}

func TestRepeatedRequestGetsTheStoredResponse(t *testing.T) {
	t.Parallel()
	s := newService(t)
	file := []string{"file=@x.pdf", pdf, "accuracy=ultra"}
	first := s.do(s.keyed("k", file...))
	require.Equal(t, 200, first.status)
	require.Empty(t, first.header.Get("Idempotent-Replayed"))
	again := s.do(s.keyed("k", "accuracy=ultra", "file=@x.pdf", pdf))
	require.Equal(t, 200, again.status)
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.body), string(again.body))
	require.Len(t, s.started, 1)
	require.Equal(t, 1, s.storedBlobs(), "the second upload is not stored")

	for name, other := range map[string][]string{
		"file":      {"file=@x.pdf", pdf + " ", "accuracy=ultra"},
		"file name": {"file=@y.pdf", pdf, "accuracy=ultra"},
		"field":     {"file=@x.pdf", pdf},
		"url":       {"url=https://example.org/"},
	} {
		t.Run("another "+name, func(t *testing.T) {
			s.do(s.keyed("k", other...)).invalid("header.Idempotency-Key", "value_error")
		})
	}
	require.Equal(t, 1, s.storedBlobs())
	foreign := s.as(s.newKey(s.newAccount("default"), true, true))
	require.Empty(t, foreign.do(foreign.keyed("k", file...)).header.Get("Idempotent-Replayed"), "keys belong to accounts")
}

func TestRefusedRequestLeavesItsKeyFree(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.do(s.keyed("k", "accuracy=no", "file=@x.pdf", pdf)).invalid("body.accuracy", "enum")
	s.do(s.keyed("k", "accuracy=lite")).fails(400, "Either file or url is required")
	require.Equal(t, 200, s.do(s.keyed("k", "file=@x.pdf", pdf)).status)
}

func TestWrongIdempotencyKeysAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.do(s.keyed(strings.Repeat("k", 256), "file=@x.pdf", pdf)).invalid("header.Idempotency-Key", "string_too_long")
	s.do(s.keyed("schlüssel", "file=@x.pdf", pdf)).invalid("header.Idempotency-Key", "value_error")
	require.Equal(t, 200, s.do(s.keyed(strings.Repeat("k", 255), "file=@x.pdf", pdf)).status)
	require.Equal(t, 1, s.storedBlobs())
}

func TestSimultaneousRepetitionsCreateOneDocument(t *testing.T) {
	t.Parallel()
	s := newService(t)
	replies := make([]reply, 12)
	var wg sync.WaitGroup
	for i := range replies {
		wg.Go(func() { replies[i] = s.do(s.keyed("k", "file=@x.pdf", pdf)) })
	}
	wg.Wait()
	bodies := map[string]bool{}
	for _, r := range replies {
		if r.status == 409 {
			continue
		}
		require.Equal(t, 200, r.status, "%s", r.body)
		bodies[string(r.body)] = true
	}
	require.Len(t, bodies, 1)
	var list listOfDocs
	s.get(documents).into(200, &list)
	require.Equal(t, 1, list.Count)
	require.Equal(t, 1, s.storedBlobs())
}

func TestRunningRequestHoldsItsKey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := s.do(s.keyed("other", "file=@x.pdf", pdf))
	require.Equal(t, 200, r.status)
	redeliver := func() *http.Request {
		q := s.request("POST", path(s.upload().ID)+"/deliveries/"+s.id.String()+"/redeliver", nil)
		q.Header.Set("Idempotency-Key", "running")
		return q
	}
	_, err := s.db.BeginIdempotent(t.Context(), s.id, "running", []byte("another request that still runs"))
	require.NoError(t, err)
	s.do(redeliver()).invalid("header.Idempotency-Key", "value_error")
	require.NoError(t, s.db.AbandonIdempotent(t.Context(), s.id, "running"))
	s.do(redeliver()).fails(404, "Delivery not found")
}
