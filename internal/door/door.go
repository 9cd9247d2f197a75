// Package door lets the other protocols reach the service: they call its own interface, in the same process or over the
// network, so that keys, permissions, limits, quotas and the audit log apply to all of them alike.
package door

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// basePath is the version prefix of the interface.
const basePath = "/api/v1"

const (
	// maxAnswer bounds a response that is read as a whole, in bytes. The pages of a book take 20 to 100 kB with their
	// boxes; a long sheet that is one page takes a few MB.
	maxAnswer = 16 << 20
	// maxRefusal bounds the text of a refusal, in bytes.
	maxRefusal = 64 << 10
)

// errTooLong is the failure of a request whose response exceeds maxAnswer.
var errTooLong = fmt.Errorf("the response has more than %d MB", maxAnswer>>20)

// Client calls the interface on behalf of one sender. It is safe for concurrent use.
type Client struct {
	// HTTP sends the requests; nil means http.DefaultClient.
	HTTP *http.Client
	// Base is the address of the service, such as https://quire.example.org.
	Base string
	// Header is sent with every request: the key, and who asked.
	Header http.Header
}

// Error is a refusal by the service, in its words.
type Error struct {
	Status     int
	Type       string // error.type of the interface
	Message    string
	RetryAfter time.Duration // 0 if the service did not say
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Get reads a JSON response into v; the path begins after /api/v1.
func (c *Client) Get(ctx context.Context, path string, query url.Values, v any) error {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return c.exchange(ctx, http.MethodGet, path, nil, "", v)
}

// Delete deletes the object at path.
func (c *Client) Delete(ctx context.Context, path string) error {
	res, err := c.do(ctx, http.MethodDelete, c.url(path), nil, "")
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// Post sends body as JSON and reads the response into v.
func (c *Client) Post(ctx context.Context, path string, body, v any) error {
	res, err := c.post(ctx, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	return decode(res, v)
}

// Put sends body as JSON to replace the object at path, and reads the response into v.
func (c *Client) Put(ctx context.Context, path string, body, v any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.exchange(ctx, http.MethodPut, path, bytes.NewReader(raw), "application/json", v)
}

func (c *Client) post(ctx context.Context, path string, body any) (*http.Response, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return c.do(ctx, http.MethodPost, c.url(path), bytes.NewReader(raw), "application/json")
}

// Field is a field of a form.
type Field struct{ Name, Value string }

// File is a file to be uploaded.
type File struct {
	Name    string
	Content io.Reader
}

// Upload posts a form and streams its file; file may be nil. Once it has returned, the file is no longer read from.
func (c *Client) Upload(ctx context.Context, path string, fields []Field, file *File, v any) error {
	var files []File
	if file != nil {
		files = append(files, *file)
	}
	return c.uploadAll(ctx, path, fields, "file", files, v)
}

// uploadAll posts a form with files, one after the other in the same field.
func (c *Client) uploadAll(ctx context.Context, path string, fields []Field, field string, files []File, v any) error {
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	written := make(chan struct{})
	go func() {
		defer close(written)
		_ = w.CloseWithError(writeForm(form, fields, field, files)) // never fails
	}()
	defer func() {
		_ = r.Close() // ends the writer if the service answers early
		<-written     // nothing reads from the file any more
	}()
	return c.exchange(ctx, http.MethodPost, path, r, form.FormDataContentType(), v)
}

func writeForm(form *multipart.Writer, fields []Field, field string, files []File) error {
	for _, f := range fields {
		if err := form.WriteField(f.Name, f.Value); err != nil {
			return err
		}
	}
	for _, file := range files {
		part, err := form.CreateFormFile(field, file.Name)
		if err != nil {
			return err
		}
		if _, err := io.Copy(part, file.Content); err != nil {
			return err
		}
	}
	return form.Close()
}

// Content is the part of a download that was read.
type Content struct {
	Bytes     []byte
	MediaType string
	More      bool // there is more than the limit
}

// Download reads at most limit bytes from a signed link of the service, which needs no other authentication.
func (c *Client) Download(ctx context.Context, link string, limit int64) (Content, error) {
	open := Client{HTTP: c.HTTP}
	res, err := open.do(ctx, http.MethodGet, link, nil, "")
	if err != nil {
		return Content{}, err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	raw, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	found := Content{Bytes: raw, MediaType: res.Header.Get("Content-Type"), More: int64(len(raw)) > limit}
	if found.More {
		found.Bytes = raw[:limit]
	}
	return found, err
}

func (c *Client) url(path string) string { return strings.TrimRight(c.Base, "/") + basePath + path }

// do sends a request. It returns an *Error for any response that is not a success.
func (c *Client) do(ctx context.Context, method, address string, body io.Reader, contentType string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	for name, list := range c.Header {
		req.Header[name] = list
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	h := c.HTTP
	if h == nil {
		h = http.DefaultClient
	}
	res, err := h.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= http.StatusBadRequest {
		defer func() { _ = res.Body.Close() }() // only read from
		return nil, refusal(res)
	}
	return res, nil
}

// refusal reads an error in the format of the interface.
func refusal(res *http.Response) error {
	e := &Error{Status: res.StatusCode}
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	var body struct {
		Error struct{ Type, Message string }
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
	if err == nil && json.Unmarshal(raw, &body) == nil && body.Error.Message != "" {
		e.Type, e.Message = body.Error.Type, body.Error.Message
		return e
	}
	e.Type, e.Message = "api_error", fmt.Sprintf("the service answered %s", res.Status)
	return e
}

// exchange sends a request and reads the JSON of the response into v.
func (c *Client) exchange(ctx context.Context, method, path string, body io.Reader, contentType string, v any) error {
	res, err := c.do(ctx, method, c.url(path), body, contentType)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	return decode(res, v)
}

// decode reads a JSON response into v, up to maxAnswer.
func decode(res *http.Response, v any) error {
	from := &io.LimitedReader{R: res.Body, N: maxAnswer}
	err := json.NewDecoder(from).Decode(v)
	if err != nil && from.N == 0 {
		return errTooLong
	}
	return err
}
