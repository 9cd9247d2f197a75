package room_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/room"
)

// text returns a page with that many bytes of text.
func text(size int) page.Page {
	return page.Page{Number: 1, Blocks: []page.Block{{Spans: []page.Span{{Text: strings.Repeat("a", size)}}}}}
}

func encoded(t *testing.T, pages ...page.Page) *room.Reader {
	t.Helper()
	var b bytes.Buffer
	enc := gob.NewEncoder(&b)
	for _, p := range pages {
		require.NoError(t, enc.Encode(p))
	}
	r := room.NewReader(bufio.NewReader(&b))
	r.Weigh(t.Context())
	return r
}

const (
	heavy = 40 << 20 // takes all room
	light = 64 << 10
)

func TestPagesOfAllSizesAreReadAsTheyWere(t *testing.T) {
	t.Parallel()
	want := []page.Page{text(0), text(100), text(200), text(light), text(300 << 10), text(2 << 20), text(1)}
	r := encoded(t, want...)
	defer r.Release()
	dec := gob.NewDecoder(r)
	for _, p := range want {
		var got page.Page
		require.NoError(t, dec.Decode(&got))
		require.Equal(t, p, got)
	}
	require.Error(t, dec.Decode(new(page.Page)))
}

func TestGarbageIsAnError(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "\x05ab", "\x80", "\xf7", "\xf8\xff\xff\xff\xff\xff\xff\xff\xff", "\xfe"} {
		r := room.NewReader(bufio.NewReader(strings.NewReader(raw)))
		r.Weigh(t.Context())
		require.Error(t, gob.NewDecoder(r).Decode(new(page.Page)), "%q", raw)
		r.Release()
	}
}

func TestWhatIsNotWeighedNeedsNoRoom(t *testing.T) {
	t.Parallel()
	r := encoded(t, text(2<<20), text(2<<20))
	dec := gob.NewDecoder(r)
	require.NoError(t, dec.Decode(new(page.Page)))
	require.True(t, r.Holds())
	r.Done()
	require.NoError(t, dec.Decode(new(page.Page)))
	require.False(t, r.Holds())
}

// Only these tests take all room, one after another.
//
//nolint:paralleltest // they share the room of the process
func TestHeavyPagesWaitForEachOther(t *testing.T) {
	t.Run("one is decoded at a time", func(t *testing.T) {
		var decoded, most atomic.Int32
		readers := slices.Collect(func(yield func(*room.Reader) bool) {
			for range 3 {
				yield(encoded(t, text(heavy)))
			}
		})
		done := make(chan error)
		for _, r := range readers {
			go func() {
				err := gob.NewDecoder(r).Decode(new(page.Page))
				most.Store(max(most.Load(), decoded.Add(1)))
				time.Sleep(10 * time.Millisecond) // leaves time for the others to be decoded, if they can
				decoded.Add(-1)
				r.Release()
				done <- err
			}()
		}
		for range readers {
			require.NoError(t, <-done)
		}
		require.EqualValues(t, 1, most.Load())
	})
	t.Run("light ones pass", func(t *testing.T) {
		first, second := encoded(t, text(heavy)), encoded(t, text(light))
		defer first.Release()
		require.NoError(t, gob.NewDecoder(first).Decode(new(page.Page)))
		require.NoError(t, gob.NewDecoder(second).Decode(new(page.Page)))
	})
	t.Run("a reader does not wait for itself", func(t *testing.T) {
		r := encoded(t, text(heavy), text(heavy))
		defer r.Release()
		dec := gob.NewDecoder(r)
		require.NoError(t, dec.Decode(new(page.Page)))
		require.NoError(t, dec.Decode(new(page.Page)))
	})
	t.Run("the wait ends with the work and is announced", func(t *testing.T) {
		first, second := encoded(t, text(heavy)), encoded(t, text(heavy))
		defer first.Release()
		require.NoError(t, gob.NewDecoder(first).Decode(new(page.Page)))
		ended := errors.New("not waited")
		ctx, cancel := context.WithCancel(t.Context())
		second.Weigh(room.WithPause(ctx, func() func() {
			cancel()
			return func() { ended = nil }
		}))
		require.ErrorIs(t, gob.NewDecoder(second).Decode(new(page.Page)), context.Canceled)
		require.NoError(t, ended)
	})
}
