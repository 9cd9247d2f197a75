package blob_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"quire/internal/blob"
	"quire/internal/blob/s3test"
)

func TestMain(m *testing.M) { os.Exit(s3test.Main(m)) }

func openBucket(t *testing.T, server *s3test.Server, profile string) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), server.BucketURL(profile))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func TestLargeBlobsGoToTheBucketInParts(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	s := openBucket(t, server, s3test.Right)
	const size = 40 << 20
	info, err := s.Put(t.Context(), "large", io.LimitReader(&countingReader{}, size), size)
	require.NoError(t, err)
	require.Equal(t, int64(size), info.Size)
	r, err := s.Open(t.Context(), "large")
	require.NoError(t, err)
	require.Equal(t, int64(size), r.Size)
	_, err = r.Seek(-3, io.SeekEnd)
	require.NoError(t, err)
	tail, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "xxx", string(tail))
	require.NoError(t, r.Close())

	_, err = s.Put(t.Context(), "larger", &countingReader{}, size)
	require.ErrorIs(t, err, blob.ErrTooLarge)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = s.Put(ctx, "larger", &countingReader{after: size / 2, then: cancel}, size)
	require.ErrorIs(t, err, context.Canceled)
	ok, err := s.Exists(t.Context(), "larger")
	require.NoError(t, err)
	require.False(t, ok)
	require.Less(t, kept(t, server.Dir), int64(size+1<<20), "an abandoned upload's parts cost money until they are aborted")
}

// kept returns the size of all files below dir.
func kept(t *testing.T, dir string) (bytes int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	}))
	return bytes
}

func TestBucketIsListedBeyondOnePageOfTheStore(t *testing.T) {
	t.Parallel()
	s := openBucket(t, s3test.Start(t), s3test.Right)
	const count = 1100 // S3 lists a thousand at a time
	var g errgroup.Group
	g.SetLimit(8)
	var want []string
	for i := range count {
		key := fmt.Sprintf("documents/%04d/source", i)
		want = append(want, key)
		g.Go(func() error {
			_, err := s.Put(t.Context(), key, strings.NewReader(key), 100)
			return err
		})
	}
	require.NoError(t, g.Wait())
	require.Equal(t, want, keys(t, s, "", "", count+1))
	require.Equal(t, want[1050:], keys(t, s, "documents/", want[1049], count))
	require.NoError(t, s.DeletePrefix(t.Context(), "documents/"))
	require.Empty(t, keys(t, s, "", "", 10))
}

// errorsOf returns the error of every call of a store, by the call's name.
func errorsOf(t *testing.T, s *blob.Store) map[string]error {
	t.Helper()
	_, opened := s.Open(t.Context(), "k")
	_, _, copied := s.File(t.Context(), "k")
	_, exists := s.Exists(t.Context(), "k")
	_, listed := s.List(t.Context(), "", "", 1)
	_, stored := s.Put(t.Context(), "k", strings.NewReader("x"), 1)
	return map[string]error{
		"check": s.Check(t.Context()), "open": opened, "file": copied, "exists": exists, "list": listed, "put": stored,
		"delete": s.Delete(t.Context(), "k"), "delete prefix": s.DeletePrefix(t.Context(), "k/"),
	}
}

func TestWrongCredentialsFailEveryCallAndNeverLookLikeAMissingBlob(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	put(t, openBucket(t, server, s3test.Right), "k", "content")
	s := openBucket(t, server, s3test.Wrong)
	for call, err := range errorsOf(t, s) {
		require.Error(t, err, call)
		require.NotErrorIs(t, err, blob.ErrNotFound, call)
	}
	require.Equal(t, "content", get(t, openBucket(t, server, s3test.Right), "k"))
}

func TestAMissingBucketFailsEveryCallAndNeverLooksLikeAMissingBlob(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	require.NoError(t, os.Remove(filepath.Join(server.Dir, "quire")))
	s := openBucket(t, server, s3test.Right)
	for call, err := range errorsOf(t, s) {
		require.Error(t, err, call)
		require.NotErrorIs(t, err, blob.ErrNotFound, call)
	}
}

func TestAnUnreachableBucketFailsItsCheck(t *testing.T) {
	t.Parallel()
	s := openBucket(t, &s3test.Server{URL: "http://127.0.0.1:1"}, s3test.Right)
	require.Error(t, s.Check(t.Context()))
}

func TestBucketAddressesAreCheckedWithoutContactingThem(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"s3://b?region=eu-central-1": "",
		"s3://b?region=x&endpoint=https://s3.example.org:9000&use_path_style=true&profile=p": "",
		"s3://b?ssetype=aws:kms&kmskeyid=k&request_checksum_calculation=when_required":       "",
		"s3://b/documents":                             "a bucket has no path",
		"s3://b?regoin=x":                              "did you mean region?",
		"s3://b?x=1":                                   "known are endpoint, ",
		"s3://b?use_path_style=yes":                    "use_path_style",
		"s3://b?endpoint=store:9000":                   "want http://host or https://host",
		"s3://b?request_checksum_calculation=whenever": "want when_supported or when_required",
	} {
		err := blob.CheckURL(address)
		if want == "" {
			require.NoError(t, err, address)
			continue
		}
		require.ErrorContains(t, err, want, address)
	}
}

func TestABlobInABucketIsReadFromTheSeekPosition(t *testing.T) {
	t.Parallel()
	s := openBucket(t, s3test.Start(t), s3test.Right)
	put(t, s, "k", "0123456789")
	r, err := s.Open(t.Context(), "k")
	require.NoError(t, err)
	for _, step := range []struct {
		offset int64
		whence int
		place  int64
		want   string
	}{{0, io.SeekEnd, 10, ""}, {0, io.SeekStart, 0, "012"}, {2, io.SeekCurrent, 5, "567"}, {-2, io.SeekEnd, 8, "89"}, {1, io.SeekStart, 1, "123"}} {
		place, err := r.Seek(step.offset, step.whence)
		require.NoError(t, err)
		require.Equal(t, step.place, place)
		got := make([]byte, len(step.want))
		_, err = io.ReadFull(r, got)
		require.NoError(t, err)
		require.Equal(t, step.want, string(got))
	}
	_, err = r.Seek(-1, io.SeekStart)
	require.Error(t, err)
	require.NoError(t, r.Close())
}
