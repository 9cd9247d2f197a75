package pdf

import (
	"math"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Tesseract puts the text that it has read under the picture of a scan, in a font without glyphs. It makes each word
// including the following space as wide as the word alone is in the picture, and the font has nothing below the
// baseline. Highlights of such words would end before their last letter.

const (
	glyphlessFont = "GlyphLessFont"
	// glyphlessDescent is how far letters reach below the baseline, in ems.
	glyphlessDescent = .22
	// sameStep is by how much the advances of a word's letters, which are all alike, may differ, in ems.
	sameStep = .02
)

// fitGlyphless moves the letters of tesseract's words to their places in the picture.
func fitGlyphless(in *ink.Input) {
	glyphless := map[int]bool{}
	for i := range in.Fonts {
		if strings.HasSuffix(in.Fonts[i].Name, glyphlessFont) {
			in.Fonts[i].Mono, glyphless[i] = false, true
		}
	}
	if len(glyphless) == 0 {
		return
	}
	begin := 0
	for i, g := range in.Glyphs {
		switch word := in.Glyphs[begin : i+1]; {
		case !glyphless[g.Font] || g.Generated:
			begin = i + 1
		case g.Rune == ' ':
			if len(word) > 1 && evenly(word) {
				stretch(word)
			}
			begin = i + 1
		case len(word) > 2 && !evenly(word):
			begin = i
		}
	}
	for i := range in.Glyphs {
		if glyphless[in.Glyphs[i].Font] {
			deepen(&in.Glyphs[i])
		}
	}
}

// evenly reports whether the last of at least two glyphs is as far from the one before it as the first two are from each
// other, and as wide.
func evenly(glyphs []ink.Glyph) bool {
	a, b := glyphs[len(glyphs)-2], glyphs[len(glyphs)-1]
	dx, dy := step(glyphs)
	wider := (b.Box.X1 - b.Box.X0) - (a.Box.X1 - a.Box.X0)
	higher := (b.Box.Y1 - b.Box.Y0) - (a.Box.Y1 - a.Box.Y0)
	return math.Hypot(b.X-a.X-dx, b.Y-a.Y-dy) <= sameStep*b.Size && math.Hypot(wider, higher) <= sameStep*b.Size
}

// step returns the advance of the first glyph.
func step(glyphs []ink.Glyph) (dx, dy float64) {
	return glyphs[1].X - glyphs[0].X, glyphs[1].Y - glyphs[0].Y
}

// stretch spreads the letters of a word over the width that they share with the following space.
func stretch(word []ink.Glyph) {
	letters := len(word) - 1
	dx, dy := step(word)
	dx, dy = dx/float64(letters), dy/float64(letters)
	for i := range word {
		g, by := &word[i], float64(i)
		from, to := moved(g.Box, by*dx, by*dy), moved(g.Box, (by+1)*dx, (by+1)*dy)
		g.X, g.Y = g.X+by*dx, g.Y+by*dy
		g.Box = ink.Union(from, to)
	}
	space := &word[letters]
	space.Box = page.Box{X0: space.X, Y0: space.Box.Y0, X1: space.X, Y1: space.Box.Y1}
}

func moved(b page.Box, dx, dy float64) page.Box {
	return page.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 + dx, Y1: b.Y1 + dy}
}

// deepen extends the box of a glyph below its baseline.
func deepen(g *ink.Glyph) {
	sin, cos := math.Sincos(float64(g.Angle) * math.Pi / 180)
	depth := glyphlessDescent * g.Size
	g.Box = ink.Union(g.Box, moved(g.Box, -sin*depth, cos*depth))
}
