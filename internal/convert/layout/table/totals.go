package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// spanTotals makes the labels of the last rows, such as those of an invoice's totals, span all columns before their
// figures if they are set in the middle or at the end of these. Otherwise such a label would end up in a column of
// figures, or in a column of its own.
func (d *draft) spanTotals() {
	g := d.grid
	for r := g.rows() - 1; r > g.header; r-- {
		c, to := g.totalLabel(r)
		if c < 0 || !g.open(r) || !g.spansTo(r, c, to) {
			return
		}
		g.cells[r][0], g.cells[r][c] = g.cells[r][c], nil
		for k := range to {
			g.joined[r][k] = true
		}
	}
}

// totalLabel returns the column of the only label of a row, if it is not in the first column and is followed only by
// figures, and the last column before the figures. c is -1 if there is no such label.
func (g *grid) totalLabel(r int) (c, to int) {
	c = slices.IndexFunc(g.cells[r], func(runs []text.Run) bool { return len(runs) > 0 })
	if c < 1 || len(g.cells[r][c]) != 1 || !isLabel(g.cells[r][c][0]) {
		return -1, 0
	}
	to = c
	for to+1 < g.columns() && len(g.cells[r][to+1]) == 0 {
		to++
	}
	if to+1 >= g.columns() {
		return -1, 0
	}
	for _, cell := range g.cells[r][to+1:] {
		if slices.ContainsFunc(cell, func(u text.Run) bool { return !text.IsNumeric(u.Text()) }) {
			return -1, 0
		}
	}
	return c, to
}

// spansTo reports whether the text of a cell is centred over the columns up to and including to, or is at the end of
// the last among figures.
func (g *grid) spansTo(r, c, to int) bool {
	u := g.cells[r][c][0]
	from, end, figures, others := math.Inf(1), math.Inf(-1), 0, 0
	for y := range g.rows() {
		for k := range to + 1 {
			for _, x := range g.cells[y][k] {
				if y == r || g.joined[y][k] || len(g.cells[y][0]) == 0 {
					continue
				}
				from, end = min(from, x.Box.X0), max(end, x.Box.X1)
				switch {
				case k != to:
				case text.IsNumeric(x.Text()):
					figures++
				case y >= g.header:
					others++
				}
			}
		}
	}
	if figures <= others {
		return false
	}
	atEnd := math.Abs(u.Box.X1-end) <= alignSlack*u.Size
	return atEnd || math.Abs(u.Box.X0+u.Box.X1-from-end)/2 <= max(u.Size, centreShare*(end-from))
}
