package door_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/door"
)

// client returns a client of a handler, either in the same process or over a socket.
func client(t *testing.T, local bool, h http.HandlerFunc) *door.Client {
	t.Helper()
	if local {
		return door.Within(h, httptest.NewRequest(http.MethodGet, "/", nil), "http://quire.example.org", "key")
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return &door.Client{Base: s.URL, Header: http.Header{"Authorization": {"Bearer key"}}}
}

// bothWays runs a test in the same process and over a socket.
func bothWays(t *testing.T, test func(t *testing.T, local bool)) {
	t.Helper()
	for name, local := range map[string]bool{"in the process": true, "over a socket": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, local)
		})
	}
}

func TestRefusalsKeepTheWordsOfTheService(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, local bool) {
		c := client(t, local, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer key" || r.URL.Path != "/api/v1/usage" {
				w.WriteHeader(http.StatusTeapot)
				return
			}
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"error":{"type":"rate_limit_error","message":"Slow down"}}`)
		})
		var v any
		refused, ok := errors.AsType[*door.Error](c.Get(t.Context(), "/usage", nil, &v))
		require.True(t, ok)
		require.Equal(t, door.Error{Status: 429, Type: "rate_limit_error", Message: "Slow down", RetryAfter: 7 * time.Second}, *refused)
		require.EqualError(t, c.Get(t.Context(), "/other", nil, &v), "the service answered 418 I'm a teapot")
	})
}

func TestNoMoreIsReadThanIsAllowed(t *testing.T) {
	t.Parallel()
	endless := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"id":"`)
		for part := strings.Repeat("x", 1<<20); ; {
			if _, err := io.WriteString(w, part); err != nil {
				return
			}
		}
	}
	bothWays(t, func(t *testing.T, local bool) {
		c := client(t, local, endless)
		_, err := c.Document(t.Context(), "1")
		require.EqualError(t, err, "the response has more than 16 MB")
		got, err := c.Download(t.Context(), c.Base+"/link", 10)
		require.NoError(t, err)
		require.True(t, got.More)
		require.Len(t, got.Bytes, 10)
		for _, err = range c.Follow(t.Context(), "/documents/1/events") {
			require.Error(t, err, "a line of a stream is bounded too")
		}
		require.Error(t, err)
	})
}

func TestAResponseThatBreaksOffIsAnError(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, local bool) {
		c := client(t, local, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"id":`)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		})
		_, err := c.Document(t.Context(), "1")
		require.Error(t, err)
	})
}

func TestAnUploadEndsWhenTheServiceRefusesIt(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, local bool) {
		c := client(t, local, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusForbidden) })
		endless := io.MultiReader(strings.NewReader("%PDF"), zeros{})
		var v any
		require.Error(t, c.Upload(t.Context(), "/documents", nil, &door.File{Name: "a.pdf", Content: endless}, &v))
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
