package text

import (
	"math"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"quire/internal/convert/layout/ink"
)

// accents maps spacing accents in fonts to the combining characters that follow a letter.
var accents = map[rune]rune{
	'`': '\u0300', '´': '\u0301', 'ˆ': '\u0302', '˜': '\u0303', '¯': '\u0304', '˘': '\u0306', '˙': '\u0307', '¨': '\u0308',
	'˚': '\u030A', '˝': '\u030B', 'ˇ': '\u030C', '¸': '\u0327', '˛': '\u0328',
}

// ComposeAccents replaces each letter and the accent that is printed over or under it by one composed character; older
// TeX fonts have them separately. Over a symbol in a formula an accent has a meaning of its own.
func ComposeAccents(in *ink.Input) {
	first := 0
	for first < len(in.Glyphs) && !isAccent(&in.Glyphs[first]) {
		first++
	}
	if first == len(in.Glyphs) {
		return
	}
	out := make([]ink.Glyph, 0, len(in.Glyphs))
	for i := 0; i < len(in.Glyphs); i++ {
		g := in.Glyphs[i]
		next := i + 1
		if next < len(in.Glyphs) && in.Glyphs[next].Generated {
			next++
		}
		last := len(out) - 1
		switch {
		case !isAccent(&g):
			out = append(out, g)
		case next < len(in.Glyphs) && accented(in, &in.Glyphs[next], g):
			if last >= 0 && out[last].Generated && joins(out, last, in.Glyphs[next]) {
				out = out[:last]
			}
			i = next - 1
		case last >= 0 && accented(in, &out[last], g):
		case composedBefore(in, out, g):
			if last >= 0 && out[last].Generated { // one space suffices for those before and after the accent
				i = next - 1
			}
		default:
			out = append(out, g)
		}
	}
	in.Glyphs = out
}

// composedBefore puts an accent on its letter if that is earlier in the line, and reports whether it did. A reader that
// sorts the parts of a line puts accents that are drawn above their letters after the words.
func composedBefore(in *ink.Input, out []ink.Glyph, accent ink.Glyph) bool {
	for k := len(out) - 1; k >= max(0, len(out)-accentReach); k-- {
		if !out[k].Generated && over(accent, out[k]) {
			return accented(in, &out[k], accent)
		}
	}
	return false
}

// over reports whether an accent is printed at the position of the letter.
func over(accent, letter ink.Glyph) bool {
	middle := (accent.Box.X0 + accent.Box.X1) / 2
	return middle > letter.Box.X0 && middle < letter.Box.X1 && math.Abs(accent.Y-letter.Y) <= accentRise*letter.Size
}

func isAccent(g *ink.Glyph) bool {
	ascii := g.Rune < utf8.RuneSelf && g.Rune != '`' // no accents, and most characters are
	return !ascii && accents[g.Rune] != 0
}

// joins reports whether the reader inserted the space out[at] only because an accent does not begin where its letter g
// does.
func joins(out []ink.Glyph, at int, g ink.Glyph) bool {
	return at > 0 && g.X-out[at-1].Box.X1 < narrowGap*g.Size && math.Abs(g.Y-out[at-1].Y) <= baselineJump*g.Size
}

// accented puts an accent on a letter if the two belong together, and reports whether they do.
func accented(in *ink.Input, letter *ink.Glyph, accent ink.Glyph) bool {
	if !over(accent, *letter) || accent.Angle != letter.Angle || accent.Font != letter.Font || in.MathKind(letter.Font) != ink.NoMath {
		return false
	}
	base := letter.Rune
	switch base {
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	composed := norm.NFC.String(string([]rune{base, accents[accent.Rune]}))
	one, n := utf8.DecodeRuneInString(composed)
	if !unicode.IsLetter(base) || n < len(composed) {
		return false
	}
	letter.Rune = one
	return true
}
