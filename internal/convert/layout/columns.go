package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// columnKind says what counts as a column.
type columnKind int

const (
	anyColumns   columnKind = iota
	proseColumns            // both sides of a gutter are mostly lines of running text
)

// item is a unit to be ordered: a run of text, a finished block (a table, a picture), or a panel that has been laid out.
type item struct {
	box   page.Box
	run   *text.Run
	block *page.Block
	panel *analysis
	// across is the horizontal extent that it occupies: its own, or that of a drawn box that holds nothing beside it.
	across [2]float64
	listed bool // the run ends like an entry of an index
	marked bool // the run begins with a list marker
}

// region is a set of items that reads from top to bottom.
type region struct {
	items []item
	box   page.Box
	// untitled means that none of its texts is a heading.
	untitled bool
}

// order cuts the items into regions, in reading order. At a gutter, whatever is above both columns comes first, then
// the left column, then the right one, then whatever is below both.
func order(items []item, on setting, kind columnKind) []region {
	s := sorter{setting: on, kind: kind, left: orderLooks * len(items)}
	s.spread(items)
	return s.order(items, orderDepth)
}

// setting is what else is known about the columns of a page.
type setting struct {
	body   float64
	known  []gutter   // between columns of running text, however narrow
	drawn  []page.Box // shapes wide enough to span columns
	bands  []page.Box // filled areas as high as a line or two
	edges  [2]float64 // where running heads end and feet begin
	down   []ink.Segment
	boxed  bool       // within a panel
	cells  bool       // printed from a spreadsheet
	fields []page.Box // panels that are fields of a form
}

// sorter puts the items of a page in order.
type sorter struct {
	setting
	kind columnKind
	left int // how many items it may still examine
}

func (s *sorter) order(items []item, depth int) []region {
	if len(items) == 0 {
		return nil
	}
	if depth == 0 || s.left <= 0 {
		return []region{newRegion(items)}
	}
	g, ok := s.findGutter(items)
	if ok || s.kind == anyColumns {
		if above, rows, below := labelRows(items, s.body); len(rows) > 0 {
			return s.labelled(above, rows, below, depth)
		}
		if parts, side := sideTitles(items, s.body, ok); side {
			return regions(parts)
		}
	}
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
	above, left, right = s.headApart(g, above, left, right)
	below, left, right = s.footApart(g, left, right, below)
	left, below = s.titleAcross(left, right, below)
	out := s.order(above, depth-1)
	if parts, ok := s.sideNotes(left, right); ok {
		for _, part := range append(parts, below) {
			out = append(out, s.order(part, depth-1)...)
		}
		return out
	}
	sides := [2][]item{left, right}
	if y, ok := rowOfTitles(left, right, s.body); ok {
		sides[0], sides[1] = splitAt(append(left, right...), y)
	} else if y, ok := rowOfPanels(left, right, s.body); ok {
		sides[0], sides[1] = splitAt(append(left, right...), y)
	} else if y, ok := s.articleBelow(left, right); ok {
		sides[0], sides[1] = splitAt(append(left, right...), y)
	} else if y, ok := s.interruption(left, right, g); ok {
		sides[0], sides[1] = splitAt(append(left, right...), y)
	}
	for _, part := range [...][]item{sides[0], sides[1], below} {
		out = append(out, s.order(part, depth-1)...)
	}
	return out
}

func splitAt(items []item, y float64) (upper, lower []item) {
	for _, it := range items {
		if it.box.Y0 < y-samePlace {
			upper = append(upper, it)
		} else {
			lower = append(lower, it)
		}
	}
	return upper, lower
}

func regions(parts [][]item) []region {
	out := make([]region, 0, len(parts))
	for _, part := range parts {
		out = append(out, newRegion(part))
	}
	return out
}

func newRegion(items []item) region {
	r := region{items: items, box: items[0].box}
	for _, it := range items[1:] {
		r.box = ink.Union(r.box, it.box)
	}
	slices.SortStableFunc(r.items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.top(), b.top()), cmp.Compare(a.box.X0, b.box.X0))
	})
	return r
}

// top returns the baseline of a run and the upper edge of anything else. Runs on one line thus keep their order
// whatever their heights.
func (it item) top() float64 {
	if it.run != nil {
		return it.run.Base - ascent*it.run.Size
	}
	return it.box.Y0
}

