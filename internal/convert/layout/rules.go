package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/page"
)

const (
	// snap joins lines that lie so close (points): double rules, the two edges of neighbouring cells.
	snap = 2.5
	// touch is how far two lines may miss each other and still meet.
	touch = 3.0
	// maxRulings caps the lines of a page that are looked at in pairs.
	maxRulings = 1500
	// pageFill is the share of the page from which a fill is its background.
	pageFill = .8
	minFill  = 4.0
)

// segment is a horizontal or vertical line: pos is where it lies, from and to where it runs. It is drawn, or
// (soft) no more than the edge of a filled area.
type segment struct {
	pos, from, to float64
	soft          bool
}

func (s segment) length() float64 { return s.to - s.from }

// rulings are the straight lines of a page, joined and sorted by position.
type rulings struct{ across, down []segment }

// collectRulings takes drawn rules, and the edges of filled rectangles that stand in rows or columns.
func collectRulings(in *Input) rulings {
	var r rulings
	for _, l := range in.Rules {
		if l.Vertical {
			r.down = append(r.down, segment{pos: (l.Box.X0 + l.Box.X1) / 2, from: l.Box.Y0, to: l.Box.Y1})
		} else {
			r.across = append(r.across, segment{pos: (l.Box.Y0 + l.Box.Y1) / 2, from: l.Box.X0, to: l.Box.X1})
		}
	}
	for _, b := range tiles(in) {
		r.across = append(r.across, segment{b.Y0, b.X0, b.X1, true}, segment{b.Y1, b.X0, b.X1, true})
		r.down = append(r.down, segment{b.X0, b.Y0, b.Y1, true}, segment{b.X1, b.Y0, b.Y1, true})
	}
	r.across, r.down = joinSegments(r.across), joinSegments(r.down)
	return r
}

// tiles are the filled rectangles with a partner: one of the same width above or below, or one of the same
// height beside it. A lone box is a frame or a decoration.
func tiles(in *Input) []page.Box {
	var boxes []page.Box
	for _, f := range in.Fills {
		b := f.Box
		w, h := b.X1-b.X0, b.Y1-b.Y0
		if f.Color == white || w < minFill || h < minFill || w*h > pageFill*in.Width*in.Height {
			continue
		}
		boxes = append(boxes, b)
	}
	if len(boxes) > maxRulings {
		return nil
	}
	var out []page.Box
	for i, a := range boxes {
		for j, b := range boxes {
			if i != j && partners(a, b) {
				out = append(out, a)
				break
			}
		}
	}
	return out
}

func partners(a, b page.Box) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= touch }
	if near(a.X0, b.X0) && near(a.X1, b.X1) && !near(a.Y0, b.Y0) {
		gap := max(a.Y0-b.Y1, b.Y0-a.Y1)
		return gap <= 2.2*max(a.Y1-a.Y0, b.Y1-b.Y0) && gap > -touch
	}
	if near(a.Y0, b.Y0) && near(a.Y1, b.Y1) {
		gap := max(a.X0-b.X1, b.X0-a.X1)
		return gap <= 2*touch && gap > -touch
	}
	return false
}

// white is the colour of a fill that hides instead of showing.
const white = 0xFFFFFF

// joinSegments merges lines that lie on each other and touch.
func joinSegments(in []segment) []segment {
	if len(in) > 8*maxRulings {
		return nil
	}
	slices.SortFunc(in, func(a, b segment) int { return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.from, b.from)) })
	var out []segment
	for _, s := range in {
		if k := mate(out, s); k >= 0 {
			out[k].from, out[k].to = min(out[k].from, s.from), max(out[k].to, s.to)
			out[k].soft = out[k].soft && s.soft
			continue
		}
		out = append(out, s)
	}
	if len(out) < len(in) {
		return joinSegments(out)
	}
	if len(out) > maxRulings {
		return nil
	}
	return out
}

func mate(out []segment, s segment) int {
	for k := len(out) - 1; k >= 0 && s.pos-out[k].pos <= snap; k-- {
		if s.from <= out[k].to+touch && s.to >= out[k].from-touch {
			return k
		}
	}
	return -1
}
