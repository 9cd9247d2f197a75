package pdf

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// layer returns the glyphs of words in a font, each advance wide, in a direction. The words begin where places say.
func layer(font string, advance float64, angle int, places []float64, words ...string) *ink.Input {
	in := &ink.Input{Fonts: []ink.Font{{Name: font, Mono: true}}}
	sin, cos := math.Sincos(float64(angle) * math.Pi / 180)
	for i, w := range words {
		for k, r := range []rune(w) {
			at := places[i] + float64(k)*advance
			x, y := 300+at*cos, 300+at*sin
			end, top := page.Box{X0: x + advance*cos, Y0: y + advance*sin}, page.Box{X0: x + 10*sin, Y0: y - 10*cos}
			in.Glyphs = append(in.Glyphs, ink.Glyph{
				Rune: r, X: x, Y: y, Size: 10, Angle: angle, Box: page.Box{
					X0: min(x, end.X0, top.X0), Y0: min(y, end.Y0, top.Y0), X1: max(x, end.X0, top.X0), Y1: max(y, end.Y0, top.Y0),
				},
			})
		}
	}
	return in
}

// around returns the box around the letters of a text's i-th word.
func around(in *ink.Input, i int) page.Box {
	var b page.Box
	for _, g := range in.Glyphs {
		switch {
		case g.Rune == ' ':
			i--
		case i == 0 && b == (page.Box{}):
			b = g.Box
		case i == 0:
			b = ink.Union(b, g.Box)
		}
	}
	return b
}

func TestWordsOfTesseractEndWhereTheyDoInThePicture(t *testing.T) {
	t.Parallel()
	for angle, want := range map[int][2]page.Box{
		0:   {{X0: 300, Y0: 290, X1: 335, Y1: 302.2}, {X0: 340, Y0: 290, X1: 350, Y1: 302.2}},
		90:  {{X0: 297.8, Y0: 300, X1: 310, Y1: 335}, {X0: 297.8, Y0: 340, X1: 310, Y1: 350}},
		180: {{X0: 265, Y0: 297.8, X1: 300, Y1: 310}, {X0: 250, Y0: 297.8, X1: 260, Y1: 310}},
	} {
		in := layer("AAAAAA+GlyphLessFont", 5, angle, []float64{0, 40, 60}, "Ledger ", "a ", "quay")
		fitGlyphless(in)
		require.False(t, in.Fonts[0].Mono)
		for i, b := range want {
			got := around(in, i)
			require.InDeltaSlice(t, []float64{b.X0, b.Y0, b.X1, b.Y1}, []float64{got.X0, got.Y0, got.X1, got.Y1}, .001, angle)
		}
		require.InDelta(t, 20, math.Hypot(in.Glyphs[12].X-in.Glyphs[9].X, in.Glyphs[12].Y-in.Glyphs[9].Y)+5, .001, "a word without a space stays")
	}
}

func TestOtherLayersKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	other := layer("Courier", 5, 0, []float64{0}, "Ledger ")
	before := around(other, 0)
	fitGlyphless(other)
	require.Equal(t, before, around(other, 0))
	require.True(t, other.Fonts[0].Mono)

	gap := layer(glyphlessFont, 5, 0, []float64{0}, "Ledger ")
	gap.Glyphs[6].Box.X1 += 3 // a program that makes spaces as wide as the gaps
	fitGlyphless(gap)
	require.InDelta(t, 330, around(gap, 0).X1, .001)

	apart := layer(glyphlessFont, 5, 0, []float64{0, 60}, "quay", "Ledger ")
	fitGlyphless(apart)
	require.InDelta(t, 315, apart.Glyphs[3].X, .001, "a word of another line")
	require.InDelta(t, 395, apart.Glyphs[9].Box.X1, .001)
}
