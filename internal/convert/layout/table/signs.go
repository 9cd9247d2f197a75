package table

import (
	"slices"

	"quire/internal/pattern"
)

// currencySign matches a sign at the left edge of a column of amounts, afterSign one at the right edge of a column of
// figures.
var (
	currencySign = pattern.New(`^(?:\(|-?\(?(?:[A-Z]{1,3})?[$€£¥])$`)
	afterSign    = pattern.New(`^(?:\)|\)?\s?%\)?)$`)
)

// joinSigns joins a column that contains only the signs of the figures next to it to the column of those figures, for
// example where every cell of a statement has its own fill. Columns between drawn lines are left alone.
func (d *draft) joinSigns() {
	g := d.grid
	for c := g.columns() - 1; c > 0; c-- {
		switch {
		case c+1 < g.columns() && !g.ruled[c+1] && g.signsOf(c, c+1, currencySign):
			g.joinColumns(c, c+1)
		case c > 1 && !g.ruled[c] && g.signsOf(c, c-1, afterSign):
			g.joinColumns(c, c-1)
		}
	}
}

// signsOf reports whether all texts of column c are signs, each beside a text in column of.
func (g *grid) signsOf(c, of int, sign *pattern.Pattern) bool {
	n := 0
	for r := range g.rows() {
		switch cell := g.cells[r][c]; {
		case len(cell) == 0:
		case len(cell) == 1 && sign.MatchString(cell[0].Text()):
			if len(g.cells[r][of]) == 0 {
				return false
			}
			n++
		case r >= g.header || len(g.cells[r][of]) > 0:
			return false
		}
	}
	return n > 0
}

// joinColumns moves the texts of a column into a neighbouring one and drops it.
func (g *grid) joinColumns(c, into int) {
	for r := range g.rows() {
		cell := slices.Concat(g.cells[r][min(c, into)], g.cells[r][max(c, into)])
		g.cells[r][into], g.cells[r][c] = slices.Clip(cell), nil
	}
	g.dropColumn(c)
}
