package text

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
)

// tightSpaces inserts the spaces in lines that have none and whose words are closer together than usual, as in tightly
// set titles: there the letters of a word are all at the same distance, and those of two words are farther apart.
func tightSpaces(glyphs []ink.Glyph) []ink.Glyph {
	var out []ink.Glyph
	var gaps []float64 // reused for every line
	for i := 0; i < len(glyphs); {
		j := lineEnd(glyphs, i)
		var gap float64
		var ok bool
		gap, gaps, ok = tightGap(glyphs[i:j], gaps[:0])
		ok = ok && hasGap(glyphs[i:j], gap)
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

// tightGap returns the least distance between letters of different words, in points. It returns false unless the line
// has no spaces of its own and its distances fall into two groups, neither of them wide. It appends the distances to
// gaps.
func tightGap(line []ink.Glyph, gaps []float64) (float64, []float64, bool) {
	if len(line) < trackedLetters || line[0].Size <= 0 {
		return 0, gaps, false
	}
	for i := range line {
		if unicode.IsSpace(line[i].Rune) && !line[i].Generated {
			return 0, gaps, false
		}
	}
	gaps = letterGaps(line, gaps)
	if len(gaps) < trackedLetters-1 {
		return 0, gaps, false
	}
	slices.Sort(gaps)
	usual := gaps[len(gaps)/2]
	words, _ := slices.BinarySearch(gaps, usual+tightWord)
	first, _ := slices.BinarySearch(gaps, usual-trackingNoise)
	last, _ := slices.BinarySearch(gaps, usual+trackingNoise)
	alike := float64(last-first) >= trackedShare*float64(words)
	if !alike || words == len(gaps) || gaps[words-1] > usual+tightWord/2 || float64(len(gaps)-words) > tightShare*float64(len(gaps)) {
		return 0, gaps, false
	}
	return (usual + tightWord) * line[0].Size, gaps, true
}

// letterGaps appends the distances between neighbouring letters, in ems.
func letterGaps(line []ink.Glyph, gaps []float64) []float64 {
	last := -1
	for i := range line {
		g := &line[i]
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
func spacedScript(r rune) bool {
	if r < utf8.RuneSelf {
		return (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z')
	}
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

// hasGap reports whether two letters of a line are next to each other and at least a gap apart.
func hasGap(line []ink.Glyph, gap float64) bool {
	for i := range line {
		if i > 0 && parts(&line[i-1], &line[i], gap) {
			return true
		}
	}
	return false
}

// parts reports whether two letters are far enough apart to belong to different words.
func parts(a, b *ink.Glyph, gap float64) bool {
	return spacedScript(b.Rune) && spacedScript(a.Rune) && b.Box.X0-a.Box.X1 >= gap
}

// appendSpaced appends a line with a space wherever letters are at least a gap apart.
func appendSpaced(out, line []ink.Glyph, gap float64) []ink.Glyph {
	for i, g := range line {
		if i > 0 && parts(&line[i-1], &g, gap) {
			space := line[i-1]
			space.Rune, space.Generated, space.X = ' ', true, space.Box.X1
			space.Box.X0 = space.Box.X1
			out = append(out, space)
		}
		out = append(out, g)
	}
	return out
}
