package text

import (
	"unicode"

	"quire/internal/convert/layout/ink"
)

// Quotes at the foot of a line, as plain TeX sets them in fonts that lack them: closing quotes lowered by the height of a
// capital less that of a comma, which is .6 em.
const (
	minQuoteDrop = 0.4 // the least distance of their baseline below that of the next letter, in ems
	maxQuoteDrop = 0.8
)

// lowQuotes are the quotes that closing ones are when they are lowered.
var lowQuotes = map[rune]rune{'”': '„', '’': '‚', '“': '„', '‘': '‚'}

// RestoreLowQuotes raises lowered quotes to the baseline of the letter that they are in front of, and makes low ones of them.
func RestoreLowQuotes(glyphs []ink.Glyph) {
	for i := range glyphs[:max(len(glyphs)-1, 0)] {
		g, next := &glyphs[i], glyphs[i+1]
		low, quote := lowQuotes[g.Rune]
		isScript := next.Size < g.Size // a note after the quote
		if !quote || isScript || !(unicode.IsLetter(next.Rune) || unicode.IsDigit(next.Rune)) {
			continue
		}
		drop := (g.Y - next.Y) / next.Size
		if drop >= minQuoteDrop && drop <= maxQuoteDrop && followsClosely(*g, next) {
			setLike(g, next, low)
		}
	}
}
