package activities

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"go.temporal.io/sdk/activity"

	"quire/internal/convert/page"
	"quire/internal/convert/room"
	"quire/internal/convert/sandbox"
)

// Setback describes a try that produced no result although the infrastructure is not at fault. After its first setback
// a document gets one more try; a second one ends it. A setback is the activity's result and not an error, so the
// workflow's history counts it, whereas an attempt that dies with its worker or fails because of the infrastructure
// does not count.
type Setback struct {
	// Spent reports whether the try used up its budget or the conversion process crashed.
	Spent bool
	// Killed reports whether the system killed that process. The cause, most often a lack of memory, may be temporary.
	Killed bool
}

// Any reports whether there was a setback.
func (s Setback) Any() bool { return s != Setback{} }

func setbackOf(err error) Setback {
	return Setback{
		Spent:  page.ReasonOf(err) == page.TooComplex || errors.Is(err, sandbox.ErrCrashed),
		Killed: errors.Is(err, sandbox.ErrKilled),
	}
}

// judge turns the error of a first try into a setback if it is one. If lastTry is set, this was the second try and its
// error stands. It also logs the cause of an error that is the document's own fault, which the person who sent the
// document does not see.
func judge(ctx context.Context, l *slog.Logger, err error, c Conversion, lastTry bool) (Setback, error) {
	setback := setbackOf(err)
	fault, own := errors.AsType[*page.Error](err)
	if !setback.Any() && !own {
		return setback, err
	}
	level, cause := slog.LevelInfo, err
	if setback.Any() {
		level = slog.LevelWarn
	}
	if own {
		cause = cmp.Or(fault.Cause, err)
	}
	l.Log(ctx, level, "try at a document failed", "prefix", c.Prefix, "work", activity.GetInfo(ctx).ActivityType.Name,
		"last_try", lastTry, "reason", page.ReasonOf(err), "cause", cause, "format", c.Format, "size", c.Size)
	switch {
	case setback.Any() && !lastTry:
		return setback, nil
	case setback.Killed:
		return Setback{}, sandbox.TooLarge(err)
	}
	return Setback{}, err
}

// The wall-clock time that assembling the pages of a document in this process may take: a base for any document, plus
// an amount per page. Well-behaved documents take milliseconds per page.
const (
	assemblyBase    = 10 * time.Minute
	assemblyPerPage = 2 * time.Second
)

// assemblyBudget returns the time allowed for a document with the given number of pages.
func assemblyBudget(pages int) time.Duration {
	return assemblyBase + time.Duration(pages)*assemblyPerPage
}

// limited returns a context that ends when work has taken that long. Waiting for room, which the work of others takes,
// does not count.
func limited(ctx context.Context, left time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	since := time.Now()
	timer := time.AfterFunc(left, func() { cancel(sandbox.TooComplex(context.DeadlineExceeded)) })
	ctx = room.WithPause(ctx, func() (resume func()) {
		timer.Stop()
		left -= time.Since(since)
		return func() {
			since = time.Now()
			timer.Reset(left)
		}
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// abandonable runs work that cannot be killed: when ctx ends or the limit is reached, it returns and leaves the work
// running. The work must not write anything that a later attempt does not write again. A limit of 0 means no limit.
func abandonable[T any](ctx context.Context, limit time.Duration, work func(ctx context.Context) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = limited(ctx, limit)
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
