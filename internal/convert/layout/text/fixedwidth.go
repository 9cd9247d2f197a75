package text

import (
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
)

// Letters that are narrow or wide in every typeface but one of fixed width.
const (
	narrowLetters = "fijlrt"
	wideLetters   = "mw"
)

// advances are the widths of a font's letters, in ems.
type advances struct {
	least, most   float64
	letters       map[rune]bool
	narrow, broad bool
}

// MarkFixedWidth marks fonts as fixed-width whose letters and spaces all have the same advance, narrow ones and wide ones.
// Many say so neither in their names nor in their descriptors.
func MarkFixedWidth(in *ink.Input) {
	fonts := make([]advances, len(in.Fonts))
	for _, g := range in.Glyphs {
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

// isTypewritten reports whether a character has the same advance as all others in a typeface of fixed width: a small letter, or
// a space of the document itself.
func isTypewritten(g ink.Glyph) bool {
	return (g.Rune >= 'a' && g.Rune <= 'z') || (g.Rune == ' ' && !g.Generated)
}

func (a *advances) add(g ink.Glyph) {
	width := (g.Box.X1 - g.Box.X0) / g.Size
	if a.letters == nil {
		*a = advances{least: width, most: width, letters: map[rune]bool{}}
	}
	a.least, a.most = math.Min(a.least, width), math.Max(a.most, width)
	a.letters[g.Rune] = true
	a.narrow = a.narrow || strings.ContainsRune(narrowLetters, g.Rune)
	a.broad = a.broad || strings.ContainsRune(wideLetters, g.Rune)
}

func (a advances) fixed() bool {
	return a.narrow && a.broad && len(a.letters) >= fixedLetters && a.most-a.least <= fixedDrift
}
