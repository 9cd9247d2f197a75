package pdf_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

var update = flag.Bool("update", false, "write the golden files")

// TestDocumentsConvertAsBefore compares the blocks of printed documents with output that a person has checked.
// tagged and office are testdata/tagged.html printed by Chromium and by LibreOffice, with structure trees;
// leftward (Hebrew and Arabic) and downward (vertical Japanese) are printed by Chromium without them; formulas
// is set by pdfTeX.
func TestDocumentsConvertAsBefore(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"article", "tables", "scripts", "book", "tagged", "office", "leftward", "downward", "formulas"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := outline(finished(t, filepath.Join("testdata", name+".pdf")))
			golden := filepath.Join("testdata", name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o600))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}

func finished(t testing.TB, path string) []page.Page {
	pages := converted(t, path, 1, 100, pdf.Options{})
	s := document.NewSurvey()
	for _, p := range pages {
		s.Add(p)
	}
	for i := range pages {
		s.Finish(&pages[i])
	}
	return pages
}

// outline returns one line per block: its kind, level and marker, and its text.
func outline(pages []page.Page) string {
	var b strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&b, "== page %d\n", p.Number)
		for _, block := range p.Blocks {
			mark := ""
			if block.Continues {
				mark = " +"
			}
			fmt.Fprintf(&b, "%s %d %q%s: %s%s\n", block.Kind, block.Level, block.Marker, mark, block.Alt, block.Text())
		}
		for _, n := range p.Notes {
			fmt.Fprintf(&b, "note: %s\n", n)
		}
	}
	return b.String()
}

// BenchmarkPages converts a text-layer document and prints ms per page.
func BenchmarkPages(b *testing.B) {
	e := sharedEngine(b)
	pages := 0
	for b.Loop() {
		err := e.Pages(b.Context(), filepath.Join("testdata", "book.pdf"), 1, 100, pdf.Options{}, func(page.Page) error {
			pages++
			return nil
		})
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(pages), "ms/page")
}
