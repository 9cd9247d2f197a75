package layout

import (
	"math"
	"slices"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// headApart moves a running head, or a title in the middle, from the top of one of two columns to the items above both,
// and footApart moves a running foot to the items below both. Such a line is in the page's margin, has nothing beside
// it, and is separated from the columns by white space or by a rule across them.
func (s *sorter) headApart(g gutter, above, left, right []item) (head, l, r []item) {
	line := s.outermost(left, right, func(b page.Box) float64 { return b.Y0 })
	if (line.Y1 > s.edges[0] && !s.middleTitle(line, left, right)) || !s.parted(g, line, left, right) {
		return above, left, right
	}
	return take(line, above, left, right)
}

func (s *sorter) footApart(g gutter, left, right, below []item) (foot, l, r []item) {
	line := s.outermost(left, right, func(b page.Box) float64 { return -b.Y1 })
	if line.Y0 < s.edges[1] || !s.parted(g, line, left, right) {
		return below, left, right
	}
	return take(line, below, left, right)
}

// middleTitle reports whether a line of two columns is in larger type, is over the white space between what is below it,
// and begins where neither of the columns does.
func (s *sorter) middleTitle(line page.Box, left, right []item) bool {
	white, large := [2]float64{math.Inf(-1), math.Inf(1)}, false
	for k, side := range [2][]item{left, right} {
		for _, it := range side {
			switch {
			case it.box == line:
				large = it.run != nil && it.run.Size >= document.HeadingSize*s.body
			case it.box.Y0 > s.edges[1]: // a foot
			case math.Abs(it.box.X0-line.X0) < columnGap:
				return false
			case k == 0:
				white[0] = max(white[0], it.box.X1)
			default:
				white[1] = min(white[1], it.box.X0)
			}
		}
	}
	middle := (line.X0 + line.X1) / 2
	return large && middle > white[0] && middle < white[1]
}

// outermost returns the box of the run that is first by the given measure of height.
func (s *sorter) outermost(left, right []item, height func(page.Box) float64) page.Box {
	out, best := page.Box{}, math.Inf(1)
	for _, side := range [2][]item{left, right} {
		for _, it := range side {
			if h := height(it.box); h < best && it.run != nil {
				out, best = it.box, h
			}
		}
	}
	return out
}

// parted reports whether everything else is on the same side of a line, separated from it by white space or by a rule
// across the gutter.
func (s *sorter) parted(g gutter, line page.Box, sides ...[]item) bool {
	both := !slices.ContainsFunc(sides, func(side []item) bool {
		return !slices.ContainsFunc(side, func(it item) bool { return onLine(it.box, line) })
	})
	if both {
		return false
	}
	above, below := math.Inf(-1), math.Inf(1)
	for _, it := range slices.Concat(sides...) {
		switch {
		case it.run != nil && onLine(it.box, line):
		case it.box.Y0 >= line.Y1-samePlace:
			below = min(below, it.box.Y0)
		default:
			above = max(above, it.box.Y1)
		}
	}
	if !math.IsInf(above, -1) && !math.IsInf(below, 1) {
		return false
	}
	if min(line.Y0-above, below-line.Y1) >= apartGap*s.body {
		return true
	}
	middle := (line.Y0 + line.Y1) / 2
	return slices.ContainsFunc(s.drawn, func(b page.Box) bool {
		between := (b.Y0 >= above && b.Y1 <= middle) || (b.Y0 >= middle && b.Y1 <= below)
		return between && b.X0 < g.x0 && b.X1 > g.x1
	})
}

// onLine reports whether the middle of a box is on a line.
func onLine(b, line page.Box) bool {
	y := (b.Y0 + b.Y1) / 2
	return y > line.Y0 && y < line.Y1
}

// take moves the items on a line out of two columns.
func take(line page.Box, into, left, right []item) (out, l, r []item) {
	out = into
	for k, side := range [2][]item{left, right} {
		var rest []item
		for _, it := range side {
			if onLine(it.box, line) {
				out = append(out, it)
			} else {
				rest = append(rest, it)
			}
		}
		if k == 0 {
			l = rest
		} else {
			r = rest
		}
	}
	if len(l) == 0 || len(r) == 0 {
		return into, left, right
	}
	return out, l, r
}

// margins returns the heights at which a page's running heads end and its running feet begin.
func margins(height float64) [2]float64 {
	return [2]float64{ink.EdgeBand * height, (1 - ink.EdgeBand) * height}
}
