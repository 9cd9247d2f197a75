package extract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/extract"
	"quire/internal/extract/catalog"
)

// FuzzPages runs every definition of the catalog on arbitrary text: the output must be valid JSON, and its values must
// be on their page.
func FuzzPages(f *testing.F) {
	f.Add("Invoice no    Date          Due date\nRE-7          2025-03-01    2025-04-01\nItem  Qty  Price  Amount\nLamp  2  15.00  30.00\nTotal 30.00", 0.0)
	f.Add("Date  Details  Amount\n01.02.  x  5,00 S\nÜbertrag  1\n02.02.  y  (3,00)", 2.0)
	f.Add("between Ä Ltd and B GmbH\nTerm\n12 months", -1.0)
	f.Add(": : :\n% 19 %\n(((\n|  |  |", 45.0)
	f.Fuzz(func(t *testing.T, text string, degrees float64) {
		if len(text) > 5000 {
			t.Skip("fuzzing is for what is odd, not for what is long")
		}
		for _, src := range []extract.Source{scanned(pagesOf(text), degrees), flat(text)} {
			for _, e := range catalog.All() {
				res, err := extract.Run(t.Context(), e.Definition, src, nil)
				require.NoError(t, err)
				require.True(t, json.Valid(res.Value), "%s", res.Value)
				for _, ev := range res.Evidence {
					require.NotContains(t, ev.Path, "//")
				}
			}
		}
	})
}

// flat returns a page without geometry.
func flat(text string) extract.Source {
	return func(yield func(*page.Page) error) error {
		p := &page.Page{Number: 1}
		for block := range strings.SplitSeq(text, "\n\n") {
			p.Blocks = append(p.Blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: block}}})
		}
		return yield(p)
	}
}
