package pdf

import (
	"bufio"
	"encoding/gob"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkWorker is what a worker process does, in this one, where a profile sees it.
func BenchmarkWorker(b *testing.B) {
	dir, err := os.UserCacheDir()
	require.NoError(b, err)
	r, err := newRuntime(filepath.Join(dir, "quire", "pdfium"), 512)
	require.NoError(b, err)
	usual := debug.SetGCPercent(workerGC)
	b.Cleanup(func() { debug.SetGCPercent(usual) })
	out := bufio.NewWriter(io.Discard)
	s := &server{recycle: 1 << 30, runtime: r, out: out, encoder: gob.NewEncoder(out)}
	s.instance, err = r.newInstance()
	require.NoError(b, err)
	path := filepath.Join("testdata", "article.pdf")
	d, err := r.open(s.instance, path)
	require.NoError(b, err)
	pages := d.pageCount()
	d.close()
	for b.Loop() {
		require.NoError(b, s.work(request{Op: opPages, Path: path, From: 1, To: pages}))
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*pages), "ms/page")
}
