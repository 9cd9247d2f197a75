package text

import (
	"math"
	"math/bits"
	"slices"

	"quire/internal/convert/layout/ink"
)

// These letters are narrow or wide in every typeface except fixed-width ones.
var (
	narrowLetters = letterSet("fijlrt")
	wideLetters   = letterSet("mw")
)

// letterSet returns lowercase letters and the space as a bit set.
func letterSet(letters string) (set uint32) {
	for _, r := range letters {
		set |= letterBit(r)
	}
	return set
}

func letterBit(r rune) uint32 {
	if r == ' ' {
		return 1 << ('z' - 'a' + 1)
	}
	return 1 << (r - 'a')
}

// advances are the widths of a font's letters, in ems.
type advances struct {
	least, most float64
	letters     uint32 // letters seen, as a bit set
}

// MarkFixedWidth marks fonts as fixed-width if all their letters and spaces have the same advance, narrow ones as well
// as wide ones. Many such fonts say so neither in their names nor in their descriptors.
func MarkFixedWidth(in *ink.Input) {
	fonts := make([]advances, len(in.Fonts))
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		if g.Font >= 0 && g.Font < len(fonts) && isTypewritten(g) && g.Angle == 0 && g.Size >= MinSize {
			fonts[g.Font].add(g)
		}
	}
	copied := false
	for i, f := range fonts {
		if in.Fonts[i].Mono || !f.fixed() {
			continue
		}
		if !copied {
			in.Fonts, copied = slices.Clone(in.Fonts), true
		}
		in.Fonts[i].Mono = true
	}
}

// isTypewritten reports whether a character should have the same advance as all others in a fixed-width typeface: it is
// a lowercase letter or a space from the document itself.
func isTypewritten(g *ink.Glyph) bool {
	return (g.Rune >= 'a' && g.Rune <= 'z') || (g.Rune == ' ' && !g.Generated)
}

func (a *advances) add(g *ink.Glyph) {
	width := (g.Box.X1 - g.Box.X0) / g.Size
	if a.letters == 0 {
		a.least, a.most = width, width
	}
	a.least, a.most = math.Min(a.least, width), math.Max(a.most, width)
	a.letters |= letterBit(g.Rune)
}

func (a advances) fixed() bool {
	narrow, wide := a.letters&narrowLetters != 0, a.letters&wideLetters != 0
	return narrow && wide && bits.OnesCount32(a.letters) >= fixedLetters && a.most-a.least <= fixedDrift
}
