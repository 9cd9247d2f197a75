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

// LogOptions returns the options of every handler. Durations are written with their unit, as key_ms.
func LogOptions(level slog.Leveler) *slog.HandlerOptions {
	return &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			return slog.Float64(a.Key+"_ms", float64(a.Value.Duration())/float64(time.Millisecond))
		}
		return a
	}}
}

// NewLogger returns a logger that writes through h. It adds the request id and the trace id to every line written on
// behalf of a request, and logs an ERROR only once per cause: repetitions become warnings marked "repeated".
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

// causes remembers the causes of recent ERRORs. The zero value is ready to use.
type causes struct {
	mu   sync.Mutex
	last map[string]time.Time
}

const (
	// causeQuiet is how long a cause must have been quiet to count as new.
	causeQuiet = 10 * time.Minute
	// maxCauses bounds the memory. A process with more causes has bigger problems.
	maxCauses = 1000
)

// isNew reports whether a cause is new at the time now, and remembers it.
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

// varying matches what differs between two reports of one cause: ids, ports, sizes, times.
var varying = regexp.MustCompile(`[0-9a-fA-F-]*[0-9][0-9a-fA-F-]*`)

// causeBytes is how much of an error distinguishes one cause from another.
const causeBytes = 300

// causeOf returns the message and the error of a record without the parts that vary.
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

// sdkLogger adjusts the log of Temporal's SDK, which treats every failed attempt of an activity as an error. A fault of
// a document is not an error, and a problem of the service only becomes one when it lasts.
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
		l.Logger.Debug("activity finished", keyvals...)
	case slog.LevelInfo:
		l.Logger.Info("activity is being retried", keyvals...)
	default:
		l.Logger.Error("activity keeps failing", keyvals...)
	}
}

// patience is how many attempts of an activity may fail before an operator should look. With the pauses between them,
// that takes about 15 seconds.
const patience = 5

// levelOfAttempt returns the level at which to log a failed attempt. An error that ends the work is either the
// document's own fault, which its workflow logs, or nobody's, because the work was cancelled or superseded.
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
	case attempt < patience, isAddressFault(err):
		return slog.LevelInfo
	}
	return slog.LevelError
}

// isAddressFault reports whether err comes from an address that a user chose.
func isAddressFault(err error) bool {
	_, ok := errors.AsType[*egress.Error](err)
	return ok
}
