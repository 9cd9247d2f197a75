package egress_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/egress"
)

// serve starts a server on loopback and returns its URL and the number of requests that reached it.
func serve(t *testing.T, h http.HandlerFunc) (string, *atomic.Int64) {
	t.Helper()
	var reached atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, &reached
}

func port(t *testing.T, rawURL string) string {
	t.Helper()
	u, err := url.Parse(rawURL)
	require.NoError(t, err)
	return u.Port()
}

func TestFetchReturnsTheFileAndItsName(t *testing.T) {
	t.Parallel()
	origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if d := r.URL.Query().Get("d"); d != "" {
			w.Header().Set("Content-Disposition", d)
		}
		w.Header().Set("Content-Type", "application/pdf; charset=binary")
		_, _ = io.WriteString(w, "%PDF-1.7")
	})
	c := newClient(t, egress.Config{AllowLoopback: true, UserAgent: "Quire"})
	for _, tc := range []struct{ path, disposition, name string }{
		{"/a/report%202026.pdf", "", "report 2026.pdf"},
		{"/a/", "", ""},
		{"", "", ""},
		{"/a%2Fb%5Cc.pdf", "", "c.pdf"},
		{"/..%2f..%2fetc%2fpasswd", "", "passwd"},
		{"/%00%0d%0ax%e2%80%ae.pdf", "", "x.pdf"},
		{"/x", `attachment; filename="Q3 \"final\".pdf"`, `Q3 "final".pdf`},
		{"/x", `attachment; filename="a.pdf"; filename*=UTF-8''%e2%82%ac%20rates.pdf`, "€ rates.pdf"},
		{"/x", `inline; filename="C:\temp\x.pdf"`, "x.pdf"},
		{"/x", `attachment; filename=my file.pdf`, "my file.pdf"},
		{"/x", `attachment; filename="../../.bashrc"`, ".bashrc"},
		{"/x.pdf", `attachment`, "x.pdf"},
		{"/x", `attachment; filename="` + strings.Repeat("é", 200) + `.pdf"`, strings.Repeat("é", 125) + ".pdf"},
	} {
		var got bytes.Buffer
		f, err := c.Fetch(t.Context(), origin+tc.path+"?d="+url.QueryEscape(tc.disposition), 100, &got)
		require.NoError(t, err, tc.path)
		require.Equal(t, egress.Fetched{FileName: tc.name, ContentType: "application/pdf", Size: 8}, f)
		require.Equal(t, "%PDF-1.7", got.String())
	}
}

func TestFetchSendsNothingAboutTheService(t *testing.T) {
	t.Parallel()
	var seen http.Header
	target, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) { seen = r.Header })
	origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "1"})
		http.Redirect(w, r, target, http.StatusFound)
	})
	_, err := newClient(t, egress.Config{AllowLoopback: true, UserAgent: "Quire"}).
		Fetch(t.Context(), origin+"/?token=secret", 100, io.Discard)
	require.NoError(t, err)
	require.Equal(t, http.Header{"User-Agent": {"Quire"}, "Accept-Encoding": {"identity"}, "Connection": {"close"}}, seen)
}

func TestNamesThatResolveToPrivateAddressesAreNotDialled(t *testing.T) {
	t.Parallel()
	origin, reached := serve(t, func(http.ResponseWriter, *http.Request) {})
	resolver := newResolver(t, map[string][]string{
		"evil.example.com":   {"127.0.0.1"},
		"rebind.example.com": {"93.184.216.34", "127.0.0.1"},
		"meta.example.com":   {"169.254.169.254"},
		"lan.example.com":    {"10.0.0.1"},
		"zero.example.com":   {"0.0.0.0"},
	})
	shown, err := resolver.LookupHost(t.Context(), "rebind.example.com")
	require.NoError(t, err)
	require.Equal(t, []string{"93.184.216.34"}, shown, "what a check before the dial would see")
	n, err := strconv.ParseUint(port(t, origin), 10, 16)
	require.NoError(t, err)
	for _, loopback := range []bool{false, true} {
		c := newClient(t, egress.Config{AllowLoopback: loopback, Resolver: resolver, Ports: []uint16{uint16(n)}})
		for _, name := range []string{"evil", "rebind", "meta", "lan", "zero"} {
			u := "http://" + name + ".example.com:" + port(t, origin)
			require.NoError(t, c.CheckURL(u, egress.ForFetch), "the name alone is harmless")
			_, err := c.Fetch(t.Context(), u, 100, io.Discard)
			requireClass(t, egress.BlockedURL, err, u)
		}
	}
	require.Zero(t, reached.Load())
}

func TestFetchFollowsThreeRedirects(t *testing.T) {
	t.Parallel()
	origin, reached := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var n int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &n)
		if n == 0 {
			_, _ = io.WriteString(w, "here")
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusTemporaryRedirect)
	})
	c := newClient(t, egress.Config{AllowLoopback: true})
	f, err := c.Fetch(t.Context(), origin+"/3", 100, io.Discard)
	require.NoError(t, err)
	require.Equal(t, int64(4), f.Size)
	reached.Store(0)
	_, err = c.Fetch(t.Context(), origin+"/4", 100, io.Discard)
	requireClass(t, egress.Unreachable, err)
	require.Equal(t, int64(4), reached.Load())
}

