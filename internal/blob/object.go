package blob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// object reads a blob in a bucket. It requests a new range only when it is read at another position than its current
// one, so that seeking to the end and back, which is how http.ServeContent measures the size, costs no request.
type object struct {
	ctx    context.Context //nolint:containedctx // a Reader lives as long as the context that opened it
	bucket *bucket
	key    string
	etag   *string // of the version opened
	size   int64
	offset int64         // where the next Read begins
	body   io.ReadCloser // the rest from place on; nil before another range is requested
	place  int64
}

// Read implements io.Reader.
func (o *object) Read(p []byte) (int, error) {
	if o.offset >= o.size {
		return 0, io.EOF
	}
	if err := o.move(); err != nil {
		return 0, err
	}
	n, err := o.body.Read(p)
	o.offset += int64(n)
	o.place = o.offset
	return n, err
}

// move makes the body begin at offset.
func (o *object) move() error {
	if o.body != nil && o.place == o.offset {
		return nil
	}
	if err := o.Close(); err != nil {
		return err
	}
	out, err := o.bucket.client.GetObject(o.ctx, &s3.GetObjectInput{
		Bucket: &o.bucket.at.name, Key: &o.key, IfMatch: o.etag, Range: aws.String(fmt.Sprintf("bytes=%d-", o.offset)),
	})
	if err != nil {
		return absent(err)
	}
	o.body, o.place = out.Body, o.offset
	return nil
}

// Seek implements io.Seeker.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.offset
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning of a blob")
	}
	o.offset = offset
	return offset, nil
}

// Close implements io.Closer.
func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	body := o.body
	o.body = nil
	return body.Close()
}
