package text

import (
	"math"
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// closeTracking undoes the letterspacing of titles: the space after every letter becomes part of the letter,
// and the spaces that a PDF reader generated because of it are dropped.
func closeTracking(glyphs []ink.Glyph) []ink.Glyph {
	var out []ink.Glyph
	var gaps []float64 // reused for every line
	for i := 0; i < len(glyphs); {
		j := lineEnd(glyphs, i)
		var t float64
		if t, gaps = tracking(glyphs[i:j], gaps[:0]); t > 0 {
			if out == nil {
				out = append(make([]ink.Glyph, 0, len(glyphs)), glyphs[:i]...)
			}
			out = appendClosed(out, glyphs[i:j], t)
		} else if out != nil {
			out = append(out, glyphs[i:j]...)
		}
		i = j
	}
	if out == nil {
		return glyphs
	}
	return out
}

// lineEnd returns the end of the glyphs from i onwards that follow each other on one line in one font.
func lineEnd(glyphs []ink.Glyph, i int) int {
	first, last := &glyphs[i], &glyphs[i]
	j := i + 1
	for ; j < len(glyphs); j++ {
		g := &glyphs[j]
		if g.Generated && unicode.IsSpace(g.Rune) {
			continue
		}
		level := math.Abs(g.Y-first.Y) <= trackedDrift*g.Size
		near := g.X >= last.X && g.X-last.Box.X1 <= trackedGap*g.Size
		if g.Font != first.Font || g.Size != first.Size || !level || !near {
			break
		}
		last = g
	}
	return j
}

// tracking returns the space after every letter of a line, in points, or 0 if the letters are not spaced. It appends the
// distances between letters to gaps.
func tracking(line []ink.Glyph, gaps []float64) (float64, []float64) {
	if len(line) < trackedLetters || line[0].Size <= 0 {
		return 0, gaps
	}
	last, tight := -1, 0
	for i := range line {
		g := &line[i]
		if unicode.IsSpace(g.Rune) {
			if !g.Generated {
				last = -1
			}
			continue
		}
		if last >= 0 && unicode.IsLetter(g.Rune) && unicode.IsLetter(line[last].Rune) {
			gap := (g.Box.X0 - line[last].Box.X1) / g.Size
			if gaps = append(gaps, gap); gap < minTracking {
				tight++
			}
		}
		last = i
	}
	if len(gaps) < trackedLetters-1 || 2*tight > len(gaps) { // so is the median, as in most lines
		return 0, gaps
	}
	slices.Sort(gaps)
	t := gaps[len(gaps)/2]
	if t < minTracking || t > maxTracking {
		return 0, gaps
	}
	near := 0
	for _, gap := range gaps {
		if math.Abs(gap-t) <= trackingNoise {
			near++
		}
	}
	if float64(near) < trackedShare*float64(len(gaps)) {
		return 0, gaps
	}
	return t * line[0].Size, gaps
}

// appendClosed appends a line with t points added to every letter's width, without the spaces that exist only
// because of t.
func appendClosed(out, line []ink.Glyph, t float64) []ink.Glyph {
	for i, g := range line {
		if !unicode.IsSpace(g.Rune) {
			g.Box.X1 += t
			out = append(out, g)
			continue
		}
		if inside := i > 0 && i+1 < len(line); g.Generated && inside {
			if line[i+1].Box.X0-line[i-1].Box.X1-t < trackedSpace*g.Size+trackingNoise*line[0].Size {
				continue
			}
		}
		out = append(out, g)
	}
	return out
}
