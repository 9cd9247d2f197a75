package blob_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"quire/internal/blob"
	"quire/internal/blob/s3test"
)

// stores runs a test on one store of each kind: every test in this file applies to both.
func stores(t *testing.T, test func(t *testing.T, s *blob.Store)) {
	t.Helper()
	places := map[string]func(*testing.T) string{
		"directory": func(t *testing.T) string { return "file://" + t.TempDir() },
		"bucket":    func(t *testing.T) string { return s3test.Start(t).BucketURL(s3test.Right) },
	}
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			s, err := blob.Open(t.Context(), place(t))
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, s.Close()) })
			test(t, s)
		})
	}
}

func put(t *testing.T, s *blob.Store, key, content string) {
	t.Helper()
	_, err := s.Put(t.Context(), key, strings.NewReader(content), 1<<20)
	require.NoError(t, err)
}

func get(t *testing.T, s *blob.Store, key string) string {
	t.Helper()
	r, err := s.Open(t.Context(), key)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	b, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, int64(len(b)), r.Size)
	require.False(t, r.ModTime.IsZero())
	return string(b)
}

func keys(t *testing.T, s *blob.Store, prefix, after string, limit int) []string {
	t.Helper()
	entries, err := s.List(t.Context(), prefix, after, limit)
	require.NoError(t, err)
	found := []string{}
	for _, e := range entries {
		require.False(t, e.ModTime.IsZero())
		found = append(found, e.Key)
	}
	return found
}

func TestPutReportsSizeAndHashAndReplaces(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "documents/d1/source", "first version")
		content := strings.Repeat("second ", 10_000)
		info, err := s.Put(t.Context(), "documents/d1/source", strings.NewReader(content), int64(len(content)))
		require.NoError(t, err)
		sum := sha256.Sum256([]byte(content))
		require.Equal(t, blob.Info{Size: int64(len(content)), SHA256: sum[:]}, info)
		require.Equal(t, content, get(t, s, "documents/d1/source"))
	})
}

func TestEmptyBlobIsABlob(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "empty", "")
		require.Empty(t, get(t, s, "empty"))
	})
}

func TestTooLargeIsDetectedWhileStreamingAndLeavesTheOldBlob(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "k", "old")
		endless := &countingReader{}
		_, err := s.Put(t.Context(), "k", endless, 100_000)
		require.ErrorIs(t, err, blob.ErrTooLarge)
		require.Less(t, endless.n, 4<<20)
		require.Equal(t, "old", get(t, s, "k"))
		require.Equal(t, []string{"k"}, keys(t, s, "", "", 10))
	})
}

func TestBrokenSourceOrEndedContextStoresNothing(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		broken := errors.New("connection reset")
		_, err := s.Put(t.Context(), "k", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken)), 100)
		require.ErrorIs(t, err, broken)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = s.Put(ctx, "k", strings.NewReader("x"), 100)
		require.ErrorIs(t, err, context.Canceled)
		ok, err := s.Exists(t.Context(), "k")
		require.NoError(t, err)
		require.False(t, ok)
	})
}

func TestMissingBlobs(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "a/b", "x")
		for _, key := range []string{"none", "a", "a/b/c", "a/none"} {
			_, err := s.Open(t.Context(), key)
			require.ErrorIs(t, err, blob.ErrNotFound, key)
			_, _, err = s.File(t.Context(), key)
			require.ErrorIs(t, err, blob.ErrNotFound, key)
			ok, err := s.Exists(t.Context(), key)
			require.NoError(t, err)
			require.False(t, ok, key)
		}
		require.NoError(t, s.Delete(t.Context(), "none"))
		require.NoError(t, s.DeletePrefix(t.Context(), "none/"))
	})
}

func TestReaderServesRanges(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "k", "0123456789")
		r, err := s.Open(t.Context(), "k")
		require.NoError(t, err)
		defer func() { require.NoError(t, r.Close()) }()
		w := httptest.NewRecorder()
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		req.Header.Set("Range", "bytes=3-5")
		http.ServeContent(w, req, "k.txt", r.ModTime, r)
		require.Equal(t, http.StatusPartialContent, w.Code)
		require.Equal(t, "345", w.Body.String())
	})
}