func TestRedirectsIntoPrivateSpaceAreBlocked(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Config{AllowLoopback: true})
	for _, target := range []string{
		"http://169.254.169.254/latest/", "http://10.0.0.1/", "http://0x7f.1/", "http://[::ffff:127.0.0.1]/",
		"file:///etc/passwd", "http://user:pw@example.com/", "http://example.com:22/", "//intranet/",
	} {
		origin, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", target)
			w.WriteHeader(http.StatusFound)
		})
		_, err := c.Fetch(t.Context(), origin, 100, io.Discard)
		requireClass(t, egress.BlockedURL, err, target)
	}
}

func TestServersElsewhereCannotRedirectToLoopback(t *testing.T) {
	t.Parallel()
	target, reached := serve(t, func(http.ResponseWriter, *http.Request) {})
	origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, http.StatusFound) })
	elsewhere := "elsewhere.example.com:" + port(t, origin)
	c := newClient(t, egress.Config{
		AllowLoopback: true, AllowPrivate: []string{elsewhere},
		Resolver: newResolver(t, map[string][]string{"elsewhere.example.com": {"127.0.0.1"}}),
	})
	_, err := c.Fetch(t.Context(), "http://"+elsewhere, 100, io.Discard)
	requireClass(t, egress.BlockedURL, err)
	require.Zero(t, reached.Load())
	_, err = c.Fetch(t.Context(), origin, 100, io.Discard)
	require.NoError(t, err, "a server on the same machine may")
}

func TestTooLargeIsDetectedByAnnouncementOrByCount(t *testing.T) {
	t.Parallel()
	for name, announce := range map[string]bool{"announced": true, "chunked": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if announce {
					w.Header().Set("Content-Length", "104857601")
				}
				chunk := make([]byte, 1<<20)
				for range 101 {
					if _, err := w.Write(chunk); err != nil {
						return
					}
				}
			})
			var got countWriter
			_, err := newClient(t, egress.Config{AllowLoopback: true}).Fetch(t.Context(), origin, 100<<20, &got)
			requireClass(t, egress.TooLarge, err)
			require.EqualError(t, err, "File exceeds the 100 MB limit")
			require.LessOrEqual(t, int64(got), int64(100<<20+1))
		})
	}
}

func TestCompressedBodiesAreNotExpanded(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, err := io.CopyN(z, zeros{}, 10<<20)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	origin, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	})
	var got bytes.Buffer
	_, err = newClient(t, egress.Config{AllowLoopback: true}).Fetch(t.Context(), origin, 1<<20, &got)
	require.NoError(t, err)
	require.Equal(t, bomb.Bytes(), got.Bytes())
}

func TestSlowServersAreGivenUpOn(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"no header": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"no body": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"dripping": func(w http.ResponseWriter, r *http.Request) {
			drip := time.NewTicker(10 * time.Millisecond)
			defer drip.Stop()
			for {
				select {
				case <-r.Context().Done():
					return
				case <-drip.C:
					_, _ = io.WriteString(w, "x")
					w.(http.Flusher).Flush()
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, _ := serve(t, h)
			c := newClient(t, egress.Config{AllowLoopback: true})
			c.Hurry(100*time.Millisecond, time.Minute, 100*time.Millisecond)
			_, err := c.Fetch(t.Context(), origin, 1<<20, io.Discard)
			requireClass(t, egress.Timeout, err)
		})
	}
	t.Run("fast but endless", func(t *testing.T) {
		t.Parallel()
		origin, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, zeros{}) })
		c := newClient(t, egress.Config{AllowLoopback: true})
		c.Hurry(time.Minute, 200*time.Millisecond, time.Minute)
		_, err := c.Fetch(t.Context(), origin, 1<<50, io.Discard)
		requireClass(t, egress.Timeout, err)
	})
}

func TestFailuresHaveAClassAndNoOSText(t *testing.T) {
	t.Parallel()
	closed, _ := serve(t, nil)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	gone := "http://" + listener.Addr().String()
	require.NoError(t, listener.Close())
	notFound, _ := serve(t, http.NotFound)
	cut, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, "short")
	})
	noise, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Noise", strings.Repeat("x", 100<<10))
	})
	for name, tc := range map[string]struct {
		url   string
		class egress.Class
	}{
		"refused":        {gone, egress.Unreachable},
		"unknown name":   {"https://none.example.com/", egress.Unreachable},
		"status":         {notFound, egress.HTTPStatus},
		"cut off":        {cut, egress.Unreachable},
		"endless header": {noise, egress.Unreachable},
		"TLS expected":   {strings.Replace(closed, "http:", "https:", 1), egress.Unreachable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, egress.Config{AllowLoopback: true, Resolver: newResolver(t, nil)})
			_, err := c.Fetch(t.Context(), tc.url, 1<<20, io.Discard)
			requireClass(t, tc.class, err)
			for _, leak := range []string{"dial", "tcp", "127.0.0.1", "lookup", "refused", "EOF", "tls:", "malformed"} {
				require.NotContains(t, err.Error(), leak)
			}
		})
	}
}

func TestTheCallersOwnFailuresAreNotBlamedOnTheAddress(t *testing.T) {
	t.Parallel()
	origin, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "x")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	c := newClient(t, egress.Config{AllowLoopback: true})
	full := errors.New("disk full")
	_, err := c.Fetch(t.Context(), origin, 100, writerFunc(func([]byte) (int, error) { return 0, full }))
	require.ErrorIs(t, err, full)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = c.Fetch(ctx, origin, 100, writerFunc(func(p []byte) (int, error) {
		cancel()
		return len(p), nil
	}))
	require.ErrorIs(t, err, context.Canceled)
	_, isClassified := errors.AsType[*egress.Error](err)
	require.False(t, isClassified)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

type countWriter int64

func (c *countWriter) Write(p []byte) (int, error) {
	*c += countWriter(len(p))
	return len(p), nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
