package convert_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

const (
	benchPages = 200
	benchLines = 50
)

// BenchmarkPages reads the pages of a long text-layer PDF without storing them. It uses one worker, so the time
// per page is that of one core, and excludes the worker's first start.
func BenchmarkPages(b *testing.B) {
	c, path := benchConverter(b)
	pages := 0
	for b.Loop() {
		require.NoError(b, c.Pages(b.Context(), path, probe.PDF, 1, 0, convert.Options{}, func(page.Page) error {
			pages++
			return nil
		}))
	}
	reportPages(b, pages)
}

// BenchmarkPipeline covers the whole path of such a document: read, stored, and assembled into Markdown.
func BenchmarkPipeline(b *testing.B) {
	c, path := benchConverter(b)
	pages := 0
	for b.Loop() {
		var stored bytes.Buffer
		enc := convert.NewPageEncoder(&stored)
		require.NoError(b, c.Pages(b.Context(), path, probe.PDF, 1, 0, convert.Options{}, func(p page.Page) error {
			pages++
			return enc.Encode(p)
		}))
		require.NoError(b, enc.Close())
		assembleStored(b, stored.Bytes())
	}
	reportPages(b, pages)
}

// BenchmarkStoredPages covers the part of the pipeline after the reading: storing and assembling.
func BenchmarkStoredPages(b *testing.B) {
	c, path := benchConverter(b)
	var read []page.Page
	require.NoError(b, c.Pages(b.Context(), path, probe.PDF, 1, 0, convert.Options{}, func(p page.Page) error {
		read = append(read, p)
		return nil
	}))
	pages := 0
	for b.Loop() {
		var stored bytes.Buffer
		enc := convert.NewPageEncoder(&stored)
		for _, p := range read {
			require.NoError(b, enc.Encode(p))
		}
		require.NoError(b, enc.Close())
		assembleStored(b, stored.Bytes())
		pages += len(read)
	}
	reportPages(b, pages)
}

func assembleStored(b *testing.B, stored []byte) {
	b.Helper()
	source := func(yield func(*page.Page) error) error {
		return convert.DecodePages(b.Context(), bytes.NewReader(stored), yield)
	}
	_, err := convert.Assemble(b.Context(), source, convert.AssembleOptions{}, io.Discard, nil)
	require.NoError(b, err)
}

func reportPages(b *testing.B, pages int) {
	b.Helper()
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(pages), "ms/page")
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
}

// benchConverter returns a converter whose worker is running, and a document of dense pages.
func benchConverter(b *testing.B) (*convert.Converter, string) {
	b.Helper()
	c, err := convert.New(convert.Config{Processes: 1})
	require.NoError(b, err)
	b.Cleanup(func() { _ = c.Close() })
	path := filepath.Join(b.TempDir(), "long.pdf")
	require.NoError(b, os.WriteFile(path, longPDF(benchPages, benchLines), 0o600))
	_, err = c.Inspect(b.Context(), path, probe.PDF)
	require.NoError(b, err)
	return c, path
}

// longPDF writes a PDF with pages of running text, all different, of about 4,600 characters on 50 lines.
func longPDF(pages, lines int) []byte {
	words := strings.Fields(`the of and report revenue increased analysis quarter customer system process material
		agreement party shall notice within thirty days following receipt thereof`)
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	var kids []string
	seed := uint32(1)
	for range pages {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintf(&text, "BT /F1 10 Tf 60 %g Td (", 740-13.5*float64(i))
			for range 13 {
				seed = seed*1664525 + 1013904223
				fmt.Fprintf(&text, "%s ", words[int(seed>>16)%len(words)])
			}
			text.WriteString(") Tj ET\n")
		}
		n := len(objects) + 1
		objects = append(objects, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String()),
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "+
				"/Resources << /Font << /F1 3 0 R >> >> >>", n))
		kids = append(kids, fmt.Sprintf("%d 0 R", n+1))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), pages)
	return pdfOf(objects)
}

// pdfOf writes a PDF from the objects, the first of which is the catalog.
func pdfOf(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var xref strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&xref, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n",
		len(objects)+1, xref.String(), len(objects)+1, start)
	return b.Bytes()
}
