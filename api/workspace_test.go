package api_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBrowsersAreLedToTheWorkspaceAndProgramsAreNot(t *testing.T) {
	t.Parallel()
	s := newService(t)
	visit := func(path, accept string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
		require.NoError(t, err)
		req.Header.Set("Accept", accept)
		res, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res
	}
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	led := visit("/", browser)
	require.Equal(t, http.StatusFound, led.StatusCode)
	require.Equal(t, "/app", led.Header.Get("Location"))
	require.Equal(t, "Accept", led.Header.Get("Vary"))
	for _, accept := range []string{"*/*", "application/json", ""} {
		require.Equal(t, http.StatusNotFound, visit("/", accept).StatusCode, "%q", accept)
	}
	for _, path := range []string{"/app", "/app/documents", "/app/"} {
		page := visit(path, browser)
		require.Equal(t, http.StatusOK, page.StatusCode)
		require.Equal(t, "text/html; charset=utf-8", page.Header.Get("Content-Type"))
		require.NotEmpty(t, page.Header.Get("Content-Security-Policy"))
	}
}
