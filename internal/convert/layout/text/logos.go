package text

import (
	"math"

	"quire/internal/convert/layout/ink"
)

// The logos of TeX and LaTeX, in ems of their first letter. The macros of plain TeX, LaTeX, and Texinfo lower the E by half
// the height of an x and set the A in script size to the height of the capitals.
const (
	minLogoShift = 0.1  // the least distance of a shifted letter's baseline
	maxLogoShift = 0.35 // the greatest
	maxLogoKern  = 0.5  // the largest overlap of two letters, and the largest gap
	maxLogoA     = 0.85 // the largest A, which is smaller than the letters beside it
)

// RestoreLogos spells the logos of TeX and LaTeX as their names are written, with lowercase letters in place of the
// shifted capitals. Otherwise the shifted letters would be taken for superscripts and subscripts.
func RestoreLogos(glyphs []ink.Glyph) {
	for i := range glyphs {
		if i+2 >= len(glyphs) || glyphs[i].Rune != 'T' || glyphs[i+1].Rune != 'E' || glyphs[i+2].Rune != 'X' {
			continue
		}
		t, e, x := glyphs[i], &glyphs[i+1], glyphs[i+2]
		lowered := shifted(t, *e, 1) && e.Size == t.Size
		if !lowered || x.Y != t.Y || !followsClosely(t, *e) || !followsClosely(*e, x) {
			continue
		}
		setLike(e, t, 'e')
		if i < 2 || glyphs[i-2].Rune != 'L' || glyphs[i-1].Rune != 'A' {
			continue
		}
		l, a := glyphs[i-2], &glyphs[i-1]
		if raised := shifted(l, *a, -1) && a.Size < maxLogoA*l.Size; raised && followsClosely(l, *a) && followsClosely(*a, t) && l.Y == t.Y {
			setLike(a, l, 'a')
		}
	}
}

// shifted reports whether g is below the baseline of the letter before it, or above it if direction is -1.
func shifted(letter, g ink.Glyph, direction float64) bool {
	shift := direction * (g.Y - letter.Y) / letter.Size
	return shift >= minLogoShift && shift <= maxLogoShift
}

// followsClosely reports whether two letters follow each other without a space.
func followsClosely(a, b ink.Glyph) bool {
	return b.X > a.X && math.Abs(b.X-a.Box.X1) <= maxLogoKern*max(a.Size, b.Size)
}

// setLike sets a letter r in the type and on the baseline of another.
func setLike(g *ink.Glyph, like ink.Glyph, r rune) {
	g.Rune, g.Font, g.Size, g.Y = r, like.Font, like.Size, like.Y
	g.Box.Y0, g.Box.Y1 = like.Box.Y0, like.Box.Y1
}
