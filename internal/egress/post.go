package egress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"
)

// The receiver's response is not used; this much of it is read so that the receiver can finish sending it.
const maxAnswer = 64 << 10

// Result is the outcome of one POST. Class is empty when the receiver responded with a 2xx; otherwise Message
// explains the failure to the user. Status is 0 when there was no response.
type Result struct {
	Status   int
	Duration time.Duration
	Class    Class
	Message  string
}

// OK reports whether the receiver accepted the message.
func (r Result) OK() bool { return r.Class == "" }

// Post sends body to a callback URL, once, within 15 s. Redirects are not followed: a 3xx is a failure like any other
// status. Whatever the receiver does is a Result; an error means only that ctx ended.
func (c *Client) Post(ctx context.Context, rawURL string, body []byte, header http.Header) (Result, error) {
	start := time.Now()
	status, err := c.post(ctx, rawURL, body, header)
	if err != nil && ctx.Err() != nil {
		return Result{}, fmt.Errorf("post: %w", ctx.Err())
	}
	r := Result{Status: status, Duration: time.Since(start)}
	if e, ok := errors.AsType[*Error](err); ok {
		r.Class, r.Message = e.Class, e.Message
	}
	return r, nil
}

// post returns the status of the response; its error is always an *Error.
func (c *Client) post(ctx context.Context, rawURL string, body []byte, header http.Header) (int, error) {
	u, err := c.parse(rawURL, ForCallback)
	if err != nil {
		return 0, err
	}
	reqCtx, cancel := context.WithTimeoutCause(ctx, c.times.post, errTooLong)
	defer cancel()
	req, err := c.request(reqCtx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	maps.Copy(req.Header, header)
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return 0, classify(reqCtx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return resp.StatusCode, statusError(resp.StatusCode)
	}
	return resp.StatusCode, nil
}
