package source_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/webdav"

	"quire/internal/blob/s3test"
	"quire/internal/egress"
	"quire/internal/glob"
	"quire/internal/source"
)

func TestMain(m *testing.M) { os.Exit(s3test.Main(m)) }

// local opens sources on this machine.
func local(t *testing.T) source.Opener {
	t.Helper()
	client, err := egress.New(egress.Config{AllowLoopback: true})
	require.NoError(t, err)
	return source.Opener{Client: client}
}

// davServer serves a folder as golang.org/x/net/webdav does. breaks cuts off every list of a folder after that many
// bytes; 0 does not.
type davServer struct {
	*httptest.Server
	breaks atomic.Int64
	status atomic.Int64
}

func newDAV(t *testing.T, dir string) *davServer {
	t.Helper()
	s := &davServer{}
	handler := &webdav.Handler{Prefix: "/remote.php/my files", FileSystem: webdav.Dir(dir), LockSystem: webdav.NewMemLS()}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		switch {
		case user != "reader" || password != "pass word":
			w.WriteHeader(http.StatusUnauthorized)
		case s.status.Load() != 0:
			w.WriteHeader(int(s.status.Load()))
		case s.breaks.Load() != 0 && r.Method == "PROPFIND":
			whole := httptest.NewRecorder()
			handler.ServeHTTP(whole, r)
			w.WriteHeader(whole.Code)
			_, _ = w.Write(whole.Body.Bytes()[:s.breaks.Load()])
		default:
			handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *davServer) settings() source.Settings {
	return source.Settings{URL: s.URL + "/remote.php/" + url.PathEscape("my files"), Username: "reader"}
}

func reasonOf(t *testing.T, err error) source.Reason {
	t.Helper()
	e, ok := source.As(err)
	require.True(t, ok, "%v", err)
	return e.Reason
}

func TestAWebDAVFolderIsListedAndReadLikeAFolder(t *testing.T) {
	t.Parallel()
	names := []string{"b.txt", "a/z.txt", "a/ö & 100%.txt", "a.txt", "a-1/x #1?.txt", ".git/config"}
	tr := newTree(t, names...)
	server := newDAV(t, tr.dir)
	r, err := local(t).Open(source.WebDAV, server.settings(), glob.Filter{}, "pass word")
	require.NoError(t, err)
	all, pages := list(t, r, "")
	require.ElementsMatch(t, names[:5], all)
	for i, name := range all {
		rest, _ := list(t, r, name)
		require.Equal(t, append([]string(nil), all[i+1:]...), rest, "behind %s", name)
	}
	for _, item := range pages[0].Items {
		var text bytes.Buffer
		tag, err := r.Read(t.Context(), item, &text)
		require.NoError(t, err, item.Path)
		require.Equal(t, "the text of "+item.Path, text.String())
		require.Equal(t, item.Tag, tag)
		require.EqualValues(t, text.Len(), item.Size)
	}
	tr.write("b.txt", "another")
	_, again := list(t, r, "")
	for i, item := range again[0].Items {
		require.Equal(t, item.Path != "b.txt", item.Tag == pages[0].Items[i].Tag, item.Path)
		if item.Path == "b.txt" {
			tag, err := r.Read(t.Context(), pages[0].Items[i], &bytes.Buffer{})
			require.NoError(t, err)
			require.Empty(t, tag, "what was read is not what was listed")
		}
	}
}

// A list that is cut off must not look like a short one.
func TestAWebDAVServerInTroubleIsNoEmptyFolder(t *testing.T) {
	t.Parallel()
	tr := newTree(t, "a.txt", "b.txt")
	server := newDAV(t, tr.dir)
	open := func(password string) source.Reader {
		r, err := local(t).Open(source.WebDAV, server.settings(), glob.Filter{}, password)
		require.NoError(t, err)
		return r
	}
	fails := func(r source.Reader) source.Reason {
		return reasonOf(t, r.List(t.Context(), "", func(source.Page) error { return nil }))
	}
	require.Equal(t, source.Misconfigured, fails(open("wrong")))
	for _, bytes := range []int64{1, 60, 400, 900} {
		server.breaks.Store(bytes)
		require.Equal(t, source.Unreachable, fails(open("pass word")), "%d bytes", bytes)
	}
	server.breaks.Store(0)
	for status, want := range map[int64]source.Reason{
		404: source.Misconfigured, 403: source.Misconfigured, 301: source.Misconfigured, 200: source.Misconfigured, 503: source.Unreachable, 429: source.Unreachable,
	} {
		server.status.Store(status)
		require.Equal(t, want, fails(open("pass word")), "%d", status)
	}
	server.status.Store(404)
	_, err := open("pass word").Read(t.Context(), source.Item{Key: "a.txt"}, &bytes.Buffer{})
	require.Equal(t, source.Gone, reasonOf(t, err))
	server.Close()
	require.Equal(t, source.Unreachable, fails(open("pass word")))
}

// A server may make up an endless number of folders.
func TestFoldersWithoutEndComeToAnEnd(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusMultiStatus)
		_, _ = fmt.Fprintf(w, `<multistatus xmlns="DAV:"><response><href>%sx/</href><propstat><status>HTTP/1.1 200 OK</status>`+
			`<prop><resourcetype><collection/></resourcetype></prop></propstat></response></multistatus>`, r.URL.Path)
	}))
	t.Cleanup(server.Close)
	r, err := local(t).Open(source.WebDAV, source.Settings{URL: server.URL}, glob.Filter{}, "")
	require.NoError(t, err)
	require.Equal(t, source.Misconfigured, reasonOf(t, r.List(t.Context(), "", func(source.Page) error { return nil })))
	r, err = local(t).Open(source.WebDAV, source.Settings{URL: server.URL}, glob.Filter{Exclude: []string{"x"}}, "")
	require.NoError(t, err)
	all, _ := list(t, r, "")
	require.Empty(t, all, "a folder that is left out is not entered")
}

