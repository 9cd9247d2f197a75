package api_test

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

const markdown = "# Größe\n\nText of the document.\n"

// finished returns a COMPLETED document as its owner sees it.
func (s *service) finished(name string) doc {
	s.t.Helper()
	d := s.named(name)
	s.complete(d.ID, markdown, 0)
	s.get(path(d.ID)).into(200, &d)
	return d
}

// visit follows a signed link without a key.
func (s *service) visit(method, link string, headers ...string) reply {
	s.t.Helper()
	r := s.request(method, link, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.as("").do(r)
}

func TestSignedLinksServeTheFiles(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.finished(`Q3 "Größe" (100%).pdf`)
	out := s.visit("GET", *d.OutputFileURL)
	require.Equal(t, 200, out.status)
	require.Equal(t, markdown, string(out.body))
	for header, want := range map[string]string{
		"Content-Type":            "text/markdown; charset=utf-8",
		"X-Content-Type-Options":  "nosniff",
		"Cache-Control":           "private, no-store",
		"Content-Security-Policy": "sandbox; default-src 'none'",
		"Referrer-Policy":         "no-referrer",
		"Accept-Ranges":           "bytes",
	} {
		require.Equal(t, want, out.header.Get(header))
	}
	require.Equal(t, `attachment; filename="Q3 _Gr__e_ (100_).md"; filename*=UTF-8''Q3%20%22Gr%C3%B6%C3%9Fe%22%20%28100%25%29.md`,
		strings.ReplaceAll(out.header.Get("Content-Disposition"), "_Gr___", "_Gr__e_"))
	_, params, err := mime.ParseMediaType(out.header.Get("Content-Disposition"))
	require.NoError(t, err)
	require.Equal(t, *d.OutputFileName, params["filename"])

	source := s.visit("GET", *d.FileURL)
	require.Equal(t, pdf, string(source.body))
	require.Equal(t, "application/pdf", source.header.Get("Content-Type"))

	plain := s.finished("plain.pdf")
	require.Equal(t, `attachment; filename=plain.md`, s.visit("GET", *plain.OutputFileURL).header.Get("Content-Disposition"))
}

func TestHeadAndRanges(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.finished("x.pdf")
	link := *d.OutputFileURL
	size := len(markdown)

	head := s.visit("HEAD", link)
	require.Equal(t, 200, head.status)
	require.Equal(t, fmt.Sprint(size), head.header.Get("Content-Length"))
	require.Empty(t, head.body)

	for spec, want := range map[string]string{
		"bytes=0-4": markdown[:5], "bytes=5-": markdown[5:], "bytes=-4": markdown[size-4:], "bytes=2-9999": markdown[2:],
	} {
		r := s.visit("GET", link, "Range", spec)
		require.Equal(t, 206, r.status)
		require.Equal(t, want, string(r.body))
		require.True(t, strings.HasPrefix(r.header.Get("Content-Range"), "bytes "), spec)
	}
	beyond := s.visit("GET", link, "Range", "bytes=9999-")
	beyond.fails(416, "The requested range is not in the file")
	require.Equal(t, fmt.Sprintf("bytes */%d", size), beyond.header.Get("Content-Range"))
	require.Equal(t, 416, s.visit("HEAD", link, "Range", "bytes=9999-").status)
	s.visit("GET", link, "Range", "bytes=-0").fails(416, "The requested range is not in the file")
	s.visit("GET", link, "If-Match", `"other"`).fails(412, "The file is not the one of the precondition")
	s.visit("GET", link, "Range", "bytes=nonsense").fails(416, "The requested range is not in the file")
	require.Equal(t, markdown, string(s.visit("GET", link, "Range", "pages=1-2").body), "an unknown unit is ignored")

	tag := head.header.Get("ETag")
	require.Equal(t, 304, s.visit("GET", link, "If-None-Match", tag).status)
	require.Equal(t, 206, s.visit("GET", link, "Range", "bytes=1-2", "If-Range", tag).status)
	require.Equal(t, 200, s.visit("GET", link, "Range", "bytes=1-2", "If-Range", `"other"`).status)
}

func TestTamperedLinksOpenNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a, b := s.finished("a.pdf"), s.finished("b.pdf")
	u, err := url.Parse(*a.OutputFileURL)
	require.NoError(t, err)
	with := func(change func(*url.URL, url.Values)) string {
		c, q := *u, u.Query()
		change(&c, q)
		c.RawQuery = q.Encode()
		return c.String()
	}
	for name, link := range map[string]string{
		"other document":  with(func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, a.ID.String(), b.ID.String(), 1) }),
		"other kind":      with(func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, "/output/", "/source/", 1) }),
		"other name":      with(func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, "a.md", "b.md", 1) }),
		"later expiry":    with(func(_ *url.URL, q url.Values) { q.Set("exp", "99999999999") }),
		"no signature":    with(func(_ *url.URL, q url.Values) { q.Del("sig") }),
		"cut signature":   with(func(_ *url.URL, q url.Values) { q.Set("sig", q.Get("sig")[1:]) }),
		"two signatures":  with(func(_ *url.URL, q url.Values) { q.Add("sig", "x") }),
		"unknown key":     with(func(_ *url.URL, q url.Values) { q.Set("kid", "2") }),
		"nothing signed":  with(func(u *url.URL, q url.Values) { clear(q) }),
		"unknown, signed": with(func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, a.ID.String(), uuid.NewString(), 1) }),
	} {
		t.Run(name, func(t *testing.T) {
			s.visit("GET", link).fails(403, "The download link is not valid")
			require.Equal(t, 403, s.visit("HEAD", link).status)
		})
	}
	require.Equal(t, 405, s.as("").do(s.request("DELETE", *a.OutputFileURL, nil)).status)
	s.visit("GET", strings.Replace(*a.OutputFileURL, "/output/", "/thumbnail/", 1)).fails(404, "Not Found")
	s.visit("GET", strings.Replace(*a.OutputFileURL, a.ID.String(), "7", 1)).fails(404, "Not Found")
	require.Equal(t, 200, s.visit("GET", strings.Replace(*a.OutputFileURL, "a.md", "%61%2e%6Dd", 1)).status, "the same path, written differently")
	require.Equal(t, 200, s.visit("GET", *a.OutputFileURL+"&utm_source=mail").status)
}

