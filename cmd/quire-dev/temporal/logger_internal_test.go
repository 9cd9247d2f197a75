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
		want    bool
	}{
		"a call before the frontend is ready":       {"Frontend is not healthy yet", false, false},
		"a call that the shutdown cut off":          {"context canceled", false, false},
		"a database that cannot be read at start":   {"disk I/O error", false, true},
		"a frontend that falls ill while it serves": {"Frontend is not healthy yet", true, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			var serving atomic.Bool
			serving.Store(test.serving)
			l := logger{slog.New(slog.NewTextHandler(&out, nil)), &serving}
			l.Error("service failures", tag.Error(errors.New(test.err)))
			require.Equal(t, test.want, out.Len() > 0, out.String())
		})
	}
}
