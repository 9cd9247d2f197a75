package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
)

// spanRows lets cells at the left continue below rules that do not reach them, such as the name of a group next
// to its rows. Lines under a few numbers say nothing, so half of the table's rows must be separated by such
// rules.
func (d *draft) spanRows() {
	g := d.grid
	free := make([]int, g.rows()) // by row, the number of columns at the left that the rule below it leaves free
	n := 0
	for r := g.header; r+1 < g.rows(); r++ {
		if free[r] = d.freeLeft(r); free[r] > 0 {
			n++
		}
	}
	if n < 2 || float64(n) < spanShare*float64(g.rows()-g.header-1) {
		return
	}
	for c := range slices.Max(free) {
		for r := g.header; r < g.rows(); r++ {
			end := r
			for free[end] > c {
				end++
			}
			g.mergeDown(c, r, end)
			r = end
		}
	}
}

// freeLeft counts the columns at the left that are not ruled off below row r if all others are.
func (d *draft) freeLeft(r int) int {
	g := d.grid
	y0, y1 := g.middleOf(r), g.middleOf(r+1)
	from, to := math.Inf(1), math.Inf(-1)
	for _, s := range d.rules {
		if s.Pos > y0 && s.Pos < y1 && s.From >= g.xs[0] && s.To <= g.xs[g.columns()] {
			if slices.Contains(d.drawn, s.Pos) {
				return 0
			}
			from, to = min(from, s.From), max(to, s.To)
		}
	}
	if to < g.xs[g.columns()]-sameExtent-ink.Touch {
		return 0
	}
	c := 0
	for c < g.columns() && g.xs[c+1]-from < freeShare*(g.xs[c+1]-g.xs[c]) {
		c++
	}
	return c
}

// mergeDown joins the cells of a column from row r to row end if exactly one of them has text.
func (g *grid) mergeDown(c, r, end int) {
	at := -1
	for y := r; y <= end; y++ {
		if g.joined[y][c] || (c > 0 && g.joined[y][c-1]) || (len(g.cells[y][c]) > 0 && at >= 0) {
			return
		}
		if len(g.cells[y][c]) > 0 {
			at = y
		}
	}
	if at < 0 || end == r {
		return
	}
	g.cells[at][c], g.cells[r][c] = nil, g.cells[at][c]
	for y := r; y < end; y++ {
		g.below[y][c] = true
	}
}
