package temporal

import (
	"bytes"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/server/common/log/tag"
)

func TestErrorsOfStartAndStopAreNotLogged(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err     string
		serving bool
		want    string // level of the line; "" for none
	}{
		"a call before the frontend is ready":       {"Frontend is not healthy yet", false, ""},
		"a call that the shutdown cut off":          {"context canceled", false, ""},
		"a queue whose shard has just been closed":  {"shard status unknown", false, ""},
		"a shard that is lost while it serves":      {"shard status unknown", true, "ERROR"},
		"a database that cannot be read at start":   {"disk I/O error", false, "ERROR"},
		"a frontend that falls ill while it serves": {"Frontend is not healthy yet", true, "ERROR"},
		"a call that its caller gave up":            {"context canceled", true, "WARN"},
		"an answer after the end of its call":       {"transport: SendHeader called multiple times", true, "WARN"},
		"an answer after the shutdown":              {"transport: SendHeader called multiple times", false, ""},
		"a call whose time ran out":                 {"context deadline exceeded", true, "WARN"},
		"a start that takes too long":               {"context deadline exceeded", false, "WARN"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			var serving atomic.Bool
			serving.Store(test.serving)
			l := logger{slog.New(slog.NewTextHandler(&out, nil)), &serving}
			l.Error("service failures", tag.Error(errors.New(test.err)))
			if test.want == "" {
				require.Empty(t, out.String())
				return
			}
			require.Contains(t, out.String(), "level="+test.want)
		})
	}
}
