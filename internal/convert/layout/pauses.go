package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// pause is a height at which both sides of a gutter have white space, and one of them has room for at least a line.
// level is set if the texts form rows and both resume at the same height below it.
type pause struct {
	y0, y1 float64
	hole   [2]float64 // the white space of the side with room for more
	level  bool
}

// interruption finds a height at which something spans the columns on both sides of a gutter, such as a figure or a
// title, even if its text is on one side only. The columns above it are read before it. Otherwise each side merely has
// a gap of its own. Sentences that continue from one part to another show which of the two it is.
func (s *sorter) interruption(left, right []item, g gutter) (float64, bool) {
	best, at := 0.0, 0.0
	for _, p := range s.pauses(left, right, g) {
		s.left -= (len(left) + len(right) + len(s.drawn)) * (1 + len(s.known))
		y := (p.y0 + p.y1) / 2
		la, lb := splitAt(left, y)
		ra, rb := splitAt(right, y)
		score := s.flow(la, ra, lb, rb) - s.flow(la, lb, ra, rb)
		if p.level && (alike(la, lb) || alike(ra, rb)) {
			score += levelPause
		}
		if s.crossed(g, p, left, right) || s.broken(g, y) {
			score++
		}
		if score > best {
			best, at = score, y
		}
	}
	return at, best > 0
}

// crossed reports whether a drawn shape or a line of text extends across the gutter, or across another gutter of the
// page, within a pause.
func (s *sorter) crossed(g gutter, p pause, sides ...[]item) bool {
	across := func(b page.Box) bool {
		over := func(g gutter) bool { return b.X0 < g.x0 && b.X1 > g.x1 }
		return b.Y0 >= p.hole[0] && b.Y1 <= p.hole[1] && (over(g) || slices.ContainsFunc(s.known, over))
	}
	if slices.ContainsFunc(s.drawn, across) {
		return true
	}
	return slices.ContainsFunc(sides, func(side []item) bool {
		return slices.ContainsFunc(side, func(it item) bool { return across(it.box) })
	})
}

// broken reports whether a rule down the gutter is interrupted at height y and continues below.
func (s *sorter) broken(g gutter, y float64) bool {
	var above, below []float64
	for _, r := range s.down {
		inside := r.Pos > g.x0-samePlace && r.Pos < g.x1+samePlace && r.Length() >= columnRows*s.body
		switch {
		case r.Soft || !inside:
		case r.To <= y:
			above = append(above, r.Pos)
		case r.From >= y:
			below = append(below, r.Pos)
		default:
			return false
		}
	}
	return slices.ContainsFunc(above, func(x float64) bool {
		return slices.ContainsFunc(below, func(z float64) bool { return math.Abs(x-z) <= ink.Snap })
	})
}

// wideShapes returns the drawn shapes that are wide enough to span columns. A page with more than maxShapes is a
// drawing.
func wideShapes(in *ink.Input, body float64) []page.Box {
	var out []page.Box
	add := func(b page.Box) {
		if b.X1-b.X0 >= columnWidth*body {
			out = append(out, b)
		}
	}
	for i := range in.Rules {
		add(in.Rules[i].Box)
	}
	for i := range in.Fills {
		add(in.Fills[i].Box)
	}
	for i := range in.Images {
		add(in.Images[i].Box)
	}
	if len(out) > maxShapes {
		return nil
	}
	return out
}

// flow rates an order of four parts by how many of them continue the sentence of the preceding part. A figure or table
// with its caption does not count, because sentences continue past it, and neither does the end of a listing.
func (s *sorter) flow(parts ...[]item) float64 {
	score := 0.0
	parts = slices.DeleteFunc(parts, s.floats)
	for i := 1; i < len(parts); i++ {
		before, next := s.last(parts[i-1]), s.first(parts[i])
		if before == nil || next == nil || inListing(before) {
			continue
		}
		open := text.LeftOpen(before.Words[len(before.Words)-1].Text)
		switch lower := text.StartsLower(next.Words[0].Text); {
		case open && lower:
			score++
		case lower:
			score--
		case open:
			score -= openEnd
		}
	}
	return score
}

// inListing reports whether a line is set in fixed-width type, where a missing full stop says nothing.
func inListing(r *text.Run) bool { return r.InListing() }

// floats reports whether a part's only running text is a caption.
func (s *sorter) floats(part []item) bool {
	first, last := s.first(part), s.last(part)
	return first != nil && last.Base-first.Base <= captionHeight*first.Size && text.CaptionStart.MatchString(first.Text())
}

// alike reports whether two parts begin in the same type, like the rows of a form or a letter, but unlike a title and
// its text.
func alike(upper, lower []item) bool {
	a, b := topmost(upper), topmost(lower)
	return a != nil && b != nil && sameSize(a, b) && a.Words[0].Style.Bold == b.Words[0].Style.Bold
}

