package table

import (
	"slices"

	"quire/internal/convert/layout/text"
)

// partLevel separates cells without a line between them if the lower text is level with figures that do have a line
// above them: the rule of a header is often drawn only below the names of the figures, and that of a total only above
// the figures. A text of several lines beside several rows is kept together where the next word did not fit.
func (d *draft) partLevel() {
	for r := range d.rows() - 1 {
		bases := d.figureBases(r)
		if len(bases) < levelFigures {
			continue
		}
		for c := range d.columns() {
			if d.grid.below[r][c] && len(d.cells[r+1][c]) > 0 && d.standsApart(r, c) && isLevel(d.cells[r+1][c][0], bases) {
				d.grid.below[r][c] = false
			}
		}
	}
}

// figureBases returns the baselines, in order, of the cells of row r+1 that have a figure and a line above them.
func (g *grid) figureBases(r int) []float64 {
	var bases []float64
	for c := range g.columns() {
		if i := slices.IndexFunc(g.cells[r+1][c], isFigure); i >= 0 && !g.below[r][c] {
			bases = append(bases, g.cells[r+1][c][i].Base)
		}
	}
	slices.Sort(bases)
	return bases
}

func isFigure(u text.Run) bool { return text.IsNumeric(u.Text()) }

// isAmount reports whether a text is a figure, and not a year or a unit, which name columns.
func isAmount(s string) bool {
	return text.IsNumeric(s) && !year.MatchString(s) && !unit.MatchString(s)
}

// standsApart reports whether the text of cell c of row r+1 does not continue that of the cell above it.
func (g *grid) standsApart(r, c int) bool {
	lower := g.cells[r+1][c][0]
	if n := len(g.cells[r][c]); n > 0 {
		upper := g.cells[r][c][n-1]
		return isLabel(lower) && !fills(upper, lower, g.xs[c+1]-upper.Box.X0)
	}
	return slices.ContainsFunc(g.cells[r+1][c], isFigure)
}

// isLevel reports whether several of the figures with the given baselines, in order, are level with a text.
func isLevel(u text.Run, bases []float64) bool {
	slack := text.SameLine * u.Size
	i, _ := slices.BinarySearch(bases, u.Base-slack)
	last := i + levelFigures - 1
	return last < len(bases) && bases[last] <= u.Base+slack
}
