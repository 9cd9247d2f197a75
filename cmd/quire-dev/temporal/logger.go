package temporal

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/log/tag"
)

// logger passes Temporal's warnings and errors on to slog. It drops info messages, which are about the server itself
// and take many lines per start, and warnings while the server starts and stops, when its services cannot reach each
// other.
type logger struct {
	log     *slog.Logger
	serving *atomic.Bool
}

var _ log.WithLogger = logger{}

func (logger) Debug(string, ...tag.Tag) {}

func (logger) Info(string, ...tag.Tag) {}

func (l logger) Warn(msg string, tags ...tag.Tag) {
	if l.serving.Load() {
		l.write(slog.LevelWarn, msg, tags)
	}
}

// Error passes on errors, except those of calls that came before the services were ready or that the shutdown cut off.
// Two kinds of errors become warnings: calls that their caller gave up while Temporal is serving, such as the heartbeat
// of an activity that has just ended, and calls that timed out on a busy machine, which the caller repeats.
func (l logger) Error(msg string, tags ...tag.Tag) {
	switch {
	case !l.serving.Load() && slices.ContainsFunc(tags, comesOfStartOrStop):
	case slices.ContainsFunc(tags, givenUp), slices.ContainsFunc(tags, outOfTime):
		l.write(slog.LevelWarn, msg, tags)
	default:
		l.write(slog.LevelError, msg, tags)
	}
}

// hasEnded is gRPC's error when something is added to a call that has ended: its caller gave up, or the server is
// stopping.
const hasEnded = "SendHeader called multiple times"

func givenUp(t tag.Tag) bool {
	text := fmt.Sprint(t.Value())
	return strings.Contains(text, context.Canceled.Error()) || strings.Contains(text, hasEnded)
}

func outOfTime(t tag.Tag) bool {
	return strings.Contains(fmt.Sprint(t.Value()), context.DeadlineExceeded.Error())
}

// notHealthyYet is the frontend's answer between opening its port and being ready, and shardUnknown is what the queues
// hear of a shard that has not been acquired yet, or that the shutdown has taken from them.
const (
	notHealthyYet = "not healthy yet"
	shardUnknown  = "shard status unknown"
)

func comesOfStartOrStop(t tag.Tag) bool {
	text := fmt.Sprint(t.Value())
	return givenUp(t) || strings.Contains(text, notHealthyYet) || strings.Contains(text, shardUnknown)
}

func (l logger) DPanic(msg string, tags ...tag.Tag) { l.write(slog.LevelError, msg, tags) }

func (l logger) Panic(msg string, tags ...tag.Tag) {
	l.write(slog.LevelError, msg, tags)
	panic(msg)
}

// Fatal ends the process, as Temporal's code relies on.
func (l logger) Fatal(msg string, tags ...tag.Tag) {
	l.write(slog.LevelError, msg, tags)
	os.Exit(1)
}

// With returns a logger whose lines carry the tags.
func (l logger) With(tags ...tag.Tag) log.Logger {
	args := make([]any, len(tags))
	for i, t := range tags {
		args[i] = slog.Any(t.Key(), t.Value())
	}
	return logger{l.log.With(args...), l.serving}
}

func (l logger) write(level slog.Level, msg string, tags []tag.Tag) {
	if !l.log.Enabled(context.Background(), level) {
		return
	}
	attrs := make([]slog.Attr, len(tags))
	for i, t := range tags {
		attrs[i] = slog.Any(t.Key(), t.Value())
	}
	l.log.LogAttrs(context.Background(), level, "temporal: "+msg, attrs...)
}
