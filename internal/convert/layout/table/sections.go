package table

// spanSections lets the name of a group of rows, alone in its row, span all columns if it lies over several. A
// shorter one does not show whether its row has other cells.
func (d *draft) spanSections() {
	g := d.grid
	for r := g.header; r < g.rows(); r++ {
		if g.filled(r) != 1 || len(g.cells[r][0]) == 0 || !g.joined[r][0] || !g.open(r) {
			continue
		}
		for c := range g.columns() - 1 {
			g.joined[r][c] = true
		}
	}
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
