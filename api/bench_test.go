package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/api"
)

// The time of POST /documents for a 1 MB PDF, including receiving it over loopback.
func BenchmarkCreateDocument(b *testing.B) {
	s := newService(b, plans(0, 0), func(c *api.Config) { c.Logger = slog.New(slog.DiscardHandler) })
	contentType, body := multipartBody("file=@report.pdf", pdf+strings.Repeat("0123456789abcde\n", 1<<16))
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		r, err := http.NewRequestWithContext(b.Context(), "POST", s.url+documents, bytes.NewReader(body))
		require.NoError(b, err)
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Authorization", "Bearer "+s.key)
		res, err := http.DefaultClient.Do(r)
		require.NoError(b, err)
		require.NoError(b, res.Body.Close())
		require.Equal(b, 200, res.StatusCode)
	}
}

// The cost of a request before its handler: key, limit and response.
func BenchmarkGetDocument(b *testing.B) {
	s := newService(b, plans(1_000_000, 0), func(c *api.Config) { c.Logger = slog.New(slog.DiscardHandler) })
	link := s.url + path(s.upload().ID)
	for b.Loop() {
		r, err := http.NewRequestWithContext(b.Context(), "GET", link, nil)
		require.NoError(b, err)
		r.Header.Set("Authorization", "Bearer "+s.key)
		res, err := http.DefaultClient.Do(r)
		require.NoError(b, err)
		require.NoError(b, res.Body.Close())
		require.Equal(b, 200, res.StatusCode)
	}
}
