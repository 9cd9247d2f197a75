package layout_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Fonts of a sheet.
const (
	regular = iota
	bold
	mono
)

// sheet builds the input of a page by hand. Every character is half an em wide, a space a quarter.
type sheet struct{ ink.Input }

func newSheet() *sheet {
	return &sheet{ink.Input{
		Number: 1, Width: 600, Height: 800, Source: page.SourceText,
		Fonts: []ink.Font{{Name: "Serif"}, {Name: "Serif-Bold", Bold: true}, {Name: "Mono", Mono: true}},
	}}
}

// text writes a line with its baseline at y and returns the x where it ends.
func (s *sheet) text(x, y, size float64, font int, text string) float64 {
	for _, r := range text {
		width := .5 * size
		if r == ' ' {
			width = .25 * size
		}
		s.Glyphs = append(s.Glyphs, ink.Glyph{
			Rune: r, X: x, Y: y, Size: size, Font: font, Content: -1,
			Box: page.Box{X0: x, Y0: y - .8*size, X1: x + width, Y1: y + .2*size},
		})
		x += width
	}
	return x
}

// column writes lines one below the other, 1.2 ems apart, and returns the next baseline.
func (s *sheet) column(x, y, size float64, lines ...string) float64 {
	for _, l := range lines {
		s.text(x, y, size, regular, l)
		y += 1.2 * size
	}
	return y
}

func (s *sheet) across(y, x0, x1 float64) {
	s.Rules = append(s.Rules, ink.Rule{Box: page.Box{X0: x0, Y0: y, X1: x1, Y1: y}})
}

func (s *sheet) down(x, y0, y1 float64) {
	s.Rules = append(s.Rules, ink.Rule{Box: page.Box{X0: x, Y0: y0, X1: x, Y1: y1}, Vertical: true})
}

// row writes cells at the given places.
func (s *sheet) row(y float64, xs []float64, cells ...string) {
	for i, c := range cells {
		s.text(xs[i], y, 10, regular, c)
	}
}

func (s *sheet) analyze() page.Page { return layout.Analyze(s.Input) }

func texts(p page.Page) []string {
	out := make([]string, 0, len(p.Blocks))
	for _, b := range p.Blocks {
		out = append(out, b.Text())
	}
	return out
}

func onlyTable(t *testing.T, p page.Page) *page.Table {
	t.Helper()
	var found *page.Table
	for _, b := range p.Blocks {
		if b.Table != nil {
			require.Nil(t, found, "two tables")
			found = b.Table
		}
	}
	require.NotNil(t, found, "no table in %q", texts(p))
	return found
}

func requireNoTable(t *testing.T, p page.Page) {
	t.Helper()
	for _, b := range p.Blocks {
		require.Nil(t, b.Table, "a table: %q", b.Text())
	}
}

// prose returns n lines of running text, each about width characters long.
func prose(n, width int) []string {
	const words = "reading rooms fill first near windows while the long tables stay empty until noon and nobody knows why"
	var out []string
	fields := strings.Fields(words)
	for i := range n {
		line := ""
		for k := i; len(line) < width; k++ {
			line += fields[k%len(fields)] + " "
		}
		out = append(out, strings.TrimSpace(line))
	}
	if n > 0 {
		out[0] = string(unicode.ToUpper(rune(out[0][0]))) + out[0][1:]
	}
	return out
}
