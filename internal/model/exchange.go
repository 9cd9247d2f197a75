package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"
)

const (
	maxAnswerBytes  = 16 << 20
	maxProblemBytes = 64 << 10
)

// errSilent is the cause with which a call is ended by its own clocks.
var errSilent = errors.New("no answer in time")

// exchange is one HTTP request and its answer, with the clocks that end it.
type exchange struct {
	client *Client
	caller context.Context
	ctx    context.Context
	cancel context.CancelCauseFunc
	whole  *time.Timer
	idle   *time.Timer   // nil unless the answer is a stream
	calm   time.Duration // the silence that the idle clock tolerates
	resp   *http.Response
	span   trace.Span
	began  time.Time
	result string // how it has ended, for the meter
}

// send posts v as JSON to a path under the base URL and returns when an answer with status 200 has begun. The
// exchange holds one of the client's slots until it is closed. idle, when not 0, bounds every silence.
func (c *Client) send(ctx context.Context, path string, v any, idle time.Duration) (*exchange, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode request for model: %w", err)
	}
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for model endpoint: %w", ctx.Err())
	}
	ctx, span := c.startSpan(ctx, path)
	x := &exchange{client: c, caller: ctx, calm: idle, span: span, began: time.Now(), result: resultOK}
	x.ctx, x.cancel = context.WithCancelCause(ctx)
	x.whole = time.AfterFunc(c.cfg.Timeout, func() { x.cancel(errSilent) })
	if idle != 0 {
		x.idle = time.AfterFunc(idle, func() { x.cancel(errSilent) })
	}
	if err := x.start(path, body); err != nil {
		x.blame(err)
		x.close()
		return nil, err
	}
	return x, nil
}

func (x *exchange) start(path string, body []byte) error {
	target := x.client.base.JoinPath(path).String()
	req, err := http.NewRequestWithContext(x.ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("request to model: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if x.client.cfg.Key != "" {
		req.Header.Set("Authorization", "Bearer "+x.client.cfg.Key)
	}
	x.resp, err = x.client.http.Do(req) //nolint:bodyclose // close does it, when the answer has been read
	if err != nil {
		return x.failure(err, Unreachable)
	}
	if x.resp.StatusCode != http.StatusOK {
		problem, _ := io.ReadAll(io.LimitReader(x.resp.Body, maxProblemBytes)) // what came is good enough
		if x.ctx.Err() != nil {
			return x.failure(x.ctx.Err(), Unreachable)
		}
		return x.client.statusError(x.resp.StatusCode, x.resp.Header, problem)
	}
	return nil
}

// Read reads the answer's body and winds up the idle clock.
func (x *exchange) Read(p []byte) (int, error) {
	n, err := x.resp.Body.Read(p)
	if n > 0 && x.idle != nil {
		x.idle.Reset(x.calm)
	}
	return n, err
}

// hurry shortens the silence that is tolerated from now on.
func (x *exchange) hurry(d time.Duration) {
	x.calm = min(x.calm, d)
	x.idle.Reset(x.calm)
}

// decode reads the whole answer as JSON into v.
func (x *exchange) decode(v any) error {
	body, err := io.ReadAll(io.LimitReader(x, maxAnswerBytes+1))
	if err != nil {
		return x.failure(err, Truncated)
	}
	if len(body) > maxAnswerBytes {
		return malformed("the answer is too large", nil)
	}
	var wrapped struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &wrapped) == nil && isProblem(wrapped.Error) {
		return x.client.problemError(parseProblem(body), "")
	}
	if err := json.Unmarshal(body, v); err != nil {
		return malformed("the answer is not the JSON of this API", err)
	}
	return nil
}

// isProblem says whether the error field of an answer holds one: some endpoints send it with null.
func isProblem(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// failure tells a caller that went away from a clock that ran out and from a broken connection.
func (x *exchange) failure(err error, kind Kind) error {
	err = x.cause(err, kind)
	x.blame(err)
	return err
}

func (x *exchange) cause(err error, kind Kind) error {
	switch {
	case x.caller.Err() != nil:
		return fmt.Errorf("model endpoint: %w", x.caller.Err())
	case errors.Is(context.Cause(x.ctx), errSilent):
		return &Error{Kind: Timeout, Message: errSilent.Error(), cause: err}
	default:
		return &Error{Kind: kind, Message: err.Error(), cause: err}
	}
}

func (x *exchange) close() {
	x.span.End()
	x.client.cfg.Meter.ended(x.result, time.Since(x.began))
	x.whole.Stop()
	if x.idle != nil {
		x.idle.Stop()
	}
	x.cancel(nil)
	if x.resp != nil {
		_ = x.resp.Body.Close()
	}
	<-x.client.slots
}

func malformed(message string, cause error) *Error {
	return &Error{Kind: Malformed, Message: message, cause: cause}
}
