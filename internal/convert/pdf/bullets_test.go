package pdf

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// disc draws something like a disc, four points wide, with its left edge at x and its middle at y.
func disc(x, y float64) string {
	return fmt.Sprintf("%[1]g %[3]g m %[1]g %[4]g %[2]g %[4]g %[2]g %[3]g c %[2]g %[5]g %[1]g %[5]g %[1]g %[3]g c f ", x, x+4, y, y+2, y-2)
}

func TestDarkSquaresAndDiscsInFrontOfLinesAreBullets(t *testing.T) {
	t.Parallel()
	const bullets = "- Chairs\n- Tables"
	white := "1 g " + disc(60, 703) + disc(60, 689) + "0 g"
	for name, c := range map[string]struct{ drawn, want string }{
		"squares":                   {"60 701 4 4 re f 60 687 4 4 re f", bullets},
		"squares of 3 points":       {"60 701 3 3 re f 60 687 3 3 re f", bullets},
		"squares as thin as rules":  {"60 702 2 2 re f 60 688 2 2 re f", bullets},
		"lines as thick as long":    {"3.3 w 60 702.5 m 63.3 702.5 l S 60 688.5 m 63.3 688.5 l S", bullets},
		"upright lines":             {"3.3 w 62 701 m 62 704.3 l S 62 687 m 62 690.3 l S", bullets},
		"enlarged lines":            {"q 3 0 0 3 0 0 cm 1.1 w 20 234.2 m 21.1 234.2 l S 20 229.5 m 21.1 229.5 l S Q", bullets},
		"white discs on a box":      {".5 .1 .2 rg 50 660 300 60 re f " + white, bullets},
		"white discs on a pale box": {".9 g 50 660 300 60 re f " + white, "Chairs Tables"},
		"white discs beside a box":  {".5 .1 .2 rg 65 660 300 60 re f " + white, "Chairs Tables"},
		"slanted lines":             {".5 w 60 701 m 63.3 704.3 l S 60 687 m 63.3 690.3 l S", "Chairs Tables"},
		"dashes":                    {".5 w 60 702.5 m 63.3 702.5 l S 60 688.5 m 63.3 688.5 l S", "Chairs Tables"},
		"a black key above another": {"60 701 4 4 re f .6 g 60 687 4 4 re f 0 g", "Chairs Tables"},
		"keys of a chart":           {"1 0 0 rg 60 701 4 4 re f 0 0 1 rg 60 687 4 4 re f 0 g", "Chairs Tables"},
		"the end of a dotted line":  {"46 702 1.5 1.5 re f 48.5 702 1.5 1.5 re f 51 702 1.5 1.5 re f 53.5 702 1.5 1.5 re f 56 702 1.5 1.5 re f 58.5 702 1.5 1.5 re f", "Chairs Tables"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := c.drawn + " " + lines(1, "(Chairs) Tj", "(Tables) Tj")
			path := nativeFile(t, "", nil, slices.Repeat([]string{content}, 10)...)
			require.GreaterOrEqual(t, readBoth(t, path), 8)
			for _, only := range []bool{true, false} {
				e, err := NewEngine(Config{PDFiumOnly: only})
				require.NoError(t, err)
				t.Cleanup(func() { require.NoError(t, e.Close()) })
				require.NoError(t, e.with(path, func(d *document, pages int) error {
					return e.pages(t.Context(), d, span{path: path, from: 1, to: pages}, Options{}, func(p page.Page) error {
						require.Equal(t, c.want, page.Markdown(p), "page %d, PDFium only: %t", p.Number, only)
						return nil
					})
				}))
			}
		})
	}
}
