package blob_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/blob"
)

func openDir(t testing.TB, dir string) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), "file://"+dir)
	require.NoError(t, err)
	return s
}

func TestDirectoryKeepsBlobsAcrossRestarts(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "not", "there yet")
	put(t, openDir(t, strings.ReplaceAll(dir, " ", "%20")), "a/b", "content")
	require.Equal(t, "content", get(t, openDir(t, strings.ReplaceAll(dir, " ", "%20")), "a/b"))
}

func TestDeletingTidiesEmptyDirectories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openDir(t, dir)
	put(t, s, "documents/d1/pages/1", "x")
	put(t, s, "documents/d2/source", "x")
	require.NoError(t, s.Delete(t.Context(), "documents/d1/pages/1"))
	require.NoDirExists(t, filepath.Join(dir, "documents/d1"))
	require.NoError(t, s.DeletePrefix(t.Context(), "documents/d2/"))
	require.NoDirExists(t, filepath.Join(dir, "documents"))
}

func TestFailedUploadsLeaveNoFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openDir(t, dir)
	_, err := s.Put(t.Context(), "k", strings.NewReader("too long"), 3)
	require.ErrorIs(t, err, blob.ErrTooLarge)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		require.True(t, d.IsDir(), path)
		return err
	}))
}

func TestOpeningSweepsAbandonedUploadsOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	openDir(t, dir)
	uploads := filepath.Join(dir, ".uploads")
	old, fresh := filepath.Join(uploads, "old"), filepath.Join(uploads, "fresh")
	for _, f := range []string{old, fresh} {
		require.NoError(t, os.WriteFile(f, []byte("half"), 0o600))
	}
	longAgo := time.Now().Add(-25 * time.Hour)
	require.NoError(t, os.Chtimes(old, longAgo, longAgo))
	s := openDir(t, dir)
	require.NoFileExists(t, old)
	require.FileExists(t, fresh)
	require.Empty(t, keys(t, s, "", "", 10))
}

func TestAReaderOutlivesTheDeletionOfItsBlob(t *testing.T) {
	t.Parallel()
	s := openDir(t, t.TempDir())
	put(t, s, "k", "content")
	r, err := s.Open(t.Context(), "k")
	require.NoError(t, err)
	defer func() { _ = r.Close() }()
	require.NoError(t, s.Delete(t.Context(), "k"))
	b := make([]byte, 7)
	_, err = r.Read(b)
	require.NoError(t, err)
	require.Equal(t, "content", string(b))
}

// Put creates the directory that Delete tidies away at the same moment.
func TestConcurrentPutAndDeleteNeverFail(t *testing.T) {
	t.Parallel()
	s := openDir(t, t.TempDir())
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			key := fmt.Sprintf("shared/dir/%d", w)
			for range 50 {
				if _, err := s.Put(t.Context(), key, strings.NewReader(key), 100); err != nil {
					t.Errorf("put: %v", err)
				}
				if err := s.Delete(t.Context(), key); err != nil {
					t.Errorf("delete: %v", err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkPutOneMegabyte(b *testing.B) {
	s := openDir(b, b.TempDir())
	content := strings.Repeat("x", 1<<20)
	b.SetBytes(1 << 20)
	for i := 0; b.Loop(); i++ {
		if _, err := s.Put(b.Context(), fmt.Sprintf("documents/%d/source", i), strings.NewReader(content), 1<<20); err != nil {
			b.Fatal(err)
		}
	}
}

func TestBlobsOfAMissingDirectoryAreNotMistakenForDeleted(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "blobs")
	s, err := blob.Open(t.Context(), "file://"+dir)
	require.NoError(t, err)
	put(t, s, "documents/d1/source", "kept")
	require.NoError(t, os.Rename(dir, dir+".away"))
	require.NoError(t, os.Mkdir(dir, 0o700)) // an empty mount point

	_, err = s.Open(t.Context(), "documents/d1/source")
	require.Error(t, err)
	require.NotErrorIs(t, err, blob.ErrNotFound)
	_, err = s.Exists(t.Context(), "documents/d1/source")
	require.Error(t, err)
	require.Error(t, s.Delete(t.Context(), "documents/d1/source"))
	require.Error(t, s.DeletePrefix(t.Context(), "documents/d1/"))
	_, err = s.Put(t.Context(), "documents/d2/source", strings.NewReader("new"), 10)
	require.Error(t, err)

	require.NoError(t, os.Remove(dir))
	require.NoError(t, os.Rename(dir+".away", dir))
	require.Equal(t, "kept", get(t, s, "documents/d1/source"))
	_, err = s.Open(t.Context(), "documents/d9/source")
	require.ErrorIs(t, err, blob.ErrNotFound)
}
