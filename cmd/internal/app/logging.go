package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"
	temporallog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"

	"quire/internal/egress"
	"quire/workflows"
)

// LogOptions are those of every handler: a duration is written with its unit, as key_ms.
func LogOptions(level slog.Leveler) *slog.HandlerOptions {
	return &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			return slog.Float64(a.Key+"_ms", float64(a.Value.Duration())/float64(time.Millisecond))
		}
		return a
	}}
}

// NewLogger writes by h. It adds to every line that is written for a request its id and its trace, and writes an error
// as an ERROR once per cause: its repetitions are warnings, marked "repeated".
func NewLogger(h slog.Handler) *slog.Logger { return slog.New(correlated{h, &causes{}}) }

type correlated struct {
	slog.Handler
	errors *causes
}

const requestIDKey = "request_id"

// Handle implements slog.Handler.
func (c correlated) Handle(ctx context.Context, r slog.Record) error {
	named := false
	r.Attrs(func(a slog.Attr) bool {
		named = named || a.Key == requestIDKey
		return !named
	})
	if id := workflows.RequestIDOf(ctx); id != "" && !named {
		r.AddAttrs(slog.String(requestIDKey, id))
	}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		r.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	if r.Level >= slog.LevelError && !c.errors.isNew(causeOf(r), r.Time) {
		r.Level = slog.LevelWarn
		r.AddAttrs(slog.Bool("repeated", true))
		if !c.Enabled(ctx, r.Level) {
			return nil
		}
	}
	return c.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (c correlated) WithAttrs(attrs []slog.Attr) slog.Handler {
	return correlated{c.Handler.WithAttrs(attrs), c.errors}
}

// WithGroup implements slog.Handler.
func (c correlated) WithGroup(name string) slog.Handler {
	return correlated{c.Handler.WithGroup(name), c.errors}
}

// causes remembers what was an ERROR lately. The zero value is ready to use.
type causes struct {
	mu   sync.Mutex
	last map[string]time.Time
}

const (
	// causeQuiet is how long a cause must have been quiet to be news again.
	causeQuiet = 10 * time.Minute
	// maxCauses bounds the memory; whoever has more has other trouble.
	maxCauses = 1000
)

// isNew reports whether a cause is news at the time now, and remembers it.
func (c *causes) isNew(cause string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil || len(c.last) >= maxCauses {
		c.last = map[string]time.Time{}
	}
	before, known := c.last[cause]
	c.last[cause] = now
	return !known || now.Sub(before) >= causeQuiet
}

// varying is what differs between two reports of one cause: ids, ports, sizes, times.
var varying = regexp.MustCompile(`[0-9a-fA-F-]*[0-9][0-9a-fA-F-]*`)

// causeBytes is as much of an error as tells one cause from another.
const causeBytes = 300

// causeOf is the message and the error of a record without what varies.
func causeOf(r slog.Record) string {
	cause := r.Message
	r.Attrs(func(a slog.Attr) bool {
		if strings.EqualFold(a.Key, "error") {
			cause += "\n" + a.Value.String()
		}
		return true
	})
	return varying.ReplaceAllString(cause[:min(len(cause), causeBytes)], "#")
}

// sdkLogger writes what Temporal's SDK has to say. The SDK calls every failed attempt of an activity an error: that of
// a document is none, and trouble of ours becomes one when it lasts.
type sdkLogger struct{ temporallog.Logger }

var _ temporallog.WithLogger = sdkLogger{}

func newSDKLogger(log *slog.Logger) temporallog.Logger {
	return sdkLogger{temporallog.NewStructuredLogger(log)}
}

// With implements log.WithLogger.
func (l sdkLogger) With(keyvals ...any) temporallog.Logger {
	return sdkLogger{temporallog.With(l.Logger, keyvals...)}
}

// Error implements log.Logger.
func (l sdkLogger) Error(msg string, keyvals ...any) {
	if msg != "Activity error." {
		l.Logger.Error(msg, keyvals...)
		return
	}
	switch levelOfAttempt(keyvals) {
	case slog.LevelDebug:
		l.Logger.Debug("activity has ended its work", keyvals...)
	case slog.LevelInfo:
		l.Logger.Info("activity is tried again", keyvals...)
	default:
		l.Logger.Error("activity fails again and again", keyvals...)
	}
}

// patience is how many attempts of an activity may fail before somebody has to look: with the pauses between them it is
// about a quarter of a minute.
const patience = 5

// levelOfAttempt is how loud the log is about an attempt that has failed. What ends the work is the document's own
// fault, which its workflow logs, or nobody's: it was cancelled or superseded.
func levelOfAttempt(keyvals []any) slog.Level {
	var attempt int64
	var err error
	for i := 0; i+1 < len(keyvals); i += 2 {
		switch keyvals[i] {
		case "Attempt":
			_, _ = fmt.Sscan(fmt.Sprint(keyvals[i+1]), &attempt)
		case "Error":
			err, _ = keyvals[i+1].(error)
		}
	}
	fault, ok := errors.AsType[*temporal.ApplicationError](err)
	switch {
	case ok && fault.NonRetryable(), errors.Is(err, context.Canceled), temporal.IsCanceledError(err):
		return slog.LevelDebug
	case attempt < patience, isOfAnAddress(err):
		return slog.LevelInfo
	}
	return slog.LevelError
}

// isOfAnAddress reports whether the trouble is that of an address which a user chose.
func isOfAnAddress(err error) bool {
	_, ok := errors.AsType[*egress.Error](err)
	return ok
}