func topmost(items []item) *text.Run {
	var out *text.Run
	for _, it := range items {
		if it.run != nil && (out == nil || it.run.Base < out.Base) {
			out = it.run
		}
	}
	return out
}

// first returns the run at which the leftmost of several columns begins, or nil: its first line of running text,
// if it has any.
func (s *sorter) first(items []item) *text.Run {
	edge := math.Inf(1)
	for _, g := range s.within(items) {
		edge = min(edge, g.x1)
	}
	var out *text.Run
	for _, it := range items {
		if it.run != nil && it.box.X0 < edge && precedes(it.run, out, -1) {
			out = it.run
		}
	}
	begin := out
	for _, it := range items { // a paragraph that continues there may have only a short line left
		if it.run != nil && it.box.X0 < edge && it.run.Base < begin.Base && sameSize(it.run, out) && text.StartsLower(it.run.Words[0].Text) {
			begin = it.run
		}
	}
	return begin
}

// last returns the run at which the rightmost of several columns ends, or nil: the last line of its running text,
// if it has any.
func (s *sorter) last(items []item) *text.Run {
	edge := math.Inf(-1)
	for _, g := range s.within(items) {
		edge = max(edge, g.x0)
	}
	var out *text.Run
	for _, it := range items {
		if it.run != nil && it.box.X1 > edge && precedes(it.run, out, 1) {
			out = it.run
		}
	}
	end := out
	for _, it := range items { // the last line of a paragraph may be short
		if it.run != nil && it.box.X1 > edge && it.run.Base > end.Base && it.run.Base-out.Base <= sideStep*out.Size && sameSize(it.run, out) {
			end = it.run
		}
	}
	return end
}

// precedes reports whether a is preferred to b: running text to anything else, then whatever is farther in the given
// direction, which is 1 for downwards. b may be nil.
func precedes(a, b *text.Run, direction float64) bool {
	if b == nil {
		return true
	}
	if p, q := len(a.Words) >= text.ProseLine, len(b.Words) >= text.ProseLine; p != q {
		return p
	}
	return direction*(a.Base-b.Base) > 0
}

func sameSize(a, b *text.Run) bool { return math.Abs(a.Size-b.Size) <= sameType*a.Size }

// within returns the known gutters between items.
func (s *sorter) within(items []item) []gutter {
	if len(items) == 0 || len(s.known) == 0 {
		return nil
	}
	box := items[0].box
	for _, it := range items[1:] {
		box = ink.Union(box, it.box)
	}
	var out []gutter
	for _, g := range s.known {
		if g.x0 > box.X0 && g.x1 < box.X1 && g.y0 < box.Y1 && g.y1 > box.Y0 {
			out = append(out, g)
		}
	}
	return out
}

// pauses returns the pauses of two sides of a gutter from top to bottom, at most maxPauses.
func (s *sorter) pauses(left, right []item, g gutter) []pause {
	least, level := pauseGap*s.body, levelTop*s.body
	a, b := gaps(left, least), gaps(right, least)
	rows := !s.knows(g) && inRows(a, b, level)
	var out []pause
	for i, k := 0, 0; i < len(a) && k < len(b) && len(out) < maxPauses; {
		p := pause{y0: max(a[i].y0, b[k].y0), y1: min(a[i].y1, b[k].y1)}
		short, long := a[i:], b[k]
		if a[i].y1-a[i].y0 > b[k].y1-b[k].y0 {
			short, long = b[k:], a[i]
		}
		if long.y1-long.y0 >= pauseHole*s.body && p.y1-p.y0 >= least/2 {
			p.hole = [2]float64{long.y0, long.y1}
			for n := 0; rows && n < len(short) && short[n].y1 < long.y1+level; n++ {
				p.level = p.level || short[n].y1 > long.y1-level
			}
			out = append(out, p)
		}
		if a[i].y1 < b[k].y1 {
			i++
		} else {
			k++
		}
	}
	return out
}

// inRows reports whether most of the texts on the side with fewer gaps begin level with one on the other side, like the
// rows of a form. Columns of prose are level here and there.
func inRows(a, b []pause, level float64) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	n, k := 0, 0
	for _, p := range a {
		for k < len(b) && b[k].y1 < p.y1-level {
			k++
		}
		if k < len(b) && b[k].y1 <= p.y1+level {
			n++
		}
	}
	return float64(n) >= rowShare*float64(len(a))
}

// gaps returns the stretches between items that are at least least points high, from top to bottom.
func gaps(items []item, least float64) []pause {
	sorted := slices.Clone(items)
	slices.SortFunc(sorted, func(a, b item) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	var out []pause
	reach := sorted[0].box.Y1
	for _, it := range sorted {
		if it.box.Y0-reach >= least {
			out = append(out, pause{y0: reach, y1: it.box.Y0})
		}
		reach = max(reach, it.box.Y1)
	}
	return out
}
