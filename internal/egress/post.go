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
	"unicode"
	"unicode/utf8"
)

const (
	// maxAnswer is how much of the receiver's response is read, so that the receiver can finish sending it.
	maxAnswer = 64 << 10
	// shownAnswer is how much of it is kept for people who debug a receiver.
	shownAnswer = 4 << 10
)

// Result is the outcome of one POST. Class is empty if the receiver responded with a 2xx; otherwise Message explains
// the failure to the user. Status is 0 if there was no response.
type Result struct {
	Status   int
	Duration time.Duration
	Class    Class
	Message  string
	// Answer is the first 4 KB of the response if they are UTF-8 text that can be displayed, and otherwise empty.
	Answer string
	// AnswerCut says that the response is longer than Answer.
	AnswerCut bool
}

// OK reports whether the receiver accepted the message.
func (r Result) OK() bool { return r.Class == "" }

// Post sends body to a callback URL, once, within 15 s. Redirects are not followed: a 3xx is a failure like any other
// status. Whatever the receiver does is a Result; an error means only that ctx ended.
func (c *Client) Post(ctx context.Context, rawURL string, body []byte, header http.Header) (Result, error) {
	start := time.Now()
	r, err := c.post(ctx, rawURL, body, header)
	if err != nil && ctx.Err() != nil {
		return Result{}, fmt.Errorf("post: %w", ctx.Err())
	}
	r.Duration = time.Since(start)
	if e, ok := errors.AsType[*Error](err); ok {
		r.Class, r.Message = e.Class, e.Message
	}
	return r, nil
}

// post returns the status of the response and its beginning; its error is always an *Error.
func (c *Client) post(ctx context.Context, rawURL string, body []byte, header http.Header) (Result, error) {
	u, err := c.parse(rawURL, ForCallback)
	if err != nil {
		return Result{}, err
	}
	reqCtx, cancel := context.WithTimeoutCause(ctx, c.times.post, errTooLong)
	defer cancel()
	req, err := c.request(reqCtx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return Result{}, err
	}
	maps.Copy(req.Header, header)
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return Result{}, classify(reqCtx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	r := Result{Status: resp.StatusCode}
	r.Answer, r.AnswerCut = beginning(io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return r, statusError(resp.StatusCode)
	}
	return r, nil
}

// beginning reads the whole response and returns its beginning as text, and whether there is more. A response that
// breaks off still counts as an answer.
func beginning(body io.Reader) (string, bool) {
	first, _ := io.ReadAll(io.LimitReader(body, shownAnswer))
	rest, _ := io.Copy(io.Discard, body)
	text, whole := first, rest == 0
	for range utf8.UTFMax - 1 { // a character may be cut in two
		if whole || utf8.Valid(text) || len(text) == 0 {
			break
		}
		text = text[:len(text)-1]
	}
	if !utf8.Valid(text) || bytes.ContainsFunc(text, unprintable) {
		return "", false
	}
	return string(text), !whole && len(text) > 0
}

// unprintable reports whether r does not occur in text that people read.
func unprintable(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t'
}
