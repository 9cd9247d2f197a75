package convert_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
)

// BenchmarkTextLayerPages is the whole way of a text-layer PDF: read, store, assemble. One worker reads and this
// process assembles what it has read, so that the time of a page is that of one core.
func BenchmarkTextLayerPages(b *testing.B) {
	engine, err := pdf.NewEngine(pdf.Config{Workers: 1})
	require.NoError(b, err)
	b.Cleanup(func() { _ = engine.Close() })
	c, err := convert.New(convert.Config{PDF: engine})
	require.NoError(b, err)
	raw, err := os.ReadFile("testdata/samples/report.pdf")
	require.NoError(b, err)
	path := filepath.Join(b.TempDir(), "report.pdf")
	require.NoError(b, os.WriteFile(path, raw, 0o600))
	pages := 0
	for b.Loop() {
		var stored bytes.Buffer
		enc := convert.NewPageEncoder(&stored)
		require.NoError(b, c.Pages(b.Context(), path, probe.PDF, 1, 0, convert.Options{}, func(p page.Page) error {
			pages++
			return enc.Encode(p)
		}))
		require.NoError(b, enc.Close())
		source := func(yield func(*page.Page) error) error {
			return convert.DecodePages(bytes.NewReader(stored.Bytes()), yield)
		}
		_, err := convert.Assemble(b.Context(), source, convert.AssembleOptions{}, io.Discard, nil)
		require.NoError(b, err)
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(pages), "ms/page")
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
}
