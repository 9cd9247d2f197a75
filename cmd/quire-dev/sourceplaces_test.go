package main_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/webdav"

	"quire/internal/blob"
	"quire/internal/blob/s3test"
	"quire/internal/seal"
)

const placePassword = "only for tests"

// place is an external place that holds texts by name.
type place struct {
	kind     string
	settings map[string]string
	put      func(name, text string)
	remove   func(name string)
	changes  itemCounts // for one text added, one changed and one removed
}

func bucketPlace(t *testing.T) place {
	t.Helper()
	store := s3test.Start(t)
	bucket, err := blob.Open(t.Context(), store.BucketURL(s3test.Right))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, bucket.Close()) })
	return place{
		kind:     "s3",
		settings: map[string]string{"bucket": "quire", "prefix": "docs/", "endpoint": store.URL, "access_key_id": s3test.User},
		put: func(name, text string) {
			_, err := bucket.Put(t.Context(), "docs/"+name, strings.NewReader(text), 1<<20)
			require.NoError(t, err)
		},
		remove:  func(name string) { require.NoError(t, bucket.Delete(t.Context(), "docs/"+name)) },
		changes: itemCounts{Added: 1, Changed: 1, Deleted: 1},
	}
}

func davPlace(t *testing.T) place {
	t.Helper()
	dir := t.TempDir()
	handler := &webdav.Handler{FileSystem: webdav.Dir(dir), LockSystem: webdav.NewMemLS()}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != placePassword {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return place{
		kind: "webdav", settings: map[string]string{"url": server.URL, "username": "reader"},
		put: func(name, text string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		},
		remove:  func(name string) { require.NoError(t, os.Remove(filepath.Join(dir, name))) },
		changes: itemCounts{Added: 1, Changed: 1, Deleted: 1},
	}
}

// mailPlace is a mailbox, in which a changed text is a new message.
func mailPlace(t *testing.T) place {
	t.Helper()
	user := imapmemserver.NewUser("reader", placePassword)
	require.NoError(t, user.Create("INBOX", nil))
	store := imapmemserver.New()
	store.AddUser(user)
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return store.NewSession(), nil, nil
		},
		InsecureAuth: true, Logger: log.New(io.Discard, "", 0),
	})
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go server.Serve(listener) //nolint:errcheck // ends with the listener
	t.Cleanup(func() { _ = server.Close() })
	numbers := map[string]imap.UID{}
	remove := func(name string) {
		c, err := imapclient.DialInsecure(listener.Addr().String(), nil)
		require.NoError(t, err)
		defer c.Close() //nolint:errcheck // the message has been stored
		require.NoError(t, c.Login("reader", placePassword).Wait())
		_, err = c.Select("INBOX", nil).Wait()
		require.NoError(t, err)
		deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
		require.NoError(t, c.Store(imap.UIDSetNum(numbers[name]), deleted, nil).Close())
		require.NoError(t, c.Expunge().Close())
	}
	return place{
		kind: "imap", settings: map[string]string{"url": "imap://" + listener.Addr().String(), "username": "reader"},
		put: func(name, text string) {
			if _, there := numbers[name]; there {
				remove(name)
			}
			data, err := user.Append("INBOX", strings.NewReader(text), &imap.AppendOptions{})
			require.NoError(t, err)
			numbers[name] = data.UID
		},
		remove: remove, changes: itemCounts{Added: 2, Deleted: 2},
	}
}

// placed is a place together with its texts.
type placed struct {
	place
	texts map[string]string
}

func (p *placed) write(name string, berth int) {
	text := fmt.Sprintf("Subject: %s\r\nContent-Type: text/plain\r\n\r\nThe harbour of Aldersund has berth %d.\r\n", name, berth)
	p.put(name, text)
	p.texts[name] = text
}

// hashes returns the SHA-256 of every text, in order.
func (p *placed) hashes() []string {
	var all []string
	for _, text := range p.texts {
		sum := sha256.Sum256([]byte(text))
		all = append(all, hex.EncodeToString(sum[:]))
	}
	slices.Sort(all)
	return all
}

// awaitReady waits until a collection has the given number of files, all of them indexed.
func (s *service) awaitReady(collection string, files int) {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		var list struct{ Count int }
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/collections/"+collection+"/files?status=ready", nil, "", &list))
		return list.Count == files
	}, time.Minute, 100*time.Millisecond, "%s", s)
}

// runSource runs a source, and returns the run when it has ended.
func (s *service) runSource(source string, dry bool) runOf {
	s.t.Helper()
	s.sendJSON(http.MethodPost, "/sources/"+source+"/runs", map[string]any{"dry_run": dry}, nil)
	return s.awaitRun(source)
}

func TestPlacesOutsideAreMirroredByTheWholeService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.env = append(s.env, "QUIRE_SOURCE_KEYS=1:"+seal.NewKey())
	s.start()
	for name, at := range map[string]func(*testing.T) place{"S3": bucketPlace, "WebDAV": davPlace, "IMAP": mailPlace} {
		t.Run(name, func(t *testing.T) { s.mirrorsPlace(t, &placed{place: at(t), texts: map[string]string{}}) })
	}
}

func (s *service) mirrorsPlace(t *testing.T, p *placed) {
	t.Helper()
	collection := s.collection(p.kind)
	has := func() []string { return slices.Sorted(maps.Values(s.mirrored(collection))) }
	for i, name := range []string{"a.eml", "b.eml", "c.eml"} {
		p.write(name, i)
	}
	var source sourceOf
	s.sendJSON(http.MethodPost, "/sources", map[string]any{
		"name": p.kind, "collection_id": collection, "kind": p.kind, "settings": p.settings, "secret": placePassword,
	}, &source)
	first := s.awaitRun(source.ID)
	require.Equal(t, 3, first.Counts.Added, "%s", deref(first.Error))
	require.Empty(t, has(), "the first run is a dry run")
	s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/resume", map[string]any{}, nil)
	require.Equal(t, 3, s.awaitRun(source.ID).Counts.Added)
	require.Equal(t, p.hashes(), has())
	s.awaitReady(collection, 3)

	p.write("b.eml", 7)
	p.write("d.eml", 8)
	p.remove("c.eml")
	delete(p.texts, "c.eml")
	counts := s.runSource(source.ID, false).Counts
	require.Equal(t, p.hashes(), has())
	require.Equal(t, p.changes, counts)
	s.awaitReady(collection, 3)

	before := has()
	p.write("e.eml", 9)
	require.Equal(t, 1, s.runSource(source.ID, true).Counts.Added)
	require.Equal(t, before, has(), "a dry run changes nothing")
	s.sendJSON(http.MethodPatch, "/sources/"+source.ID, map[string]any{"secret": "another"}, nil)
	failed := s.runSource(source.ID, false)
	require.Equal(t, "failed", failed.Status)
	require.Contains(t, deref(failed.Error), "refuses")
	require.Equal(t, before, has(), "what cannot be read deletes nothing")
}
