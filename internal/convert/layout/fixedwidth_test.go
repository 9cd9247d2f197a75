package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// typed writes a line in which every character is .6 em wide, except that an m is wider by the given width.
func (s *sheet) typed(x, y, size float64, font int, wide float64, text string) {
	for _, r := range text {
		width := .6 * size
		if r == 'm' {
			width += wide * size
		}
		s.Glyphs = append(s.Glyphs, ink.Glyph{
			Rune: r, X: x, Y: y, Size: size, Font: font, Content: -1,
			Box: page.Box{X0: x, Y0: y - .8*size, X1: x + width, Y1: y + .2*size},
		})
		x += width
	}
}

// printedCode returns the kinds of a page's blocks: prose around lines in a font that is not marked as fixed-width.
func printedCode(wide float64) []page.Kind {
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "F1"})
	y := s.column(60, 100, 10, prose(4, 80)...) + 12
	for i, l := range []string{"for lamp in lamps:", "    if lamp.dark:", "        lamp.light(harbour)"} {
		s.typed(60, y+12*float64(i), 10, 3, wide, l)
	}
	s.column(60, y+60, 10, prose(4, 80)...)
	var kinds []page.Kind
	for _, b := range s.analyze().Blocks {
		kinds = append(kinds, b.Kind)
	}
	return kinds
}

func TestFontIsFixedWidthIfItsLettersAre(t *testing.T) {
	t.Parallel()
	require.Contains(t, printedCode(0), page.Code)
	require.NotContains(t, printedCode(.2), page.Code, "a wider m")
}

func TestSpacesOfAListingAreNotGutters(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(4, 80)...) + 12
	for i, l := range []string{"lamp      12    5.40", "oil        7   11.25", "wick     120    0.75", "chimney    3    9.00"} {
		s.typed(60, y+12*float64(i), 10, mono, 0, l)
	}
	s.column(60, y+72, 10, prose(4, 80)...)
	p := s.analyze()
	requireNoTable(t, p)
	require.Equal(t, page.Code, p.Blocks[1].Kind)
}