// gutter is a rectangle of white space between two columns.
type gutter struct{ x0, x1, y0, y1 float64 }

// findGutter looks for the gutter that separates the most rows.
func (s *sorter) findGutter(items []item) (gutter, bool) {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	box := items[0].box
	for _, it := range items {
		box = ink.Union(box, it.box)
	}
	best, bestScore := gutter{}, 0.0
	var found []gutter
	var spans [][2]float64
	var part []*item
	var l, r side
	heights := byHeight(items)
	edges, next, last := edgesOf(items), 0, math.Inf(-1)
	step := max(probeStep, (box.X1-box.X0)/probeLimit)
	for x := box.X0 + step; x < box.X1; x += step {
		s.left -= len(items)
		for next < len(edges) && edges[next] < last {
			next++
		}
		if next == len(edges) || edges[next] > x { // both sides are the same as at the last place
			continue
		}
		last = x
		spans = freeSpans(spans[:0], items, x, box, columnRows*s.body)
		for _, span := range spans {
			part = heights.between(part[:0], items, span)
			l.clear()
			r.clear()
			placeAround(x, part, &l, &r)
			g, score := s.measure(l, r, box.Y1-box.Y0)
			if score > 0 {
				found = append(found, g)
			}
			if score > bestScore {
				best, bestScore = g, score
			}
		}
	}
	if bestScore == 0 {
		return gutter{}, false
	}
	return s.extended(s.whole(best, found, items), items, box), true
}

// side describes the items on one side of a possible gutter.
type side struct {
	edge   float64 // nearest to the gutter
	x0     float64 // where the runs begin; infinite without any
	y0, y1 float64
	rows   int
	width  float64 // of all runs in total
	last   float64
	prose  int
	wide   float64 // the widest run
	bases  []float64
	items  int  // lines that begin with a list marker
	listed int  // lines that end like entries of an index
	blocks bool // tables or pictures are among them
}

// addLeft adds an item that is on the left of the gutter.
func (s *side) addLeft(it *item) {
	if s.rows == 0 {
		s.edge = it.box.X1
	}
	s.edge = max(s.edge, it.box.X1)
	s.add(it)
}

// addRight adds an item that is on the right of the gutter.
func (s *side) addRight(it *item) {
	if s.rows == 0 {
		s.edge = it.box.X0
	}
	s.edge = min(s.edge, it.box.X0)
	s.add(it)
}

func (s *side) add(it *item) {
	if s.rows == 0 {
		s.x0, s.y0, s.y1, s.last = math.Inf(1), it.box.Y0, it.box.Y1, math.Inf(-1)
	}
	s.y0, s.y1 = min(s.y0, it.box.Y0), max(s.y1, it.box.Y1)
	if it.run == nil {
		s.blocks = true
		rows := columnRows
		if it.panel != nil {
			rows = max(rows, it.panel.lines)
		}
		s.rows += rows
		s.width += float64(rows) * (it.box.X1 - it.box.X0)
		return
	}
	s.x0 = min(s.x0, it.box.X0)
	if len(it.run.Words) >= text.ProseLine {
		s.prose++
	}
	if it.marked {
		s.items++
	}
	if it.listed {
		s.listed++
	}
	if it.run.Base > s.last+newLine*it.run.Size {
		s.rows++
		s.last = it.run.Base
		s.bases = append(s.bases, it.run.Base)
	}
	s.width += it.box.X1 - it.box.X0
	s.wide = max(s.wide, it.box.X1-it.box.X0)
}

// clear empties the side and keeps the room for its lines.
func (s *side) clear() { *s = side{bases: s.bases[:0]} }

// placeAround adds items to the side of x on which they are.
func placeAround(x float64, items []*item, l, r *side) {
	for _, it := range items {
		placeBeside(x, it, l, r)
	}
}

func placeBeside(x float64, it *item, l, r *side) {
	if it.box.X1 <= x {
		l.addLeft(it)
	} else {
		r.addRight(it)
	}
}

