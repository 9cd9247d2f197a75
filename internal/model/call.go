package model

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sashabaranov/go-openai"
	"go.opentelemetry.io/otel/trace"
)

// errSilent is the cause with which a call's own clocks end it.
var errSilent = errors.New("no answer in time")

// call is one use of the endpoint, together with the clocks that end it. It holds one of the client's slots.
type call struct {
	client *Client
	caller context.Context
	ctx    context.Context
	cancel context.CancelCauseFunc
	whole  *time.Timer
	idle   *time.Timer   // nil unless the answer is streamed
	calm   time.Duration // the silence that the idle clock tolerates
	span   trace.Span
	began  time.Time
	result string // how it ended, for the meter
}

type callKey struct{}

// begin waits for a slot and starts the clocks. idle, if not 0, bounds every silence of the answer. The transport
// finds the call in the context of its requests.
func (c *Client) begin(ctx context.Context, operation string, idle time.Duration) (*call, error) {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for model endpoint: %w", ctx.Err())
	}
	ctx, span := c.startSpan(ctx, operation)
	x := &call{client: c, caller: ctx, calm: idle, span: span, began: time.Now(), result: resultOK}
	x.ctx, x.cancel = context.WithCancelCause(context.WithValue(ctx, callKey{}, x))
	x.whole = time.AfterFunc(c.cfg.Timeout, func() { x.cancel(errSilent) })
	if idle != 0 {
		x.idle = time.AfterFunc(idle, func() { x.cancel(errSilent) })
	}
	return x, nil
}

func (x *call) end() {
	x.span.End()
	x.client.cfg.Meter.ended(x.result, time.Since(x.began))
	x.whole.Stop()
	if x.idle != nil {
		x.idle.Stop()
	}
	x.cancel(nil)
	<-x.client.slots
}

// heard rewinds the idle clock.
func (x *call) heard() {
	if x.idle != nil {
		x.idle.Reset(x.calm)
	}
}

// hurry shortens the silence tolerated from now on.
func (x *call) hurry(d time.Duration) {
	if x.idle != nil {
		x.calm = min(x.calm, d)
		x.idle.Reset(x.calm)
	}
}

// failed converts whatever went wrong in a call into the client's error, and marks the call with it.
func (x *call) failed(err error) error {
	err = x.judged(err)
	x.blame(err)
	return err
}

func (x *call) judged(err error) error {
	if _, ours := errors.AsType[*Error](err); ours {
		return err
	}
	if x.caller.Err() != nil {
		return fmt.Errorf("model endpoint: %w", x.caller.Err())
	}
	if complaint := complaintOf(err); complaint != "" {
		return &Error{Kind: BadRequest, Status: http.StatusBadRequest, Message: complaint, cause: err}
	}
	return malformed("the answer is not the JSON of this API", err)
}

// complaintOf returns the complaint an endpoint would make about a request that go-openai refuses to send to models
// it knows.
func complaintOf(err error) string {
	switch {
	case errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated):
		return "max_tokens is not supported, use max_completion_tokens"
	case errors.Is(err, openai.ErrReasoningModelLimitationsOther), errors.Is(err, openai.ErrReasoningSamplingUnsupported):
		return "temperature is not supported"
	default:
		return ""
	}
}

// broken returns the error for a connection or answer that broke off: the caller went away, a clock ran out, or kind.
func (x *call) broken(err error, kind Kind) error {
	switch {
	case x.caller.Err() != nil:
		return fmt.Errorf("model endpoint: %w", x.caller.Err())
	case errors.Is(context.Cause(x.ctx), errSilent):
		return &Error{Kind: Timeout, Message: errSilent.Error(), cause: err}
	default:
		return &Error{Kind: kind, Message: err.Error(), cause: err}
	}
}

func malformed(message string, cause error) *Error {
	return &Error{Kind: Malformed, Message: message, cause: cause}
}
