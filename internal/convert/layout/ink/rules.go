package ink

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/page"
)

// Segment is a horizontal or vertical line. Pos is its y if it runs across and its x if it runs down; From and To are
// its ends on the other axis, all in points. A soft segment is not drawn but merely the edge of a filled area.
type Segment struct {
	Pos, From, To float64
	Soft          bool
}

// Length returns the length of the segment in points.
func (s Segment) Length() float64 { return s.To - s.From }

// Rulings are the straight lines of a page, with overlapping ones joined and each direction sorted by position.
type Rulings struct{ Across, Down []Segment }

// NewRulings collects the drawn rules of a page and the edges of its filled rectangles that form rows or
// columns. A page with too many lines to compare in pairs yields none.
func NewRulings(in *Input) Rulings {
	var r Rulings
	for _, l := range in.Rules {
		if l.Vertical {
			r.Down = append(r.Down, Segment{Pos: (l.Box.X0 + l.Box.X1) / 2, From: l.Box.Y0, To: l.Box.Y1})
		} else {
			r.Across = append(r.Across, Segment{Pos: (l.Box.Y0 + l.Box.Y1) / 2, From: l.Box.X0, To: l.Box.X1})
		}
	}
	for _, b := range tiles(in) {
		r.Across = append(r.Across, Segment{b.Y0, b.X0, b.X1, true}, Segment{b.Y1, b.X0, b.X1, true})
		r.Down = append(r.Down, Segment{b.X0, b.Y0, b.Y1, true}, Segment{b.X1, b.Y0, b.Y1, true})
	}
	r.Across, r.Down = joinSegments(r.Across), joinSegments(r.Down)
	return r
}

// tiles returns the filled rectangles that have a partner. A rectangle without one is a frame or a decoration.
func tiles(in *Input) []page.Box {
	var fills, white []Fill
	for _, f := range in.Fills {
		w, h := f.Box.X1-f.Box.X0, f.Box.Y1-f.Box.Y0
		switch {
		case f.Round || w < minFill || h < minFill || w*h > pageFill*in.Width*in.Height:
		case f.Color == White:
			white = append(white, f)
		default:
			fills = append(fills, f)
		}
	}
	if len(fills) > maxRulings {
		return nil
	}
	fills = visible(fills)
	if slide := in.Width > in.Height; slide && len(fills)+len(white) <= maxRulings {
		fills = append(fills, whiteCells(fills, white)...)
	}
	var out []page.Box
	for i, a := range fills {
		for j, b := range fills {
			if i != j && Partners(a.Box, b.Box) {
				out = append(out, a.Box)
				break
			}
		}
	}
	return out
}

// whiteCells returns the white fills of tables all of whose cells are filled, some of them with a colour, as programs for slides
// draw them. Reports made from web pages have such fills, too, but often several for a column, or one for a part of a row.
func whiteCells(fills, white []Fill) []Fill {
	rest, out := slices.Concat(fills, white), []Fill{}
	for len(rest) > 0 && rest[0].Color != White {
		var cells []Fill
		cells, rest = tiling(rest)
		if !isWhole(cells) {
			continue
		}
		for _, c := range cells {
			if c.Color == White {
				out = append(out, c)
			}
		}
	}
	return out
}

// tiling returns the first fill and all that it is connected with by whole edges, and the rest in order.
func tiling(fills []Fill) (cells, rest []Fill) {
	cells, rest = fills[:1:1], fills[1:]
	for i := 0; i < len(cells); i++ {
		var apart []Fill
		for _, f := range rest {
			a, b := cells[i].Box, f.Box
			if besideEachOther(a, b) || touchesBelow(a, b) || touchesBelow(b, a) {
				cells = append(cells, f)
			} else {
				apart = append(apart, f)
			}
		}
		rest = apart
	}
	return cells, rest
}

// isWhole reports whether cells cover all of the box around them without overlapping, and all of them have room for a word: web
// pages put signs and white space into cells of their own.
func isWhole(cells []Fill) bool {
	all, area := cells[0].Box, 0.0
	for _, c := range cells {
		if c.Box.X1-c.Box.X0 < wordCell {
			return false
		}
		all, area = Union(all, c.Box), area+Area(c.Box)
	}
	return math.Abs(area-Area(all)) <= (1-wholeTiling)*Area(all)
}

// besideEachOther reports whether two boxes are equally high and side by side.
func besideEachOther(a, b page.Box) bool {
	level := math.Abs(a.Y0-b.Y0) <= Touch && math.Abs(a.Y1-b.Y1) <= Touch
	return level && min(math.Abs(a.X0-b.X1), math.Abs(b.X0-a.X1)) <= Touch
}

// touchesBelow reports whether b is right below a and as wide.
func touchesBelow(a, b page.Box) bool {
	return math.Abs(a.X0-b.X0) <= Touch && math.Abs(a.X1-b.X1) <= Touch && math.Abs(a.Y1-b.Y0) <= Touch
}

// visible leaves out fills on top of another of the same colour and almost its width, like those behind each line of a
// filled cell: their edges are invisible.
func visible(fills []Fill) []Fill {
	var out []Fill
	for i, f := range fills {
		hidden := slices.ContainsFunc(fills[:i], func(o Fill) bool {
			return o.Color == f.Color && o.Box != f.Box && lines(o.Box, f.Box)
		})
		if !hidden {
			out = append(out, f)
		}
	}
	return out
}

// lines reports whether inner is inside outer and as wide.
func lines(outer, inner page.Box) bool {
	within := inner.X0 >= outer.X0 && inner.X1 <= outer.X1 && inner.Y0 >= outer.Y0 && inner.Y1 <= outer.Y1
	return within && inner.X1-inner.X0 >= lineFill*(outer.X1-outer.X0)
}

// Partners reports whether two boxes look like cells of one table: equally wide and one above the other, or equally
// high and side by side.
func Partners(a, b page.Box) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= Touch }
	if near(a.X0, b.X0) && near(a.X1, b.X1) && !near(a.Y0, b.Y0) {
		gap := max(a.Y0-b.Y1, b.Y0-a.Y1)
		return gap <= tileGap*max(a.Y1-a.Y0, b.Y1-b.Y0) && gap > -Touch
	}
	if near(a.Y0, b.Y0) && near(a.Y1, b.Y1) {
		gap := max(a.X0-b.X1, b.X0-a.X1)
		return gap <= 2*Touch && gap > -Touch
	}
	return false
}

// joinSegments merges lines that lie on each other and touch. It gives up and returns nil if there are too
// many.
func joinSegments(in []Segment) []Segment {
	if len(in) > maxSegments {
		return nil
	}
	slices.SortFunc(in, func(a, b Segment) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.From, b.From)) })
	var out []Segment
	for _, s := range in {
		if k := mate(out, s); k >= 0 {
			out[k].From, out[k].To = min(out[k].From, s.From), max(out[k].To, s.To)
			out[k].Soft = out[k].Soft && s.Soft
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

// mate finds the segment in out that s continues, or -1.
func mate(out []Segment, s Segment) int {
	for k := len(out) - 1; k >= 0 && s.Pos-out[k].Pos <= Snap; k-- {
		if s.From <= out[k].To+Touch && s.To >= out[k].From-Touch {
			return k
		}
	}
	return -1
}