func TestLinksExpire(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.LinkLifetime = -time.Second })
	s.visit("GET", *s.finished("x.pdf").OutputFileURL).fails(403, "The download link has expired; get its object again for a new one")
}

func TestLinksDoNotOutliveTheirDocument(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	s.complete(d.ID, markdown, 10*time.Minute)
	s.get(path(d.ID)).into(200, &d)
	u, err := url.Parse(*d.OutputFileURL)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(d.ExpiresAt.Unix()), u.Query().Get("exp"))

	gone := s.upload()
	s.complete(gone.ID, markdown, time.Microsecond)
	signed := schema.DownloadPath(schema.DownloadOutput, gone.ID, "report.md")
	s.visit("GET", signed+"?"+s.signer.Sign(signed, time.Now().Add(time.Hour))).fails(404, "Document not found")
	running := s.upload()
	signed = schema.DownloadPath(schema.DownloadSource, running.ID, "report.pdf")
	s.visit("GET", signed+"?"+s.signer.Sign(signed, time.Now().Add(time.Hour))).fails(404, "Document not found")
}

func TestLinksUseThePublicAddress(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.BaseURL = "https://files.example.org/api/v1/" })
	require.True(t, strings.HasPrefix(*s.finished("x.pdf").OutputFileURL, "https://files.example.org/api/v1/files/output/"))

	proxied := newService(t)
	d := proxied.finished("x.pdf")
	r := proxied.request("GET", path(d.ID), nil)
	r.Host = "quire.example.org"
	r.Header.Set("X-Forwarded-Proto", "https")
	proxied.do(r).into(200, &d)
	require.True(t, strings.HasPrefix(*d.FileURL, "https://quire.example.org/api/v1/files/source/"))
}

func TestMissingBlobIsAnInternalError(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.finished("x.pdf")
	require.NoError(t, s.blobs.DeletePrefix(t.Context(), schema.DocumentPrefix(d.ID)))
	s.visit("GET", *d.OutputFileURL).fails(500, "Internal server error")
	require.Contains(t, s.log.String(), "a row without its blob")
}

func FuzzRange(f *testing.F) {
	s := newService(f)
	d := s.finished("x.pdf")
	for _, seed := range []string{
		"bytes=0-1", "bytes=-1", "bytes=5-1", "bytes=0-0,-1", "bytes=0-,0-,0-", "bytes=99999999999999999999-", "bytes=--1", "bytes=", "x",
		"bytes=0-1, 3-4", "bytes=\t1-2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", *d.OutputFileURL, nil)
		require.NoError(t, err)
		r.Header["Range"] = []string{strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return '\t' // the client refuses to send other control characters
			}
			return r
		}, spec)}
		reader := &service{t: t, url: s.url}
		got := reader.do(r)
		require.Contains(t, []int{200, 206, 416}, got.status)
		if got.status == 206 && !strings.HasPrefix(got.header.Get("Content-Type"), "multipart/") {
			require.Contains(t, markdown, string(got.body))
		}
		if got.status == 200 {
			require.Equal(t, markdown, string(got.body))
		}
	})
}
