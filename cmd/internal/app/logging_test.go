package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"quire/internal/egress"
)

// logged parses a logger's output, line by line.
type logged struct{ bytes.Buffer }

func (l *logged) lines(t *testing.T) (list []map[string]any) {
	t.Helper()
	for dec := json.NewDecoder(&l.Buffer); dec.More(); {
		var line map[string]any
		require.NoError(t, dec.Decode(&line))
		list = append(list, line)
	}
	return list
}

func newLogged() (*slog.Logger, *logged) {
	var out logged
	return NewLogger(slog.NewJSONHandler(&out, LogOptions(slog.LevelDebug))), &out
}

func TestDurationsHaveAUnit(t *testing.T) {
	t.Parallel()
	log, out := newLogged()
	log.With("limit", 2*time.Second).Info("x", "took", 1500*time.Microsecond, slog.Group("g", "pause", time.Millisecond))
	line := out.lines(t)[0]
	require.InDelta(t, 2000.0, line["limit_ms"], 0)
	require.InDelta(t, 1.5, line["took_ms"], 0)
	require.Equal(t, map[string]any{"pause_ms": 1.0}, line["g"])
}

func TestCauseIsAnErrorOnce(t *testing.T) {
	t.Parallel()
	log, out := newLogged()
	refused := func(port int) error { return fmt.Errorf("dial tcp 127.0.0.1:%d: connection refused", port) }
	for n := range 100 {
		log.Error("request", "request_id", uuid.NewString(), "error", refused(5000+n))
	}
	log.With("part", "worker").Error("request", "error", errors.New("no space left on device"))
	var levels []any
	for _, line := range out.lines(t) {
		levels = append(levels, line["level"])
		require.Equal(t, line["level"] == "WARN", line["repeated"] == true)
	}
	require.Len(t, levels, 101, "every line is written")
	require.Equal(t, "ERROR", levels[0])
	require.NotContains(t, levels[1:100], "ERROR")
	require.Equal(t, "ERROR", levels[100], "another cause")
}

func TestCauseIsNewAgainAfterAQuietTime(t *testing.T) {
	t.Parallel()
	var c causes
	start := time.Now()
	require.True(t, c.isNew("a", start))
	require.False(t, c.isNew("a", start.Add(9*time.Minute)))
	require.False(t, c.isNew("a", start.Add(18*time.Minute)), "the cause was not quiet for long enough")
	require.True(t, c.isNew("a", start.Add(28*time.Minute)))
}

func TestFailedAttemptIsLoggedAtALevelThatFitsIt(t *testing.T) {
	t.Parallel()
	fault := temporal.NewNonRetryableApplicationError("The file is damaged", "corrupt", nil)
	trouble := errors.New("no space left on device")
	for name, tc := range map[string]struct {
		attempt int32
		err     error
		level   string
	}{
		"damaged file":          {1, fault, "DEBUG"},
		"cancelled":             {9, context.Canceled, "DEBUG"},
		"trouble that passes":   {1, trouble, "INFO"},
		"trouble that lasts":    {5, trouble, "ERROR"},
		"address of a user":     {6, fmt.Errorf("fetch: %w", &egress.Error{Class: egress.Unreachable}), "INFO"},
		"wrapped document":      {7, fmt.Errorf("x: %w", fault), "DEBUG"},
		"cancelled by Temporal": {7, temporal.NewCanceledError(), "DEBUG"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log, out := newLogged()
			newSDKLogger(log).(sdkLogger).With("Namespace", "default").Error("Activity error.",
				"WorkflowID", "document/1", "ActivityType", "ConvertRange", "Attempt", tc.attempt, "Error", tc.err)
			lines := out.lines(t)
			require.Len(t, lines, 1)
			require.Equal(t, tc.level, lines[0]["level"])
			require.Equal(t, "document/1", lines[0]["WorkflowID"])
		})
	}
}
