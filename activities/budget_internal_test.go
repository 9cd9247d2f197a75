package activities

import (
	"bufio"
	"bytes"
	"context"
	"encoding/gob"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/room"
)

// heavyPage returns a stored page that takes all room of the process.
func heavyPage(t *testing.T, ctx context.Context) *room.Reader {
	t.Helper()
	var b bytes.Buffer
	p := page.Page{Blocks: []page.Block{{Spans: []page.Span{{Text: strings.Repeat("a", 40<<20)}}}}}
	require.NoError(t, gob.NewEncoder(&b).Encode(p))
	r := room.NewReader(bufio.NewReader(&b))
	r.Weigh(ctx)
	return r
}

//nolint:paralleltest // it takes all room of the process
func TestWaitingForRoomDoesNotCountAsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const work = 40 * time.Second
		other := heavyPage(t, t.Context())
		require.NoError(t, gob.NewDecoder(other).Decode(new(page.Page)))
		time.AfterFunc(time.Hour, other.Release)
		ctx, cancel := limited(t.Context(), 2*work-time.Second)
		defer cancel()
		time.Sleep(work)
		own := heavyPage(t, ctx)
		require.NoError(t, gob.NewDecoder(own).Decode(new(page.Page)), "it waits for an hour")
		own.Release()
		time.Sleep(work / 2)
		require.NoError(t, ctx.Err())
		time.Sleep(work / 2)
		require.Equal(t, page.TooComplex, page.ReasonOf(context.Cause(ctx)))
	})
}
