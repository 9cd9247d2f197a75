package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // the s3:// scheme
	"gocloud.dev/gcerrors"
)

const (
	// One upload holds at most uploadPart × uploadParts bytes in memory.
	uploadPart  = 8 << 20
	uploadParts = 2

	// After its context has ended, an upload has this long to take back what it sent.
	abortGrace = 20 * time.Second

	// A copy on the local disk is never larger than this, whatever the bucket holds.
	maxCopy = 1 << 30
)

// bucket is the S3 driver.
type bucket struct{ b *blob.Bucket }

func openBucket(ctx context.Context, rawURL string) (*bucket, error) {
	b, err := blob.OpenBucket(ctx, rawURL)
	if err != nil {
		return nil, err
	}
	return &bucket{b}, nil
}

// put ends a failed upload by an error of its source, also when ctx ends, and leaves the connection some time:
// only then are the parts that are already in the bucket removed.
func (d *bucket) put(ctx context.Context, key string, r io.Reader) error {
	upload, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(abortGrace, cancel) })()
	return d.b.Upload(upload, key, contextReader{ctx, r}, &blob.WriterOptions{
		ContentType:    "application/octet-stream",
		BufferSize:     uploadPart,
		MaxConcurrency: uploadParts,
	})
}

func (d *bucket) open(ctx context.Context, key string) (*Reader, error) {
	r, err := d.b.NewReader(ctx, key, nil)
	if err != nil {
		return nil, absent(err)
	}
	return &Reader{ReadSeekCloser: r, Size: r.Size(), ModTime: r.ModTime()}, nil
}

func (d *bucket) file(ctx context.Context, key string) (string, func(), error) {
	r, err := d.open(ctx, key)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = r.Close() }()
	if r.Size > maxCopy {
		return "", nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, r.Size)
	}
	dir, err := os.MkdirTemp("", "blob-*")
	if err != nil {
		return "", nil, err
	}
	release := func() { _ = os.RemoveAll(dir) }
	path := filepath.Join(dir, "content")
	if err := copyTo(path, io.LimitReader(r, maxCopy)); err != nil {
		release()
		return "", nil, err
	}
	return path, release, nil
}

func copyTo(path string, r io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

func (d *bucket) exists(ctx context.Context, key string) (bool, error) { return d.b.Exists(ctx, key) }

func (d *bucket) remove(ctx context.Context, key string) error {
	if err := absent(d.b.Delete(ctx, key)); err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

func (d *bucket) removePrefix(ctx context.Context, prefix string) error {
	objects := d.b.List(&blob.ListOptions{Prefix: prefix})
	for {
		o, err := objects.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := d.remove(ctx, o.Key); err != nil {
			return err
		}
	}
}

func (d *bucket) list(ctx context.Context, prefix, after string, limit int) ([]Entry, error) {
	objects := d.b.List(&blob.ListOptions{Prefix: prefix, BeforeList: startAfter(after)})
	var found []Entry
	for len(found) < limit {
		o, err := objects.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		found = append(found, Entry{Key: o.Key, Size: o.Size, ModTime: o.ModTime})
	}
	return found, nil
}

func startAfter(key string) func(func(any) bool) error {
	return func(as func(any) bool) error {
		var in *s3.ListObjectsV2Input
		if key != "" && as(&in) {
			in.StartAfter = &key
		}
		return nil
	}
}

func (d *bucket) close() error { return d.b.Close() }

func absent(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return ErrNotFound
	}
	return err
}
