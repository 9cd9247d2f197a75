package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// bucket is the part of an S3 bucket below a prefix.
type bucket struct {
	client       *s3.Client
	name, prefix string
}

// defaultRegion is the region for stores that have none.
const defaultRegion = "us-east-1"

func (o Opener) checkS3(s Settings) error {
	if s.Bucket == "" || strings.ContainsAny(s.Bucket, "/?#@:\\ ") {
		return misconfigured("The setting bucket is not the name of a bucket.", nil)
	}
	if s.Endpoint == "" {
		return nil
	}
	return o.checkURL(s.Endpoint, "endpoint")
}

func (o Opener) openS3(s Settings, secret string) Reader {
	options := s3.Options{
		Region: defaultRegion, HTTPClient: o.Client.HTTP(requestTimeout), RetryMaxAttempts: 1, Credentials: aws.AnonymousCredentials{},
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}
	if s.Region != "" {
		options.Region = s.Region
	}
	if s.AccessKeyID != "" {
		options.Credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: s.AccessKeyID, SecretAccessKey: secret}, nil
		})
	}
	if s.Endpoint != "" {
		options.BaseEndpoint, options.UsePathStyle = &s.Endpoint, true
	}
	return &bucket{client: s3.New(options), name: s.Bucket, prefix: s.Prefix}
}

// Close implements Reader.
func (b *bucket) Close() error { return nil }

// List implements Reader. The cursor is the key of the last object of a page. Keys that end in a slash stand for folders
// and are left out.
func (b *bucket) List(ctx context.Context, cursor string, page func(Page) error) error {
	in := &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &b.prefix, MaxKeys: aws.Int32(pageSize)}
	if cursor != "" {
		in.StartAfter = &cursor
	}
	for {
		out, err := b.client.ListObjectsV2(ctx, in)
		if err != nil {
			return s3Error(err)
		}
		var p Page
		for _, object := range out.Contents {
			key := aws.ToString(object.Key)
			if key <= cursor {
				return &Error{Reason: Unreachable, Message: "The store does not list its objects in their order."}
			}
			p.Next, cursor = key, key
			if name := strings.TrimLeft(strings.TrimPrefix(key, b.prefix), "/"); name != "" && !strings.HasSuffix(name, "/") {
				size := aws.ToInt64(object.Size)
				p.Items = append(p.Items, Item{Path: name, Key: key, Tag: s3Tag(object.ETag, size), Size: size})
			}
		}
		if p.Next != "" {
			if err := page(p); err != nil {
				return err
			}
		}
		if !aws.ToBool(out.IsTruncated) || p.Next == "" {
			return nil
		}
		in.StartAfter = &p.Next
	}
}

func s3Tag(etag *string, size int64) string {
	return fmt.Sprintf("%s-%d", strings.Trim(aws.ToString(etag), `"`), size)
}

// Read implements Reader.
func (b *bucket) Read(ctx context.Context, item Item, w io.Writer) (string, error) {
	out, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: &item.Key})
	if err != nil {
		return "", s3ItemError(err)
	}
	defer func() { _ = out.Body.Close() }() // only read from
	size, err := io.Copy(w, body{out.Body})
	if err != nil {
		return "", err
	}
	return s3Tag(out.ETag, size), nil
}

// body distinguishes failures of the server being read from those of the writer.
type body struct{ io.Reader }

// Read implements io.Reader.
func (b body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = failed(err)
	}
	return n, err
}

// s3Error judges a failure of the store. What the store refuses, it will refuse again.
func s3Error(err error) error {
	e, ok := errors.AsType[*smithyhttp.ResponseError](err)
	if !ok {
		return failed(err)
	}
	code := e.HTTPStatusCode()
	busy := code == http.StatusTooManyRequests || code == http.StatusRequestTimeout
	if code >= http.StatusInternalServerError || busy {
		return &Error{Reason: Unreachable, Message: fmt.Sprintf("The store answers with HTTP status %d.", code), cause: err}
	}
	why := fmt.Sprintf("HTTP status %d", code)
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		why = api.ErrorCode()
	}
	return misconfigured(fmt.Sprintf("The store refuses: %s. Check the bucket, the region, the endpoint and the key.", why), err)
}

// s3ItemError judges a failure to read one object, while others may be readable.
func s3ItemError(err error) error {
	e, ok := errors.AsType[smithy.APIError](err)
	switch {
	case ok && e.ErrorCode() == "NoSuchKey":
		return &Error{Reason: Gone, Message: "The object was removed before it could be read.", cause: err}
	case ok && slices.Contains([]string{"AccessDenied", "InvalidObjectState"}, e.ErrorCode()):
		return &Error{Reason: Unsettled, Message: fmt.Sprintf("The store refuses to hand out the object: %s.", e.ErrorCode()), cause: err}
	}
	return s3Error(err)
}
