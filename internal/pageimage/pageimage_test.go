package pageimage

import (
	"bytes"
	"image"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "golang.org/x/image/webp"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

func TestMain(m *testing.M) {
	convert.Handover()
	m.Run()
}

const sourceKey = "documents/x/source"

// newDrawer returns a drawer whose store holds content under sourceKey.
func newDrawer(t *testing.T, content []byte) *Drawer {
	t.Helper()
	blobs, err := blob.Open(t.Context(), "file://"+t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { blobs.Close() })
	_, err = blobs.Put(t.Context(), sourceKey, bytes.NewReader(content), 1<<20)
	require.NoError(t, err)
	d := New(Config{Blobs: blobs, Dirs: []string{t.TempDir()}, Bytes: 1 << 20, Processes: 1})
	t.Cleanup(d.Close)
	return d
}

func report(t *testing.T) []byte {
	t.Helper()
	content, err := os.ReadFile("../convert/testdata/samples/report.pdf")
	require.NoError(t, err)
	return content
}

func TestAPageThatWasDrawnIsKept(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, report(t))
	p := Page{SourceKey: sourceKey, Format: probe.PDF, Number: 1, PageWidth: 595, Width: 290, WebP: true}
	first, err := d.Draw(t.Context(), p)
	require.NoError(t, err)
	cfg, _, err := image.DecodeConfig(bytes.NewReader(first))
	require.NoError(t, err)
	require.Equal(t, 300, cfg.Width)

	d.Close()
	require.Nil(t, d.converter, "nobody is left who could draw it again")
	again, err := d.Draw(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Nil(t, d.converter)

	d.kept.sweep(time.Now().Add(keptFor + time.Minute))
	require.Nil(t, d.kept.get(p), "a picture must not long outlive its document")
	_, err = d.Draw(t.Context(), p)
	require.NoError(t, err, "the processes begin anew")
}

func TestAPageThatCannotBeDrawnIsTriedOnce(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, []byte("%PDF-1.4\nnothing\n%%EOF"))
	p := Page{SourceKey: sourceKey, Format: probe.PDF, Number: 1, Width: 300}
	_, err := d.Draw(t.Context(), p)
	require.Equal(t, page.Corrupt, page.ReasonOf(err))
	d.Close()
	p.Width = 900
	_, err = d.Draw(t.Context(), p)
	require.Equal(t, page.Corrupt, page.ReasonOf(err))
	require.Nil(t, d.converter)
}

func TestAFileThatIsGoneIsLookedForAgain(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, report(t))
	p := Page{SourceKey: "documents/y/source", Format: probe.PDF, Number: 1, PageWidth: 595, Width: 200}
	_, err := d.Draw(t.Context(), p)
	require.ErrorIs(t, err, blob.ErrNotFound)
	_, err = d.cfg.Blobs.Put(t.Context(), p.SourceKey, bytes.NewReader(report(t)), 1<<20)
	require.NoError(t, err)
	_, err = d.Draw(t.Context(), p)
	require.NoError(t, err)
	require.Len(t, d.sources.open, 1)
	d.sources.sweep(time.Now().Add(2 * sourceIdle))
	require.Empty(t, d.sources.open)
}

func TestALongQueueIsRefused(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, report(t))
	d.waiting.Store(mostWaiting)
	_, err := d.Draw(t.Context(), Page{SourceKey: sourceKey, Format: probe.PDF, Number: 1, Width: 300})
	require.ErrorIs(t, err, ErrBusy)
	require.EqualValues(t, mostWaiting, d.waiting.Load())
}

func TestTheCacheStaysWithinItsBounds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := newCache([]string{filepath.Join(os.DevNull, "never"), dir}, 1000, slog.New(slog.DiscardHandler))
	named := func(n int) Page { return Page{SourceKey: sourceKey, Number: n} }
	for n := range 100 {
		c.put(named(n), []byte(strings.Repeat("x", 90)))
		path := c.path(named(n))
		if _, err := os.Stat(path); err == nil {
			require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(time.Duration(n-100)*time.Second)))
		}
	}
	c.put(named(200), make([]byte, 1001))
	var total int64
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		total += info.Size()
	}
	require.LessOrEqual(t, total, int64(1000))
	require.NotNil(t, c.get(named(99)), "the oldest go first")
	require.Nil(t, c.get(named(0)))
	require.Nil(t, c.get(named(200)))
}

func TestWithoutADirectoryNothingIsKept(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []*cache{newCache([]string{file}, 1000, slog.New(slog.DiscardHandler)), newCache([]string{t.TempDir()}, 0, slog.Default())} {
		c.put(Page{}, []byte("x"))
		require.Nil(t, c.get(Page{}))
		c.sweep(time.Now())
	}
}

func TestThePagesKnownToBeUndrawableAreFew(t *testing.T) {
	t.Parallel()
	d := New(Config{})
	for n := range 3 * mostFaults {
		d.blame(Page{Number: n}, &page.Error{Reason: page.Corrupt})
	}
	require.LessOrEqual(t, len(d.faults), mostFaults)
	require.Equal(t, page.Corrupt, page.ReasonOf(d.fault(Page{Number: 3*mostFaults - 1})))
}
