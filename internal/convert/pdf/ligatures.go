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

// turnRuns puts letters of a right-to-left script that are stored from left to right into reading order, as PDFium does
// with the lines that it recognises. Programs that do not know about such scripts, such as TeX, write their letters
// from the left.
func turnRuns(glyphs []ink.Glyph) {
	for i := 0; i < len(glyphs); {
		if !leftwardLetter(glyphs[i]) {
			i++
			continue
		}
		end, next := fromLeft(glyphs, i)
		slices.Reverse(glyphs[i:end])
		i = next
	}
}

// leastRises is how many letters must be to the right of their predecessor in words written from the left. In a
// slanting hand such as Nastaliq, a letter may be above the one before it.
const leastRises = 3

// fromLeft returns the end of the words from i that are written from the left, which is i if there are none, and where to
// look for the next ones.
func fromLeft(glyphs []ink.Glyph, i int) (end, next int) {
	end = i
	last, rises := i, 0
	for next = i; next < len(glyphs); {
		if unicode.IsSpace(glyphs[next].Rune) {
			next++
			continue
		}
		word, up, down := next, 0, 0
		for ; next < len(glyphs) && continuesRun(glyphs[i], glyphs[next]); next++ {
			if !leftwardLetter(glyphs[next]) {
				continue
			}
			switch x, before := glyphs[next].X, glyphs[last].X; {
			case x > before:
				up++
			case x < before:
				down++
			}
			last = next
		}
		if word == next || up < 2*down {
			break
		}
		if rises += up; rises >= leastRises {
			end = next
		}
	}
	return end, max(next, i+1)
}

// continuesRun reports whether a character is a letter of a right-to-left script in the line of another one, or an accent.
func continuesRun(first, g ink.Glyph) bool {
	return unicode.Is(unicode.Mn, g.Rune) || (leftwardLetter(g) && g.Y == first.Y && g.Angle == 0)
}

// leftwardLetter reports whether a character is a letter of a right-to-left script. Its figures run to the right.
func leftwardLetter(g ink.Glyph) bool { return leftward(g) && unicode.IsLetter(g.Rune) }

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
