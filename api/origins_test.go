package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/api"
)

const otherOrigin = "https://app.example.org"

// preflight asks whether a page may send a request, as a browser does.
func (s *service) preflight(origin, path string) http.Header {
	s.t.Helper()
	r := s.request(http.MethodOptions, path, nil)
	r.Header.Set("Origin", origin)
	r.Header.Set("Access-Control-Request-Method", http.MethodPost)
	r.Header.Set("Access-Control-Request-Headers", "authorization,idempotency-key")
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	require.NoError(s.t, res.Body.Close())
	return res.Header
}

func TestPagesOfAllowedOriginsUseTheAPIWithAKey(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.AllowedOrigins = []string{otherOrigin} })
	asked := s.preflight(otherOrigin, "/api/v1/documents")
	require.Equal(t, otherOrigin, asked.Get("Access-Control-Allow-Origin"))
	require.Contains(t, asked.Get("Access-Control-Allow-Methods"), http.MethodPost)
	require.Contains(t, asked.Get("Access-Control-Allow-Headers"), "Idempotency-Key")
	require.Empty(t, asked.Get("Access-Control-Allow-Credentials"), "cookies stay at home")

	r := s.request(http.MethodGet, "/api/v1/documents", nil)
	r.Header.Set("Origin", otherOrigin)
	answered := s.do(r)
	require.Equal(t, 200, answered.status)
	require.Equal(t, otherOrigin, answered.header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, answered.header.Get("Access-Control-Expose-Headers"), "Retry-After")
	r = s.request(http.MethodGet, "/api/v1/documents", nil)
	r.Header.Set("Origin", otherOrigin)
	r.Header.Set("Authorization", "Bearer wrong")
	refused := s.do(r)
	require.Equal(t, 401, refused.status)
	require.Equal(t, otherOrigin, refused.header.Get("Access-Control-Allow-Origin"), "a page reads why it was refused")
}

func TestOtherPagesReadNothing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		allowed      []string
		origin, path string
	}{
		"none is allowed": {nil, otherOrigin, "/api/v1/documents"},
		"another origin":  {[]string{otherOrigin}, "https://app.example.org.evil.example", "/api/v1/documents"},
		"another scheme":  {[]string{otherOrigin}, "http://app.example.org", "/api/v1/documents"},
		"another door":    {[]string{otherOrigin}, otherOrigin, "/mcp"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, func(c *api.Config) { c.AllowedOrigins = tc.allowed })
			require.Empty(t, s.preflight(tc.origin, tc.path).Get("Access-Control-Allow-Origin"))
			r := s.request(http.MethodGet, tc.path, nil)
			r.Header.Set("Origin", tc.origin)
			res, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Empty(t, res.Header.Get("Access-Control-Allow-Origin"))
		})
	}
}

func TestAssistantsAreNotReachedFromUnknownPages(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP, func(c *api.Config) {
		c.AllowedOrigins, c.BaseURL = []string{otherOrigin}, "https://quire.example.org"
	})
	for origin, want := range map[string]int{
		"": 200, otherOrigin: 200, "https://quire.example.org": 200, "http://localhost:6274": 200, "http://127.0.0.1:8080": 200,
		"http://[::1]:8080": 200, "http://quire.example.org": 403, "http://evil.example": 403, "http://localhost.evil.example": 403,
		"http://127.0.0.1.evil.example": 403, "null": 403, "http://[": 403,
	} {
		r := s.request(http.MethodPost, "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer "+s.key)
		r.Host = "evil.example" // a name that its owner has made lead here
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, want, res.StatusCode, "from %q", origin)
	}
}