// measure rates the gutter between two sides; the rating is 0 if there is none. height is that of the page or column.
func (s *sorter) measure(l, r side, height float64) (gutter, float64) {
	body := s.body
	if l.rows < columnRows || r.rows < columnRows {
		return gutter{}, 0
	}
	g := gutter{x0: l.edge, x1: r.edge, y0: max(l.y0, r.y0), y1: min(l.y1, r.y1)}
	if wide := g.x1-g.x0 >= max(columnGap, columnGapEm*body) || s.knows(g); !wide || g.y1-g.y0 < columnRows*body {
		return gutter{}, 0
	}
	if short := max(l.y1, r.y1)-min(l.y0, r.y0) < besideShare*height; short && !l.blocks && !r.blocks && l.beside(r, body) < besideRows {
		return gutter{}, 0
	}
	index := l.isIndex() && r.isIndex()
	if !index && (!l.column(r, body, s.kind) || !r.column(l, body, s.kind)) {
		return gutter{}, 0
	}
	g.y0, g.y1 = min(l.y0, r.y0), max(l.y1, r.y1)
	rows := float64(min(l.rows, r.rows)) + allRows*float64(l.rows+r.rows)
	return g, rows * (1 + min(g.x1-g.x0, widestGutter)/gutterWeight)
}

// knows reports whether g is part of a known gutter.
func (s *sorter) knows(g gutter) bool {
	return slices.ContainsFunc(s.known, func(k gutter) bool {
		return k.x0 < g.x1 && g.x0 < k.x1 && k.y0 < g.y1 && g.y0 < k.y1
	})
}

// column reports whether a side looks like a column of text: its lines are wide enough, or they are not level with the
// other side's, as labels and cells would be.
func (s side) column(other side, body float64, kind columnKind) bool {
	mean := s.width / float64(s.rows)
	list := float64(s.items) >= itemShare*float64(s.rows)
	narrow := s.wide >= narrowReach*body && mean >= narrowWidth*body && (list || !s.level(other) || s.farBlock(other, body))
	if kind == proseColumns {
		prose := float64(s.prose) >= columnProse*float64(s.rows)
		return (prose && mean >= columnWidth*body) || (narrow && len(s.bases) >= 2*columnRows)
	}
	return mean >= columnWidth*body || narrow
}

// farBlock reports whether two sides are blocks of their own, such as two addresses, although their lines are level: they
// are farther apart than the widest line, each is set as closely as text, and one has more lines than the other. Every
// label would have its value.
func (s side) farBlock(other side, body float64) bool {
	gap := max(s.x0-other.edge, other.x0-s.edge)
	far := gap >= farGap*body && gap > max(s.wide, other.wide)
	return far && len(s.bases) != len(other.bases) && s.isTight(body) && other.isTight(body)
}

// isTight reports whether all lines of a side are as close as those of a paragraph.
func (s side) isTight(body float64) bool {
	for i := 1; i < len(s.bases); i++ {
		if s.bases[i]-s.bases[i-1] > blockLeading*body {
			return false
		}
	}
	return true
}

// isIndex reports whether most lines of a side are index entries. Unlike those of other columns, they may be short and
// level with each other.
func (s side) isIndex() bool {
	return s.rows >= indexRows && float64(s.listed) >= indexShare*float64(s.rows)
}

// beside counts the lines that have one on the other side at about the same height. Texts that alternate
// between left and right are not columns.
func (s side) beside(other side, body float64) int {
	n, k := 0, 0
	for _, y := range s.bases {
		for k < len(other.bases) && other.bases[k] < y-besideStep*body {
			k++
		}
		if k < len(other.bases) && other.bases[k] <= y+besideStep*body {
			n++
		}
	}
	return n
}

// level reports whether most lines of the side with fewer are level with one on the other side.
func (s side) level(other side) bool {
	a, b := s.bases, other.bases
	if len(a) > len(b) {
		a, b = b, a
	}
	n := 0
	for _, y := range a {
		// Both lists are sorted from top to bottom.
		k, _ := slices.BinarySearchFunc(b, y-lineLevel, cmp.Compare[float64])
		if slices.ContainsFunc(b[k:min(k+2, len(b))], func(z float64) bool { return math.Abs(y-z) < lineLevel }) {
			n++
		}
	}
	return float64(n) >= levelShare*float64(len(a))
}
