package activities

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"quire/internal/convert/page"
	"quire/internal/convert/sandbox"
)

// A document that spends its budget once is tried again, one that does so twice ends. That the first try has spent it is
// the activity's result and not an error: the workflow's history counts it, and an attempt that dies with its worker, or
// of trouble of ours, does not count.

// spentOnce reports whether err is a spent budget that deserves a second try; again says that this was the second.
func (a *Activities) spentOnce(ctx context.Context, err error, c Conversion, again bool) bool {
	if page.ReasonOf(err) != page.TooComplex {
		return false
	}
	a.Log.WarnContext(ctx, "a budget is spent", "prefix", c.Prefix, "work", activity.GetInfo(ctx).ActivityType.Name, "again", again,
		"cause", errors.Unwrap(err), "format", c.Format, "size", c.Size)
	return !again
}

// The time, of the clock, that may pass while the pages of a document are put together in this process: so much for any
// document, and for every page. Honest ones take milliseconds a page.
const (
	assemblyBase    = 10 * time.Minute
	assemblyPerPage = 2 * time.Second
)

// assemblyBudget is the time for a document of so many pages.
func assemblyBudget(pages int) time.Duration {
	return assemblyBase + time.Duration(pages)*assemblyPerPage
}

// abandonable does work that cannot be killed: when ctx ends, or the time is over, it is left to itself. It must write
// nothing that a later attempt does not write again. A limit of 0 is none.
func abandonable[T any](ctx context.Context, limit time.Duration, work func(ctx context.Context) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, sandbox.TooComplex(context.DeadlineExceeded))
		defer cancel()
	}
	done := make(chan result, 1)
	go func() {
		value, err := work(ctx)
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		if ctx.Err() != nil {
			return r.value, context.Cause(ctx)
		}
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
