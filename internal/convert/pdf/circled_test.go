package pdf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestLettersInTeXsCirclesAreSigns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, font, text, want string
		at                     float64 // the left edge of the second character
	}{
		{"the circle before the letter", "CMSY10", "◯c", "©", 3},
		{"the circle after the letter", "CMSY7", "R◯", "®", -3},
		{"a letter beside the circle", "CMSY10", "◯c", "c", 12},
		{"a figure in the circle", "CMSY10", "◯1", "1", 3},
		{"a circle of another font", "Symbols", "◯c", "◯c", 3},
	} {
		in := ink.Input{Fonts: []ink.Font{{Name: c.font}, {Name: "CMR10"}}}
		for i, r := range []rune(c.text) {
			g := ink.Glyph{Rune: r, Font: 1, Box: page.Box{X0: c.at * float64(i), Y0: 10, X1: c.at*float64(i) + 5, Y1: 20}}
			if r == circleSign {
				g.Font, g.Box.X1 = 0, g.Box.X0+11
			}
			in.Glyphs = append(in.Glyphs, g)
		}
		joinCircled(&in)
		require.Equal(t, c.want, textOfGlyphs(in), c.name)
	}
}
