package quire

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"quire/clients/go/internal/retry"
)

const (
	// refusalSize limits how much of an error response is read, in bytes.
	refusalSize = 64 << 10
	// answerTime is how long an answer that is not streamed may take.
	answerTime = 5 * time.Minute
	// silence is how long a stream may be silent before it counts as broken. The service sends something every 15 s.
	silence = 45 * time.Second
)

// call holds everything about a request except its method and path.
type call struct {
	query    url.Values
	json     any
	form     *form
	text     string
	media    string
	patience time.Duration // how long it may be silent; by default the client's timeout
	once     bool          // never sent again
}

// Request sends any request of the API. path begins after /api/v1, body is encoded as JSON unless nil, and the JSON of
// the response is decoded into result unless nil.
func (c *Client) Request(ctx context.Context, method, path string, query url.Values, body, result any) error {
	_, raw, err := c.send(ctx, method, path, call{query: query, json: body})
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(raw, result)
}

// read sends a request and returns the decoded response. Fields that later versions of the service add are ignored.
func read[T any](ctx context.Context, c *Client, method, path string, how call) (*T, error) {
	_, raw, err := c.send(ctx, method, path, how)
	if err != nil {
		return nil, err
	}
	result := new(T)
	if err := json.Unmarshal(raw, result); err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return result, nil
}

// rows returns a list that is not paged.
func rows[T any](ctx context.Context, c *Client, method, path string, how call) ([]T, error) {
	list, err := read[struct{ Data []T }](ctx, c, method, path, how)
	if err != nil {
		return nil, err
	}
	return list.Data, nil
}

// send sends a request, repeating it while that makes sense, and reads the response.
func (c *Client) send(ctx context.Context, method, path string, how call) (http.Header, []byte, error) {
	var body []byte
	response, err := c.attempts(ctx, method, path, how, func(response *http.Response) (err error) { //nolint:bodyclose // it is closed when it was read
		defer response.Body.Close()
		body, err = io.ReadAll(response.Body)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return response.Header, body, nil
}

// open sends a request like send, but returns the response unread. The caller must close its body.
func (c *Client) open(ctx context.Context, method, path string, how call) (*http.Response, error) {
	how.patience = silence
	return c.attempts(ctx, method, path, how, func(*http.Response) error { return nil })
}

func (c *Client) attempts(ctx context.Context, method, path string, how call, read func(*http.Response) error) (*http.Response, error) {
	header, err := c.header(ctx, method, how)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		response, err := c.exchange(ctx, method, path, header, how)
		if err == nil {
			err = read(response)
		}
		if err == nil {
			return response, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		pause, again := c.pause(err, attempt, how)
		if !again {
			return nil, err
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (c *Client) header(ctx context.Context, method string, how call) (http.Header, error) {
	header := http.Header{"Authorization": {"Bearer " + c.key}}
	if method == http.MethodPost {
		key, _ := ctx.Value(idempotencyKey{}).(string)
		if key == "" {
			key = rand.Text()
		}
		header.Set("Idempotency-Key", key)
	}
	switch {
	case how.form != nil:
		if err := how.form.prepare(); err != nil {
			return nil, err
		}
		header.Set("Content-Type", how.form.media())
	case how.media != "":
		header.Set("Content-Type", how.media)
	case how.json != nil:
		header.Set("Content-Type", "application/json")
	}
	return header, nil
}

// pause returns how long to wait before another attempt, and whether to make one.
func (c *Client) pause(err error, attempt int, how call) (time.Duration, bool) {
	var unreadable *fileError
	if attempt > c.retries || how.once || errors.As(err, &unreadable) || (how.form != nil && !how.form.repeatable()) {
		return 0, false
	}
	var refused *APIError
	if !errors.As(err, &refused) {
		return retry.Wait(attempt, "", time.Now())
	}
	if !retry.Retried(refused.Status, attempt) {
		return 0, false
	}
	return retry.Wait(attempt, refused.RetryAfter, time.Now())
}

// exchange sends a request once. It returns the response unread, or its error.
func (c *Client) exchange(ctx context.Context, method, path string, header http.Header, how call) (*http.Response, error) {
	body, size, err := how.body()
	if err != nil {
		return nil, err
	}
	address := c.base + path
	if len(how.query) > 0 {
		address += "?" + how.query.Encode()
	}
	patience := how.patience
	if patience == 0 {
		patience = c.timeout
	}
	return c.once(ctx, method, address, header, body, size, patience)
}

func (c *Client) once(
	ctx context.Context, method, address string, header http.Header, body io.Reader, size int64, patience time.Duration,
) (*http.Response, error) {
	ctx, w := watched(ctx, patience)
	request, err := http.NewRequestWithContext(ctx, method, address, w.sent(body))
	if err != nil {
		w.stop()
		return nil, err
	}
	request.Header, request.ContentLength = header, size
	response, err := c.http.Do(request)
	if err != nil {
		w.stop()
		return nil, failed(ctx, request, err)
	}
	response.Body = w.received(response.Body, request)
	if response.StatusCode < http.StatusBadRequest {
		return response, nil
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, refusalSize)) // as much as can be read
	return nil, refusal(response.StatusCode, response.Header, text)
}

// failed returns the reason why there was no response.
func failed(ctx context.Context, request *http.Request, err error) error {
	var unreadable *fileError
	if errors.As(err, &unreadable) {
		return unreadable
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // the message already names the request
	}
	return &ConnectionError{Request: request.Method + " " + request.URL.Path, Err: err}
}

// body returns the body of the request and its size, which is -1 if unknown.
func (h call) body() (io.Reader, int64, error) {
	switch {
	case h.form != nil:
		return h.form.open()
	case h.text != "":
		return strings.NewReader(h.text), int64(len(h.text)), nil
	case h.json != nil:
		raw, err := json.Marshal(h.json)
		return bytes.NewReader(raw), int64(len(raw)), err
	}
	return nil, 0, nil
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// at returns a path whose parts may contain any characters.
func at(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString("/" + url.PathEscape(part))
	}
	return b.String()
}
