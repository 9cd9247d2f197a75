package table

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// holdsData reports whether a grid below a header of that many lines is a table: its texts are not columns of prose, or
// they explain the names beside them.
func (g *grid) holdsData(lines int) bool { return g.convincing(2) || (lines > 2 && g.explains()) }

// explains reports whether the rows of a grid are names with explanations below a ruled header: every row has a short
// name, and every column begins where its header does. The explanations may be whole paragraphs, which elsewhere would
// mean columns of prose.
func (g *grid) explains() bool {
	if g.header != 1 || g.rows() < 2 || !g.populated(2) {
		return false
	}
	words := 0
	for r := range g.rows() {
		if len(g.cells[r][0]) == 0 || g.joined[r][0] {
			return false
		}
		for _, u := range g.cells[r][0] {
			if r > 0 {
				words += text.CountWords(u.Words)
			}
		}
	}
	return float64(words) <= labelWords*float64(g.rows()-1) && g.beginsBelowHeader()
}

// beginsBelowHeader reports whether every column has a one-line header at whose left edge its texts begin.
func (g *grid) beginsBelowHeader() bool {
	for c := range g.columns() {
		if len(g.cells[0][c]) != 1 || !isLabel(g.cells[0][c][0]) {
			return false
		}
		edge, level, texts := g.cells[0][c][0].Box.X0, 0, 0
		for r := 1; r < g.rows(); r++ {
			for _, u := range g.cells[r][c] {
				if texts++; math.Abs(u.Box.X0-edge) <= ink.Snap {
					level++
				}
			}
		}
		if float64(level) < alignedShare*float64(texts) {
			return false
		}
	}
	return true
}
