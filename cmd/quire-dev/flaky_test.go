package main_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// flaky is a proxy between a client and the service. The first part of a path selects how it misbehaves.
type flaky struct {
	*httptest.Server
	t       *testing.T
	service http.Handler

	mu       sync.Mutex
	attempts map[string]int             // by path
	keys     map[string]map[string]bool // idempotency keys by path
}

func newFlaky(t *testing.T, s *service) *flaky {
	t.Helper()
	target, err := url.Parse("http://" + s.api)
	require.NoError(t, err)
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.FlushInterval = -1
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	f := &flaky{t: t, service: proxy, attempts: map[string]int{}, keys: map[string]map[string]bool{}}
	faults := map[string]fault{
		"straight": f.pass, "twice": f.twice, "unfollowed": f.unfollowed, "down": f.down, "later": f.later, "cut": f.cut,
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", proxy) // signed links consist of the host and a path
	for name, fault := range faults {
		mux.Handle("/"+name+"/", http.StripPrefix("/"+name, f.counted(name, fault)))
	}
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// fault answers an attempt; attempts count from 1.
type fault func(w http.ResponseWriter, r *http.Request, attempt int)

// counted records every attempt and its idempotency key.
func (f *flaky) counted(name string, next fault) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := name + " " + r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/v1")
		f.mu.Lock()
		f.attempts[path]++
		attempt := f.attempts[path]
		if f.keys[path] == nil {
			f.keys[path] = map[string]bool{}
		}
		f.keys[path][r.Header.Get("Idempotency-Key")] = true
		f.mu.Unlock()
		next(w, r, attempt)
	})
}

// seen resets the counts, and returns the number of attempts and of keys for each request.
func (f *flaky) seen() (attempts, keys map[string]int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	attempts, keys = maps.Clone(f.attempts), map[string]int{}
	for path, under := range f.keys {
		keys[path] = len(under)
	}
	clear(f.attempts)
	clear(f.keys)
	return attempts, keys
}

func (f *flaky) pass(w http.ResponseWriter, r *http.Request, _ int) { f.service.ServeHTTP(w, r) }

// twice refuses the first attempt and loses the response to the second.
func (f *flaky) twice(w http.ResponseWriter, r *http.Request, attempt int) {
	switch attempt {
	case 1:
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
	case 2:
		f.service.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	default:
		f.service.ServeHTTP(w, r)
	}
}

// unfollowed serves no events, like a proxy that does not let them through.
func (f *flaky) unfollowed(w http.ResponseWriter, r *http.Request, _ int) {
	if strings.HasSuffix(r.URL.Path, "/events") {
		http.NotFound(w, r)
		return
	}
	f.service.ServeHTTP(w, r)
}

func (f *flaky) down(w http.ResponseWriter, _ *http.Request, _ int) {
	w.Header().Set("Retry-After", "0")
	w.WriteHeader(http.StatusServiceUnavailable)
}

func (f *flaky) later(w http.ResponseWriter, _ *http.Request, _ int) {
	w.Header().Set("Retry-After", "3600")
	w.WriteHeader(http.StatusTooManyRequests)
}

// cut breaks the connection before the last event of an answer.
func (f *flaky) cut(w http.ResponseWriter, r *http.Request, _ int) {
	f.service.ServeHTTP(&cutter{ResponseWriter: w}, r)
}

type cutter struct{ http.ResponseWriter }

// Unwrap lets the proxy flush.
func (c *cutter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *cutter) Write(b []byte) (int, error) {
	if i := bytes.Index(b, []byte("event: complete")); i >= 0 {
		_, _ = c.ResponseWriter.Write(b[:i])
		_ = http.NewResponseController(c.ResponseWriter).Flush()
		panic(http.ErrAbortHandler)
	}
	return c.ResponseWriter.Write(b)
}
