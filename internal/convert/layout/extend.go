package layout

import (
	"math"

	"quire/internal/convert/page"
)

// whole returns the tallest of the narrower gutters within g that reach above or below it, past lines that stick out
// into g, if the texts there begin at the same places as those on either side of g.
func (s *sorter) whole(g gutter, found []gutter, items []item) gutter {
	out := g
	for _, f := range found {
		within, taller := f.x0 >= g.x0 && f.x1 <= g.x1, f.y1-f.y0 > out.y1-out.y0
		if within && taller && f.y0 <= g.y0 && f.y1 >= g.y1 && s.goesOn(g, f, items) {
			out = f
		}
	}
	return out
}

// goesOn reports whether the texts beside a taller gutter begin where those beside g do.
func (s *sorter) goesOn(g, taller gutter, items []item) bool {
	s.left -= 3 * len(items)
	x := (taller.x0 + taller.x1) / 2
	var own [2]side
	addSides(&own, items, x, [2]float64{g.y0, g.y1})
	for _, part := range [2][2]float64{{taller.y0, g.y0}, {g.y1, taller.y1}} {
		var more [2]side
		addSides(&more, items, x, part)
		for k := range more {
			if more[k].rows > 0 && !own[k].beginsLike(more[k], s.body) {
				return false
			}
		}
	}
	return true
}

// extended lengthens a gutter upwards and downwards as long as the texts on either side begin at the same places,
// whatever they look like.
func (s *sorter) extended(g gutter, items []item, box page.Box) gutter {
	x, y := max((g.x0+g.x1)/2, g.x1-columnGap/2), (g.y0+g.y1)/2 // lines end at different places, but begin at the same
	s.left -= 4 * len(items)
	var own [2]side
	addSides(&own, items, x, [2]float64{g.y0, g.y1})
	for _, span := range freeSpans(nil, items, x, box, columnRows*s.body) {
		if y < span[0] || y > span[1] {
			continue
		}
		for _, part := range [2][2]float64{{span[0], g.y0}, {g.y1, span[1]}} {
			var more [2]side
			addSides(&more, items, x, part)
			if min(more[0].rows, more[1].rows) >= columnRows && own[0].beginsLike(more[0], s.body) && own[1].beginsLike(more[1], s.body) {
				g.y0, g.y1 = min(g.y0, more[0].y0, more[1].y0), max(g.y1, more[0].y1, more[1].y1)
			}
		}
	}
	return g
}

// addSides adds the items within a span of heights to the sides of a gutter at x.
func addSides(sides *[2]side, items []item, x float64, span [2]float64) {
	for _, it := range items {
		if y := it.middle(); y < span[0] || y > span[1] {
			continue
		}
		placeBeside(x, &it, &sides[0], &sides[1])
	}
}

// beginsLike reports whether the lines of two parts of a side begin at the same place. The box of a table may be wider
// than its column.
func (s side) beginsLike(other side, body float64) bool {
	return math.IsInf(other.x0, 1) || math.Abs(s.x0-other.x0) <= edgeSlack*body
}
