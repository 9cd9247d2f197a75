package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/page"
)

const (
	probeStep = 3.0 // points between the places where a gutter is looked for
	// A gutter is at least so wide (points, ems of the body).
	columnGap   = 7.0
	columnGapEm = .7
	// Each side of a gutter has so many rows and is so wide (ems): less is a label or a number beside its text.
	columnRows  = 3
	columnWidth = 6.0
	// Narrower columns count when they reach so far and their lines do not stand level with the other side's.
	narrowReach = 5.0
	narrowWidth = 3.0
	levelShare  = .6
)

// columnKind tells what a column has to look like.
type columnKind int

const (
	anyColumns   columnKind = iota
	proseColumns            // both sides of a gutter are mostly lines of running text
)

// proseLine is the least number of words in a line of running text.
const proseLine = 4

// item is what is put in order: a run of text, or a finished block (a table, a picture).
type item struct {
	box   page.Box
	run   *run
	block *page.Block
}

// region is a set of items that reads from top to bottom.
type region struct {
	items []item
	box   page.Box
}

// order cuts the items into regions, in reading order: at a gutter between columns what stands above both comes
// first, then the left column, then the right, then what stands below.
func order(items []item, body float64, kind columnKind) []region {
	if len(items) == 0 {
		return nil
	}
	g, ok := findGutter(items, body, kind)
	if !ok {
		return []region{newRegion(items)}
	}
	var above, left, right, below []item
	for _, it := range items {
		y := (it.box.Y0 + it.box.Y1) / 2
		switch {
		case y < g.y0:
			above = append(above, it)
		case y > g.y1:
			below = append(below, it)
		case (it.box.X0+it.box.X1)/2 < (g.x0+g.x1)/2:
			left = append(left, it)
		default:
			right = append(right, it)
		}
	}
	out := order(above, body, kind)
	out = append(out, order(left, body, kind)...)
	out = append(out, order(right, body, kind)...)
	return append(out, order(below, body, kind)...)
}

func newRegion(items []item) region {
	r := region{items: items, box: items[0].box}
	for _, it := range items[1:] {
		r.box = union(r.box, it.box)
	}
	slices.SortStableFunc(r.items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.top(), b.top()), cmp.Compare(a.box.X0, b.box.X0))
	})
	return r
}

// top orders runs by baseline, so that runs on one line keep their order whatever their heights.
func (it item) top() float64 {
	if it.run != nil {
		return it.run.base - .8*it.run.size
	}
	return it.box.Y0
}

// gutter is a white rectangle between two columns.
type gutter struct{ x0, x1, y0, y1 float64 }

// findGutter looks for the white rectangle that separates the most rows.
func findGutter(items []item, body float64, kind columnKind) (gutter, bool) {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	box := items[0].box
	for _, it := range items {
		box = union(box, it.box)
	}
	best, bestScore := gutter{}, 0.0
	var spans [][2]float64
	for x := box.X0 + probeStep; x < box.X1; x += probeStep {
		spans = freeSpans(spans[:0], items, x, box, columnRows*body)
		for _, span := range spans {
			g, score := measure(items, x, span, body, kind)
			if score > bestScore {
				best, bestScore = g, score
			}
		}
	}
	return best, bestScore > 0
}

// freeSpans appends the vertical stretches at x that no item crosses and that are at least so long. The items are
// sorted by their upper edges.
func freeSpans(out [][2]float64, items []item, x float64, box page.Box, least float64) [][2]float64 {
	y := box.Y0 - 1
	for i := range items {
		b := &items[i].box
		if b.X0 >= x || b.X1 <= x {
			continue
		}
		if b.Y0-y >= least {
			out = append(out, [2]float64{y, b.Y0})
		}
		y = max(y, b.Y1)
	}
	if box.Y1+1-y >= least {
		out = append(out, [2]float64{y, box.Y1 + 1})
	}
	return out
}

// side is what lies on one side of a possible gutter.
type side struct {
	edge   float64 // nearest to the gutter
	y0, y1 float64
	rows   int
	width  float64 // of all runs together
	last   float64
	prose  int
	wide   float64 // the widest run
	bases  []float64
}

func (s *side) add(it item, edge float64, nearer func(a, b float64) float64) {
	if s.rows == 0 {
		s.edge, s.y0, s.y1, s.last = edge, it.box.Y0, it.box.Y1, math.Inf(-1)
	}
	s.edge = nearer(s.edge, edge)
	s.y0, s.y1 = min(s.y0, it.box.Y0), max(s.y1, it.box.Y1)
	if it.block != nil {
		s.rows += columnRows
		s.width += columnRows * (it.box.X1 - it.box.X0)
		return
	}
	if len(it.run.words) >= proseLine {
		s.prose++
	}
	if it.run.base > s.last+.3*it.run.size {
		s.rows++
		s.last = it.run.base
		s.bases = append(s.bases, it.run.base)
	}
	s.width += it.box.X1 - it.box.X0
	s.wide = max(s.wide, it.box.X1-it.box.X0)
}

// measure judges the gutter at x within span: 0 when it is none.
func measure(items []item, x float64, span [2]float64, body float64, kind columnKind) (gutter, float64) {
	var l, r side
	for _, it := range items {
		y := (it.box.Y0 + it.box.Y1) / 2
		if y < span[0] || y > span[1] {
			continue
		}
		if it.box.X1 <= x {
			l.add(it, it.box.X1, math.Max)
		} else {
			r.add(it, it.box.X0, math.Min)
		}
	}
	if l.rows < columnRows || r.rows < columnRows {
		return gutter{}, 0
	}
	g := gutter{x0: l.edge, x1: r.edge, y0: max(l.y0, r.y0), y1: min(l.y1, r.y1)}
	if g.x1-g.x0 < max(columnGap, columnGapEm*body) || g.y1-g.y0 < columnRows*body {
		return gutter{}, 0
	}
	if !l.column(r, body, kind) || !r.column(l, body, kind) {
		return gutter{}, 0
	}
	g.y0, g.y1 = min(l.y0, r.y0), max(l.y1, r.y1)
	return g, float64(min(l.rows, r.rows)) * (1 + min(g.x1-g.x0, 40)/400)
}

// column reports that a side looks like a column of text: by the width of its lines, or because they do not
// stand level with the other side's as labels or cells would.
func (s side) column(other side, body float64, kind columnKind) bool {
	mean := s.width / float64(s.rows)
	narrow := s.wide >= narrowReach*body && mean >= narrowWidth*body && !s.level(other)
	if kind == proseColumns {
		return 2*s.prose >= s.rows && mean >= columnWidth*body || narrow && len(s.bases) >= 2*columnRows
	}
	return mean >= columnWidth*body || narrow
}

// level reports that most lines of the shorter side have one at their height on the other.
func (s side) level(other side) bool {
	a, b := s.bases, other.bases
	if len(a) > len(b) {
		a, b = b, a
	}
	n := 0
	for _, y := range a {
		if slices.ContainsFunc(b, func(z float64) bool { return math.Abs(y-z) < 1.5 }) {
			n++
		}
	}
	return float64(n) >= levelShare*float64(len(a))
}
