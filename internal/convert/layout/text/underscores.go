package text

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Underscores that are drawn as lines, in ems. TeX draws them .3 em wide (.345 in bold), .06 em behind the letter, on the baseline.
const (
	// underscoreLeast and underscoreMost are the width of the narrowest and widest one, underscoreHeight the largest ratio of its
	// height to its width, and underscoreNear how far it may be from the character beside it.
	underscoreLeast  = .2
	underscoreMost   = .45
	underscoreHeight = .25
	underscoreNear   = .12
	// underscoreRise and underscoreSink are how far its middle may be above and below the baseline. TeX draws it .2 points above;
	// underlines of links on web pages are .1 em below.
	underscoreRise = .08
	underscoreSink = .02
	// underscoreGap is the widest gap between two characters that may hold up to mostUnderscores, and underscoreType
	// the size of the largest type (points), which limits how many rows of lines are searched.
	underscoreGap   = 2.0
	mostUnderscores = 4
	underscoreType  = 40.0
)

// drawnLines are short horizontal lines that may be underscores, keyed by the height of their middle in whole points
// and sorted from left to right.
type drawnLines map[int][]page.Box

// Underscores returns the glyphs with an underscore for every short line on the baseline beside a letter or a digit.
// TeX draws underscores as lines because its older fonts have none.
func Underscores(shapes []ink.Shape, glyphs []ink.Glyph) []ink.Glyph {
	lines := linesByHeight(shapes)
	if len(lines) == 0 {
		return glyphs
	}
	out, last, copied := glyphs[:0:0], -1, false
	for i := range glyphs {
		if !copied {
			out = glyphs[:i:i]
		}
		g := &glyphs[i]
		space := unicode.IsSpace(g.Rune)
		if !space && last >= 0 {
			if drawn := lines.between(&out[last], g); len(drawn) > 0 && !copied {
				out, copied = append(make([]ink.Glyph, 0, len(glyphs)+mostUnderscores), out...), true
				out = withUnderscores(out, last+1, drawn)
			} else if len(drawn) > 0 {
				out = withUnderscores(out, last+1, drawn)
			}
		}
		if !space {
			last = len(out)
		}
		if copied {
			out = append(out, *g)
		}
	}
	if !copied {
		return glyphs
	}
	return out
}

// withUnderscores replaces the spaces that the PDF reader inserted, from index from on, by underscores. A space of the
// document's own may precede underscores, but a line drawn across such a space is not one.
func withUnderscores(glyphs []ink.Glyph, from int, drawn []ink.Glyph) []ink.Glyph {
	own := slices.DeleteFunc(slices.Clone(glyphs[from:]), func(g ink.Glyph) bool { return g.Generated })
	if len(own) > 0 && own[len(own)-1].Box.X1 > drawn[0].Box.X0 {
		return glyphs
	}
	return append(append(glyphs[:from], own...), drawn...)
}

func linesByHeight(shapes []ink.Shape) drawnLines {
	lines := drawnLines{}
	for _, s := range shapes {
		if s.Form == ink.MarkShape && s.Box.Y1-s.Box.Y0 <= underscoreHeight*(s.Box.X1-s.Box.X0) {
			y := int(math.Round((s.Box.Y0 + s.Box.Y1) / 2))
			lines[y] = append(lines[y], s.Box)
		}
	}
	for _, row := range lines {
		slices.SortFunc(row, func(a, b page.Box) int { return cmp.Compare(a.X0, b.X0) })
	}
	return lines
}

// between returns the underscores that are drawn between two characters of a line.
func (d drawnLines) between(a, b *ink.Glyph) []ink.Glyph {
	gap := b.X - a.Box.X1
	if gap < underscoreLeast*a.Size || gap > underscoreGap*a.Size || a.Size > underscoreType || math.Abs(a.Y-b.Y) > baseDrift*a.Size {
		return nil
	}
	near := underscoreNear * a.Size
	for y := int(math.Round(a.Y - underscoreRise*a.Size)); y <= int(math.Round(a.Y+underscoreSink*a.Size)); y++ {
		found := slices.DeleteFunc(slices.Clone(d.within(y, a.Box.X1-near, b.X+near)), func(l page.Box) bool { return !onBaseline(l, *a) })
		if len(found) == 0 {
			continue
		}
		after := IsWordRune(a.Rune) && found[0].X0-a.Box.X1 <= near
		before := IsWordRune(b.Rune) && b.X-found[len(found)-1].X1 <= near
		if after || before {
			return underscores(found, *a, *b, after)
		}
	}
	return nil
}

// onBaseline reports whether a line is on the baseline of a character, unlike a piece of an underline.
func onBaseline(l page.Box, g ink.Glyph) bool {
	rise := g.Y - (l.Y0+l.Y1)/2
	return rise >= -underscoreSink*g.Size && rise <= underscoreRise*g.Size
}

// within returns the lines on a row between two places, if they are few.
func (d drawnLines) within(y int, left, right float64) []page.Box {
	row := d[y]
	from, _ := slices.BinarySearchFunc(row, left, func(b page.Box, x float64) int { return cmp.Compare(b.X0, x) })
	to := from
	for to < len(row) && row[to].X1 <= right {
		if to++; to-from > mostUnderscores {
			return nil
		}
	}
	return row[from:to]
}

// underscores returns an underscore for every line that is as wide as one, in the type of a, or in that of b if the
// lines are next to b.
func underscores(lines []page.Box, a, b ink.Glyph, after bool) []ink.Glyph {
	model := b
	if after {
		model = a
	}
	var out []ink.Glyph
	for _, l := range lines {
		if w := l.X1 - l.X0; w < underscoreLeast*model.Size || w > underscoreMost*model.Size {
			return nil
		}
		g := model
		g.Rune, g.X, g.Hyphen = '_', l.X0, false
		g.Box.X0, g.Box.X1 = l.X0, l.X1
		out = append(out, g)
	}
	return out
}
