package command

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/exit"
	"quire/internal/door"
)

func TestPausesAreThoseTheServiceAsksFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		attempt, status int
		asked, want     time.Duration
		again           bool
	}{
		"a limit by the minute":          {0, 429, 40 * time.Second, 40 * time.Second, true},
		"again and again":                {100, 429, 40 * time.Second, 40 * time.Second, true},
		"a limit by the day":             {0, 429, 8 * time.Hour, 8 * time.Hour, false},
		"an overloaded service":          {2, 503, 0, 4 * time.Second, true},
		"overloaded for good":            {attempts - 1, 503, time.Second, time.Second, false},
		"lost on the way":                {0, 0, 0, time.Second, true},
		"lost on the way, many times":    {attempts - 1, 0, 0, 32 * time.Second, false},
		"a refusal, which is the answer": {0, 422, 0, 0, false},
	} {
		wait, again := pause(c.attempt, c.status, c.asked)
		require.Equal(t, c.want, wait, name)
		require.Equal(t, c.again, again, name)
	}
}

// limited returns a server that rejects the first request because of a limit and accepts the following ones.
func limited(t *testing.T) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if asked.Add(1) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		_, _ = io.WriteString(w, `{"data":[{"id":"x"}],"count":1}`)
	}))
	t.Cleanup(s.Close)
	return s, &asked
}

func TestLimitedRequestsAreRepeated(t *testing.T) {
	t.Parallel()
	s, asked := limited(t)
	c := &door.Client{Base: s.URL, HTTP: &http.Client{Transport: patient{http.DefaultTransport}}}
	list, err := c.Search(t.Context(), door.Wanted{Query: "x"})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.EqualValues(t, 2, asked.Load())
}

func TestLimitedUploadsAreRepeatedFromTheBeginning(t *testing.T) {
	t.Parallel()
	s, asked := limited(t)
	c := &door.Client{Base: s.URL, HTTP: &http.Client{Transport: patient{http.DefaultTransport}}}
	opened := 0
	require.NoError(t, patiently(t.Context(), func() error {
		opened++
		var v any
		return c.Upload(t.Context(), "/documents", nil, nil, &v)
	}))
	require.Equal(t, 2, opened)
	require.EqualValues(t, 2, asked.Load())
}

func TestServiceThatCannotBeUsedIsAStatusOfItsOwn(t *testing.T) {
	t.Parallel()
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error":{"type":"authentication_error","message":"Invalid or missing API key"}}`)
	}))
	t.Cleanup(refusing.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for address, want := range map[string]string{refusing.URL: "does not accept the key", gone.URL: "does not answer (QUIRE_SERVER"} {
		_, err := Service{Server: address, Key: "key"}.connect(t.Context())
		require.ErrorContains(t, err, want)
		require.Equal(t, exit.Unavailable, exit.Code(t.Context(), err))
		err = (&EvalList{Service: Service{Server: address, Key: "key"}}).Run(t.Context(), nil)
		require.Equal(t, exit.Unavailable, exit.Code(t.Context(), err))
	}
	_, err := Service{Server: gone.URL}.connect(t.Context())
	require.ErrorContains(t, err, "QUIRE_API_KEY")
	require.Equal(t, exit.WrongUsage, exit.Code(t.Context(), err))
	require.ErrorIs(t, unavailable(errors.New("lost"), 0), convertcmd.ErrUnavailable)
	require.NotErrorIs(t, unavailable(errors.New("refused"), 422), convertcmd.ErrUnavailable)
}
