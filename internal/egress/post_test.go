package egress_test

import (
	"context"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/egress"
)

func TestPostDeliversOverTLS(t *testing.T) {
	t.Parallel()
	var body []byte
	var header http.Header
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		header = r.Header
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c := newClient(t, egress.Config{AllowLoopback: true, RootCAs: roots})
	r, err := c.Post(t.Context(), s.URL+"/hook", []byte(`{"a":1}`), http.Header{"Webhook-Id": {"msg_1"}})
	require.NoError(t, err)
	require.True(t, r.OK())
	require.Equal(t, http.StatusAccepted, r.Status)
	require.Positive(t, r.Duration)
	require.JSONEq(t, `{"a":1}`, string(body))
	require.Equal(t, []string{"msg_1"}, header["Webhook-Id"])

	r, err = newClient(t, egress.Config{AllowLoopback: true}).Post(t.Context(), s.URL, nil, nil)
	require.NoError(t, err)
	require.Equal(t, egress.Unreachable, r.Class)
	require.Contains(t, r.Message, "certificate")
}

func TestPostAcceptsOnlyA2xx(t *testing.T) {
	t.Parallel()
	var followed bool
	for _, status := range []int{300, 301, 302, 307, 308, 400, 410, 429, 500, 503} {
		origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			followed = followed || r.URL.Path == "/other"
			w.Header().Set("Location", "/other")
			w.WriteHeader(status)
		})
		r, err := newClient(t, egress.Config{AllowLoopback: true}).Post(t.Context(), origin, nil, nil)
		require.NoError(t, err)
		require.Equal(t, egress.HTTPStatus, r.Class)
		require.Equal(t, status, r.Status)
	}
	require.False(t, followed)
}

func TestPostIsBoundedInTimeAndBytes(t *testing.T) {
	t.Parallel()
	silent, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	c := newClient(t, egress.Config{AllowLoopback: true})
	c.Hurry(time.Minute, 100*time.Millisecond, time.Minute)
	r, err := c.Post(t.Context(), silent, nil, nil)
	require.NoError(t, err)
	require.Equal(t, egress.Timeout, r.Class)

	sent := make(chan int64, 1)
	endless, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		n, _ := io.Copy(w, zeros{})
		sent <- n
	})
	r, err = newClient(t, egress.Config{AllowLoopback: true}).Post(t.Context(), endless, nil, nil)
	require.NoError(t, err)
	require.True(t, r.OK())
	require.Less(t, <-sent, int64(64<<20))
}

func TestPostKeepsHowATextBegins(t *testing.T) {
	t.Parallel()
	const kept = 4 << 10
	long := strings.Repeat("x", kept-1)
	tests := []struct {
		name, answer, want string
		cut                bool
	}{
		{"text", "thank you,\r\n\tGrüße", "thank you,\r\n\tGrüße", false},
		{"nothing", "", "", false},
		{"as much as is kept", long + "y", long + "y", false},
		{"more than is kept", long + "yz", long + "y", true},
		{"a character on the edge", long + "€ and more", long, true},
		{"a picture", "\x89PNG\r\n\x1a\n\x00", "", false},
		{"another encoding", "Gr\xfc\xdfe", "", false},
		{"commands for a terminal", "\x1b[2J", "", false},
		{"text that ends in the middle of a character", "Gr\xc3", "", false},
		{"more than is read", strings.Repeat(long+"\n", 64), long + "\n", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			origin, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusTeapot)
				_, _ = io.WriteString(w, tt.answer)
			})
			r, err := newClient(t, egress.Config{AllowLoopback: true}).Post(t.Context(), origin, nil, nil)
			require.NoError(t, err)
			require.Equal(t, http.StatusTeapot, r.Status)
			require.Equal(t, tt.want, r.Answer)
			require.Equal(t, tt.cut, r.AnswerCut)
		})
	}
}

func TestPostToANameInPrivateSpaceReachesNobody(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{Resolver: newResolver(t, map[string][]string{"hook.example.com": {"127.0.0.1"}})})
	r, err := c.Post(t.Context(), "https://hook.example.com/", nil, nil)
	require.NoError(t, err)
	require.Equal(t, egress.BlockedURL, r.Class)
	require.Zero(t, r.Status)
}

func TestPostReturnsTheEndOfItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	origin, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	_, err := newClient(t, egress.Config{AllowLoopback: true}).Post(ctx, origin, nil, nil)
	require.ErrorIs(t, err, context.Canceled)
}

func TestHostsTransportReachesOnlyItsHosts(t *testing.T) {
	t.Parallel()
	other, reachedOther := serve(t, func(http.ResponseWriter, *http.Request) {})
	origin, reached := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://localhost:"+port(t, other), http.StatusFound)
	})
	hosts := egress.Hosts{"127.0.0.1"}
	client := http.Client{Transport: hosts.OnlyTransport()}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin, nil)
	require.NoError(t, err)
	resp, err := client.Do(req)
	if err == nil {
		_ = resp.Body.Close()
	}
	requireClass(t, egress.BlockedURL, err)
	require.Equal(t, int64(1), reached.Load())
	require.Zero(t, reachedOther.Load())
	require.NoError(t, hosts.Check(origin))
	requireClass(t, egress.BlockedURL, hosts.Check(other[:7]+"localhost"))
	requireClass(t, egress.BlockedURL, hosts.Check("::"))
}
