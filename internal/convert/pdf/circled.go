package pdf

import (
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
)

// TeX draws the sign of copyright as a letter in a circle. The circle is code 13 of its symbol fonts, and PDFium, which does
// not know the glyph's name, gives it out as a carriage return.

const (
	// circleSign stands for TeX's circle until the letter in it is known.
	circleSign = '◯'
	// symbolFont begins the names of TeX's symbol fonts.
	symbolFont = "CMSY"
)

// circled maps the letters in circles to the signs that they make.
var circled = map[rune]rune{'c': '©', 'C': '©', 'r': '®', 'R': '®'}

// isCircle reports whether a drawn carriage return is TeX's circle.
func isCircle(in *ink.Input, r rune, font int) bool { return r == '\r' && isSymbolFont(in, font) }

func isSymbolFont(in *ink.Input, font int) bool {
	return font >= 0 && font < len(in.Fonts) && strings.HasPrefix(in.Fonts[font].Name, symbolFont)
}

// joinCircled replaces TeX's circles and the letters in them by signs. Other circles are left out.
func joinCircled(in *ink.Input) {
	if !slices.ContainsFunc(in.Glyphs, func(g ink.Glyph) bool { return isCircleSign(in, g) }) {
		return
	}
	out := in.Glyphs[:0]
	for i, g := range in.Glyphs {
		if !isCircleSign(in, g) {
			out = append(out, g)
			continue
		}
		if n := len(out); n > 0 && holds(g, out[n-1]) {
			out[n-1].Rune = circled[out[n-1].Rune]
		} else if i+1 < len(in.Glyphs) && holds(g, in.Glyphs[i+1]) {
			in.Glyphs[i+1].Rune = circled[in.Glyphs[i+1].Rune]
		}
	}
	in.Glyphs = out
}

func isCircleSign(in *ink.Input, g ink.Glyph) bool {
	return g.Rune == circleSign && isSymbolFont(in, g.Font)
}

// holds reports whether a letter that makes a sign is inside a circle.
func holds(circle, letter ink.Glyph) bool {
	inside := letter.Box.X0 >= circle.Box.X0 && letter.Box.X1 <= circle.Box.X1
	return circled[letter.Rune] != 0 && inside && letter.Box.Y0 < circle.Box.Y1 && letter.Box.Y1 > circle.Box.Y0
}
