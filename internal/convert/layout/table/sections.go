package table

import (
	"math"

	"quire/internal/convert/layout/text"
)

// spanSections makes the name of a group of rows, alone in its row, span all columns if it extends over several.
// Whether the row of a shorter name has other cells is unknown.
func (d *draft) spanSections() {
	g := d.grid
	for r := g.header; r < g.rows(); r++ {
		if g.filled(r) != 1 || !g.open(r) {
			continue
		}
		if c := g.centredName(r); c > 0 {
			g.cells[r][0], g.cells[r][c] = g.cells[r][c], nil
			g.joined[r][0] = true
		}
		if len(g.cells[r][0]) == 0 || !g.joined[r][0] {
			continue
		}
		for c := range g.columns() - 1 {
			g.joined[r][c] = true
		}
	}
}

// isName reports whether line i is a text in a row of its own that begins in the first of several columns. It is not
// split where one of its words happens to begin at the edge of a column.
func (g *grid) isName(rows []text.Row, i int) bool {
	if g.columns() < looseColumns || !g.section(rows[i]) || !isLabel(rows[i].Runs[0]) {
		return false
	}
	at := interval(g.ys, rows[i].Middle())
	shared := (i > 0 && interval(g.ys, rows[i-1].Middle()) == at) || (i+1 < len(rows) && interval(g.ys, rows[i+1].Middle()) == at)
	return at >= g.header && !shared
}

// open reports whether no line is drawn between the cells of a row, and none of them belongs to a cell of
// several rows.
func (g *grid) open(r int) bool {
	for c := range g.columns() {
		drawn := c > 0 && g.ruled[c] && !g.joined[r][c-1]
		if drawn || g.below[r][c] || (r > 0 && g.below[r-1][c]) {
			return false
		}
	}
	return true
}

// centredName returns the column of the only text of a row if it extends over several columns in the middle of the
// table, or 0.
func (g *grid) centredName(r int) int {
	for c := 1; c < g.columns(); c++ {
		if len(g.cells[r][c]) != 1 || !g.joined[r][c] || !isLabel(g.cells[r][c][0]) {
			continue
		}
		u := g.cells[r][c][0]
		if math.Abs(u.Box.X0+u.Box.X1-g.xs[0]-g.xs[g.columns()])/2 <= nameSlack*u.Size {
			return c
		}
	}
	return 0
}
