package blob_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/blob"
)

var signedAt = time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)

func newSigner(t *testing.T, current string, kids ...string) *blob.Signer {
	t.Helper()
	keys := map[string][]byte{}
	for _, kid := range kids {
		keys[kid] = []byte(strings.Repeat(kid, 32))
	}
	s, err := blob.NewSigner(keys, current)
	require.NoError(t, err)
	return s
}

func parse(t *testing.T, query string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(query)
	require.NoError(t, err)
	return v
}

func TestSignedLinkWorksUntilItExpires(t *testing.T) {
	t.Parallel()
	s := newSigner(t, "a", "a")
	q := parse(t, s.Sign("/files/1/output", signedAt.Add(time.Hour)))
	require.NoError(t, s.Verify(http.MethodGet, "/files/1/output", q, signedAt))
	require.NoError(t, s.Verify(http.MethodHead, "/files/1/output", q, signedAt.Add(time.Hour-time.Second)))
	require.ErrorIs(t, s.Verify(http.MethodGet, "/files/1/output", q, signedAt.Add(time.Hour)), blob.ErrExpired)
}

func TestTamperedLinksAreRefused(t *testing.T) {
	t.Parallel()
	const path = "/files/1/output"
	s := newSigner(t, "a", "a", "b")
	good := s.Sign(path, signedAt.Add(time.Hour))
	later := parse(t, s.Sign(path, signedAt.Add(2*time.Hour))).Get("exp")
	cases := map[string]struct {
		method, path string
		change       func(url.Values)
	}{
		"other method":     {http.MethodDelete, path, func(url.Values) {}},
		"other path":       {http.MethodGet, "/files/2/output", func(url.Values) {}},
		"longer path":      {http.MethodGet, path + "/", func(url.Values) {}},
		"newline in path":  {http.MethodGet, path + "\n1", func(url.Values) {}},
		"later expiry":     {http.MethodGet, path, func(q url.Values) { q.Set("exp", later) }},
		"expiry rewritten": {http.MethodGet, path, func(q url.Values) { q.Set("exp", "+"+q.Get("exp")) }},
		"other key":        {http.MethodGet, path, func(q url.Values) { q.Set("kid", "b") }},
		"unknown key":      {http.MethodGet, path, func(q url.Values) { q.Set("kid", "c") }},
		"no key":           {http.MethodGet, path, func(q url.Values) { q.Del("kid") }},
		"no signature":     {http.MethodGet, path, func(q url.Values) { q.Del("sig") }},
		"no expiry":        {http.MethodGet, path, func(q url.Values) { q.Del("exp") }},
		"cut signature":    {http.MethodGet, path, func(q url.Values) { q.Set("sig", q.Get("sig")[1:]) }},
		"second expiry":    {http.MethodGet, path, func(q url.Values) { q.Add("exp", later) }},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := parse(t, good)
			c.change(q)
			require.ErrorIs(t, s.Verify(c.method, c.path, q, signedAt), blob.ErrTampered)
		})
	}
}

func TestKeysCanBeRotated(t *testing.T) {
	t.Parallel()
	link := parse(t, newSigner(t, "a", "a").Sign("/x", signedAt.Add(time.Hour)))
	require.NoError(t, newSigner(t, "b", "a", "b").Verify(http.MethodGet, "/x", link, signedAt))
	require.ErrorIs(t, newSigner(t, "b", "b").Verify(http.MethodGet, "/x", link, signedAt), blob.ErrTampered)
}

func TestUnusableSigningKeysAreRefused(t *testing.T) {
	t.Parallel()
	long := []byte(strings.Repeat("x", 32))
	for name, keys := range map[string]map[string][]byte{
		"current missing": {"b": long},
		"short":           {"a": long[:31]},
		"old one short":   {"a": long, "b": nil},
		"strange id":      {"a": long, "b\n": long},
	} {
		_, err := blob.NewSigner(keys, "a")
		require.Error(t, err, name)
	}
}
