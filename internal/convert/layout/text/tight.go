package text

import (
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// tightSpaces inserts the spaces in lines that have none and whose words are closer together than usual, as in tightly
// set titles: there the letters of a word are all at the same distance, and those of two words are farther apart.
func tightSpaces(glyphs []ink.Glyph) []ink.Glyph {
	var out []ink.Glyph
	for i := 0; i < len(glyphs); {
		j := lineEnd(glyphs, i)
		gap, ok := tightGap(glyphs[i:j])
		if ok && out == nil {
			out = append(make([]ink.Glyph, 0, len(glyphs)+len(glyphs)/glyphsPerWord), glyphs[:i]...)
		}
		switch {
		case ok:
			out = appendSpaced(out, glyphs[i:j], gap)
		case out != nil:
			out = append(out, glyphs[i:j]...)
		}
		i = j
	}
	if out == nil {
		return glyphs
	}
	return out
}

// tightGap returns the distance from which letters belong to different words, in points. It returns false unless the
// line has no spaces of its own and its distances fall into two groups, neither of them wide.
func tightGap(line []ink.Glyph) (float64, bool) {
	if len(line) < trackedLetters || line[0].Size <= 0 || slices.ContainsFunc(line, func(g ink.Glyph) bool { return unicode.IsSpace(g.Rune) && !g.Generated }) {
		return 0, false
	}
	gaps := letterGaps(line)
	if len(gaps) < trackedLetters-1 {
		return 0, false
	}
	slices.Sort(gaps)
	usual := gaps[len(gaps)/2]
	words, _ := slices.BinarySearch(gaps, usual+tightWord)
	first, _ := slices.BinarySearch(gaps, usual-trackingNoise)
	last, _ := slices.BinarySearch(gaps, usual+trackingNoise)
	alike := float64(last-first) >= trackedShare*float64(words)
	if !alike || words == len(gaps) || gaps[words-1] > usual+tightWord/2 || float64(len(gaps)-words) > tightShare*float64(len(gaps)) {
		return 0, false
	}
	return (usual + tightWord) * line[0].Size, true
}

// letterGaps returns the distances between neighbouring letters, in ems.
func letterGaps(line []ink.Glyph) []float64 {
	var gaps []float64
	last := -1
	for i, g := range line {
		if unicode.IsSpace(g.Rune) {
			continue
		}
		if last >= 0 && spacedScript(g.Rune) && spacedScript(line[last].Rune) {
			gaps = append(gaps, (g.Box.X0-line[last].Box.X1)/g.Size)
		}
		last = i
	}
	return gaps
}

// spacedScript reports whether r is a letter of a script with separate letters and with spaces between words.
func spacedScript(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) }

// appendSpaced appends a line with a space wherever letters are at least a gap apart.
func appendSpaced(out, line []ink.Glyph, gap float64) []ink.Glyph {
	for i, g := range line {
		if i > 0 && spacedScript(g.Rune) && spacedScript(line[i-1].Rune) && g.Box.X0-line[i-1].Box.X1 >= gap {
			space := line[i-1]
			space.Rune, space.Generated, space.X = ' ', true, space.Box.X1
			space.Box.X0 = space.Box.X1
			out = append(out, space)
		}
		out = append(out, g)
	}
	return out
}
