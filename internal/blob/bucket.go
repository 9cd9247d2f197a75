package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	transfer "github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
)

const (
	// One upload holds at most uploadPart × (uploadParts + 1) bytes in memory.
	uploadPart  = 8 << 20
	uploadParts = 2

	// After its context has ended, an upload has this long to remove the parts it has sent.
	abortGrace = 20 * time.Second

	// A copy on the local disk is never larger than this, whatever the bucket holds.
	maxCopy = 1 << 30
)

// bucket is the S3 driver.
type bucket struct {
	at      bucketAddress
	client  *s3.Client
	uploads *transfermanager.Client
}

func openBucket(ctx context.Context, u *url.URL) (*bucket, error) {
	at, err := parseBucket(u)
	if err != nil {
		return nil, err
	}
	client, err := at.client(ctx)
	if err != nil {
		return nil, err
	}
	uploads := transfermanager.New(client, func(o *transfermanager.Options) {
		o.PartSizeBytes, o.MultipartUploadThreshold, o.Concurrency = uploadPart, uploadPart, uploadParts
		o.FailTimeout = abortGrace
		if at.checksums != aws.RequestChecksumCalculationUnset {
			o.RequestChecksumCalculation = at.checksums
		}
	})
	return &bucket{at: at, client: client, uploads: uploads}, nil
}

func (d *bucket) put(ctx context.Context, key string, r io.Reader) error {
	in := &transfermanager.UploadObjectInput{
		Bucket: &d.at.name, Key: &key, Body: contextReader{ctx, r}, ContentType: aws.String("application/octet-stream"),
		ServerSideEncryption: transfer.ServerSideEncryption(d.at.encryption),
	}
	if d.at.encryptionKey != "" {
		in.SSEKMSKeyID = &d.at.encryptionKey
	}
	_, err := d.uploads.UploadObject(ctx, in)
	return err
}

func (d *bucket) open(ctx context.Context, key string) (*Reader, error) {
	out, err := d.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &d.at.name, Key: &key})
	if err != nil {
		return nil, absent(err)
	}
	o := &object{
		ctx: ctx, bucket: d, key: key, etag: out.ETag, size: aws.ToInt64(out.ContentLength), body: out.Body,
	}
	return &Reader{ReadSeekCloser: o, Size: o.size, ModTime: aws.ToTime(out.LastModified)}, nil
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

// exists requests the first byte: the response to a HEAD request has no body, so it cannot show whether the blob or the
// whole bucket is missing.
func (d *bucket) exists(ctx context.Context, key string) (bool, error) {
	out, err := d.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &d.at.name, Key: &key, Range: aws.String("bytes=0-0")})
	switch {
	case err == nil:
		return true, out.Body.Close()
	case codeOf(err) == "InvalidRange": // it is empty
		return true, nil
	}
	if err = absent(err); errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return false, err
}

func (d *bucket) remove(ctx context.Context, key string) error {
	_, err := d.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &d.at.name, Key: &key})
	if err = absent(err); errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func (d *bucket) removePrefix(ctx context.Context, prefix string) error {
	return d.each(ctx, &s3.ListObjectsV2Input{Prefix: &prefix}, func(e Entry) (bool, error) {
		return true, d.remove(ctx, e.Key)
	})
}

func (d *bucket) list(ctx context.Context, prefix, after string, limit int) ([]Entry, error) {
	var found []Entry
	if limit <= 0 {
		return nil, nil
	}
	in := &s3.ListObjectsV2Input{Prefix: &prefix}
	if after != "" {
		in.StartAfter = &after
	}
	err := d.each(ctx, in, func(e Entry) (bool, error) {
		found = append(found, e)
		return len(found) < limit, nil
	})
	return found, err
}

// each visits the listed blobs, in ascending order of their keys, until visit returns false or an error.
func (d *bucket) each(ctx context.Context, in *s3.ListObjectsV2Input, visit func(Entry) (more bool, err error)) error {
	in.Bucket = &d.at.name
	for pages := s3.NewListObjectsV2Paginator(d.client, in); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, o := range page.Contents {
			e := Entry{Key: aws.ToString(o.Key), Size: aws.ToInt64(o.Size), ModTime: aws.ToTime(o.LastModified)}
			if more, err := visit(e); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

func (d *bucket) close() error { return nil }

// absent returns ErrNotFound for a missing blob. A missing bucket is a failure, and its error is returned unchanged.
func absent(err error) error {
	if code := codeOf(err); code == "NoSuchKey" || code == "NotFound" {
		return ErrNotFound
	}
	return err
}

// codeOf returns the store's own code for an error, or "".
func codeOf(err error) string {
	if e, ok := errors.AsType[smithy.APIError](err); ok {
		return e.ErrorCode()
	}
	return ""
}