func TestABucketIsListedAndReadBelowAPrefix(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	put := func(name, text string) {
		file := filepath.Join(server.Dir, "quire", filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	for i := range 1005 {
		put(fmt.Sprintf("docs/%04d.txt", i), "x")
	}
	put("docs/a & ö/100%.txt", "the text")
	put("other/b.txt", "not this one")
	settings := source.Settings{Bucket: "quire", Prefix: "docs/", Region: "us-east-1", Endpoint: server.URL, AccessKeyID: s3test.User}
	r, err := local(t).Open(source.S3, settings, glob.Filter{}, s3test.Password)
	require.NoError(t, err)
	all, pages := list(t, r, "")
	require.Len(t, all, 1006)
	require.Len(t, pages, 2)
	require.Contains(t, all, "a & ö/100%.txt")
	rest, _ := list(t, r, pages[0].Next)
	require.Equal(t, all[1000:], rest)
	last := pages[1].Items[len(pages[1].Items)-1]
	require.Equal(t, "a & ö/100%.txt", last.Path)
	var text bytes.Buffer
	tag, err := r.Read(t.Context(), last, &text)
	require.NoError(t, err)
	require.Equal(t, "the text", text.String())
	require.Equal(t, last.Tag, tag)

	r, err = local(t).Open(source.S3, settings, glob.Filter{Include: []string{"*.txt"}, Exclude: []string{"a & ö", "0*"}}, s3test.Password)
	require.NoError(t, err)
	few, pages := list(t, r, "")
	require.Equal(t, []string{"1000.txt", "1001.txt", "1002.txt", "1003.txt", "1004.txt"}, few)
	require.Len(t, pages, 2, "the listing gets past a page of which nothing is meant")

	_, err = r.Read(t.Context(), source.Item{Key: "docs/none"}, &text)
	require.Equal(t, source.Gone, reasonOf(t, err))
	for name, broken := range map[string]func(*source.Settings){
		"bucket": func(s *source.Settings) { s.Bucket = "none" }, "key": func(s *source.Settings) { s.AccessKeyID = "nobody" },
	} {
		wrong := settings
		broken(&wrong)
		r, err := local(t).Open(source.S3, wrong, glob.Filter{}, s3test.Password)
		require.NoError(t, err)
		err = r.List(t.Context(), "", func(source.Page) error { return nil })
		require.Equal(t, source.Misconfigured, reasonOf(t, err), "%s: %v", name, errors.Unwrap(err))
	}
	r, err = local(t).Open(source.S3, settings, glob.Filter{}, "another")
	require.NoError(t, err)
	err = r.List(t.Context(), "", func(source.Page) error { return nil })
	require.Equal(t, source.Misconfigured, reasonOf(t, err))
	require.NotContains(t, err.Error(), "another")
}

// What users choose is dialled by the same rules as URLs.
func TestServersInPrivateNetworksAreNotReached(t *testing.T) {
	t.Parallel()
	client, err := egress.New(egress.Config{})
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was reached") }))
	t.Cleanup(server.Close)
	opener := source.Opener{Client: client}
	for _, address := range []string{server.URL, "http://dav.example.org", "https://169.254.169.254/", "https://[::1]/", "https://u:p@dav.example.org/", "ftp://x"} {
		_, err := opener.Open(source.WebDAV, source.Settings{URL: address}, glob.Filter{}, "")
		require.Equal(t, source.Misconfigured, reasonOf(t, err), address)
		_, err = opener.Open(source.S3, source.Settings{Bucket: "b", Endpoint: address}, glob.Filter{}, "")
		require.Equal(t, source.Misconfigured, reasonOf(t, err), address)
	}
	for _, bucket := range []string{"", "a/b", "x.internal#", "a?b", "a@b", strings.Repeat(" ", 3)} {
		_, err := opener.Open(source.S3, source.Settings{Bucket: bucket}, glob.Filter{}, "")
		require.Equal(t, source.Misconfigured, reasonOf(t, err), bucket)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	require.NoError(t, err)
	res, err := client.HTTP(time.Second).Do(req)
	if err == nil {
		require.NoError(t, res.Body.Close())
	}
	require.ErrorContains(t, err, "https://")
}
