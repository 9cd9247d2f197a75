package pdf

import (
	"slices"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"quire/internal/convert/layout/ink"
)

// orderLigatures restores the order of the letters of a glyph in a right-to-left script. PDFium puts a line of such a
// script into reading order by reversing it character by character, including those of a ligature.
func orderLigatures(glyphs []ink.Glyph) {
	for i := 0; i < len(glyphs); {
		j := i + 1
		for j < len(glyphs) && oneGlyph(glyphs[i], glyphs[j]) {
			j++
		}
		if glyph := glyphs[i:j]; slices.ContainsFunc(glyph, leftward) && reversed(glyph) {
			slices.Reverse(glyph)
		}
		i = j
	}
}

func leftward(g ink.Glyph) bool { return ink.RightToLeft(g.Rune) }

// oneGlyph reports whether two characters, which may be accents, come from the same glyph of a right-to-left script.
func oneGlyph(a, b ink.Glyph) bool {
	script := (leftward(a) || unicode.Is(unicode.Mn, a.Rune)) && (leftward(b) || unicode.Is(unicode.Mn, b.Rune))
	return script && a.X == b.X && a.Y == b.Y && a.Font == b.Font
}

// reversed reports whether the letters of a glyph are in reverse order. PDFium itself decomposes Unicode's ligature
// characters, but only after it has reversed the line.
func reversed(glyph []ink.Glyph) bool {
	letters := make([]rune, 0, len(glyph))
	base := 0
	for _, g := range glyph {
		letters = append(letters, g.Rune)
		if unicode.IsLetter(g.Rune) {
			base++
		}
	}
	if base < 2 { // a letter with its accents
		return !unicode.IsLetter(letters[0])
	}
	resolved := ligatures()[string(letters)]
	slices.Reverse(letters)
	return !resolved || ligatures()[string(letters)]
}

// ligatures holds the letters of the Arabic ligatures that are characters.
var ligatures = sync.OnceValue(func() map[string]bool {
	const firstForm, lastForm = 0xFB50, 0xFEFC
	out := map[string]bool{}
	for r := rune(firstForm); r <= lastForm; r++ {
		if letters := norm.NFKC.String(string(r)); unicode.Is(unicode.Arabic, r) && len([]rune(letters)) > 1 {
			out[letters] = true
		}
	}
	return out
})