func TestFileCanBeReadUntilReleased(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "a/b", "content")
		path, release, err := s.File(t.Context(), "a/b")
		require.NoError(t, err)
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "content", string(got))
		release()
		require.Equal(t, "content", get(t, s, "a/b"))
	})
}

func TestDeleteAndDeletePrefixRemoveNothingElse(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		for _, k := range []string{"d/1/a", "d/1/b/c", "d/1-x", "d/10/a", "e/1/a"} {
			put(t, s, k, k)
		}
		require.NoError(t, s.DeletePrefix(t.Context(), "d/1/"))
		require.Equal(t, []string{"d/1-x", "d/10/a", "e/1/a"}, keys(t, s, "", "", 10))
		require.NoError(t, s.Delete(t.Context(), "e/1/a"))
		require.Equal(t, []string{"d/1-x", "d/10/a"}, keys(t, s, "", "", 10))
	})
}

func TestListPagesInKeyOrder(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		// In byte order "a-b" < "a.b" < "a/…" < "a0", which is not the order in which directories are walked by name.
		all := []string{"a-b", "a.b", "a/b", "a/c/d", "a/c/e", "a0", "b/a"}
		for _, k := range all {
			put(t, s, k, k)
		}
		for size := 1; size <= len(all)+1; size++ {
			var got []string
			for page := keys(t, s, "", "", size); ; page = keys(t, s, "", page[len(page)-1], size) {
				got = append(got, page...)
				if len(page) < size {
					break
				}
			}
			require.Equal(t, all, got, "pages of %d", size)
		}
		require.Equal(t, []string{"a/b", "a/c/d", "a/c/e"}, keys(t, s, "a/", "", 10))
		require.Equal(t, []string{"a/c/e"}, keys(t, s, "a/", "a/c/d", 10))
		require.Empty(t, keys(t, s, "c/", "", 10))
	})
}

func TestKeysAreValidated(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		hostile := []string{
			"", "/", "/etc/passwd", "a//b", "a//", ".", "..", "../x", "a/../b", "a/./b", ".uploads/x", "a/.b",
			"a\\b", "a\x00b", "a\nb", "ä", "a b", "a%2e%2e", strings.Repeat("k", 513),
		}
		for _, key := range hostile {
			_, err := s.Put(t.Context(), key, strings.NewReader("x"), 10)
			require.ErrorIs(t, err, blob.ErrInvalidKey, "%q", key)
			_, err = s.Open(t.Context(), key)
			require.ErrorIs(t, err, blob.ErrInvalidKey, "%q", key)
			require.ErrorIs(t, s.Delete(t.Context(), key), blob.ErrInvalidKey, "%q", key)
			require.ErrorIs(t, s.DeletePrefix(t.Context(), key), blob.ErrInvalidKey, "%q", key)
		}
		require.ErrorIs(t, s.DeletePrefix(t.Context(), "../"), blob.ErrInvalidKey)
		require.ErrorIs(t, s.DeletePrefix(t.Context(), "a"), blob.ErrInvalidKey)
		require.ErrorIs(t, s.Delete(t.Context(), "a/"), blob.ErrInvalidKey)
		_, err := s.List(t.Context(), "a", "", 10)
		require.ErrorIs(t, err, blob.ErrInvalidKey)
	})
}

func TestCheckPassesAndLeavesNothing(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		require.NoError(t, s.Check(t.Context()))
		require.Empty(t, keys(t, s, "", "", 10))
	})
}

func TestOpenRefusesOtherPlaces(t *testing.T) {
	t.Parallel()
	for _, u := range []string{"", "/data", "file://host/data", "file:relative", "mem://", "http://x/y", "s3://", "%"} {
		_, err := blob.Open(t.Context(), u)
		require.Error(t, err, u)
	}
}

// countingReader never ends. It calls then after the given number of bytes.
type countingReader struct {
	n     int
	after int
	then  func()
}

func (r *countingReader) Read(p []byte) (int, error) {
	r.n += len(p)
	if r.then != nil && r.n >= r.after {
		r.then()
	}
	return copy(p, bytes.Repeat([]byte{'x'}, len(p))), nil
}
