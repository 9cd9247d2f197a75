package layout

import (
	"slices"

	"quire/internal/convert/page"
)

const (
	// edgeStep is how far a row may stand from the table it belongs to, relative to the table's usual row.
	edgeStep = 1.3
	// maxHeaderLines are the lines that a header above the first fill or rule may have.
	maxHeaderLines = 5
)

// takeEdges adds the rows of text directly above and below that stand in the table's columns: headers over the first
// line or fill, and the last row where every other row is filled. It gives the runs that are left.
func (g *grid) takeEdges(runs []run, openBelow bool) []run {
	if g.rows() < 2 || g.columns() < 2 {
		return runs
	}
	pitch := g.pitch()
	x0, x1 := g.xs[0]-touch, g.xs[g.columns()]+touch
	strip, _ := within(runs, page.Box{X0: x0, Y0: g.ys[0] - edgeStep*pitch - maxHeaderLines*pitch, X1: x1, Y1: g.ys[0]})
	above := loosen(textRows(strip))
	if from := g.headerLines(above, pitch); from < len(above) {
		runs = g.addRows(above[from:], runs, true)
	}
	if openBelow {
		y := g.ys[g.rows()]
		strip, _ = within(runs, page.Box{X0: x0, Y0: y, X1: x1, Y1: y + maxHeaderLines*pitch})
		below := loosen(textRows(strip))
		if to := g.lastLines(below, pitch); to > 0 {
			runs = g.addRows(below[:to], runs, false)
		}
	}
	return runs
}

// pitch is the height of the table's usual row.
func (g *grid) pitch() float64 {
	heights := make([]float64, g.rows())
	for r := range heights {
		heights[r] = g.ys[r+1] - g.ys[r]
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// headerLines is the index of the first of the lines above the table that are its header: up from the one that stands
// next to it, as long as they are close and in columns. There are none when these do not name most columns.
func (g *grid) headerLines(above []textRow, pitch float64) int {
	y, first := g.ys[0], len(above)
	named := map[int]bool{}
	for i := len(above) - 1; i >= 0 && len(above)-i <= maxHeaderLines; i-- {
		limit := tightStep * above[i].size
		if first == len(above) {
			limit = max(edgeStep*pitch-.5*above[i].size, limit)
		}
		if y-above[i].base > limit || !g.inColumns(above[i]) || captionStart.MatchString(above[i].text()) {
			break
		}
		for c := range columnsOf(above[i], g.xs) {
			named[c] = true
		}
		y, first = above[i].base, i
	}
	if len(named) < 2 || 3*len(named) < 2*(g.columns()-1) {
		return len(above)
	}
	return first
}

// lastLines counts the lines below the table that are its last row.
func (g *grid) lastLines(below []textRow, pitch float64) int {
	y, n := g.ys[g.rows()], 0
	for i, r := range below {
		limit := tightStep * r.size
		if i == 0 {
			limit = max(edgeStep*pitch, limit)
		}
		if r.base-y > limit || !g.inColumns(r) || captionStart.MatchString(r.text()) || i > 0 && len(columnsOf(r, g.xs)) >= len(columnsOf(below[0], g.xs)) {
			break
		}
		y, n = r.base, i+1
	}
	if n == 0 || len(columnsOf(below[0], g.xs)) < 2 {
		return 0
	}
	return n
}

// inColumns reports that each run of a line lies within one column.
func (g *grid) inColumns(r textRow) bool {
	for _, u := range r.runs {
		c := interval(g.xs, (u.box.X0+u.box.X1)/2)
		if u.box.X0 < g.xs[c]-touch || u.box.X1 > g.xs[c+1]+touch {
			return false
		}
	}
	return true
}

// addRows adds lines as one row at the top or at the end, and takes them out of the runs.
func (g *grid) addRows(lines []textRow, runs []run, top bool) []run {
	box := lines[0].box
	for _, l := range lines[1:] {
		box = union(box, l.box)
	}
	at := 0
	if top {
		g.ys = slices.Insert(g.ys, 0, box.Y0)
	} else {
		at = g.rows()
		g.ys = append(g.ys, box.Y1)
	}
	g.cells = slices.Insert(g.cells, at, make([][]run, g.columns()))
	g.joined, g.below = slices.Insert(g.joined, at, make([]bool, g.columns())), slices.Insert(g.below, at, make([]bool, g.columns()))
	margin := sameLine * lines[0].size / 2
	mine, rest := within(runs, page.Box{
		X0: g.xs[0] - touch, Y0: lines[0].middle() - margin, X1: g.xs[g.columns()] + touch, Y1: lines[len(lines)-1].middle() + margin,
	})
	for _, l := range loosen(textRows(mine)) {
		g.place(l.runs)
	}
	return rest
}
