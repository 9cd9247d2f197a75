package table

import "slices"

// foldHeader joins a row of the header to the row above it if the two overlap: names that are vertically centred in a
// header of several rows, beside the stacked names that divide it.
func (d *draft) foldHeader() {
	g := d.grid
	for r := min(g.header, g.rows()-1) - 1; r > 0; r-- {
		if g.overlapsAbove(r) && g.aloneInHeader(r) {
			for c, cell := range g.cells[r] {
				g.cells[r-1][c] = append(g.cells[r-1][c], cell...)
			}
			g.dropRow(r)
		}
	}
}

// overlapsAbove reports whether the texts of row r are too close to those of the row above to be a line of their own.
func (g *grid) overlapsAbove(r int) bool {
	for _, above := range slices.Concat(g.cells[r-1]...) {
		for _, u := range slices.Concat(g.cells[r]...) {
			if u.Base-above.Base >= crowded*u.Size {
				return false
			}
		}
	}
	return g.filled(r-1) > 0 && g.filled(r) > 0
}

// aloneInHeader reports whether the texts of row r are the only ones of the header in their columns.
func (g *grid) aloneInHeader(r int) bool {
	for c, cell := range g.cells[r] {
		for y := range g.header {
			if len(cell) > 0 && y != r && len(g.cells[y][c]) > 0 {
				return false
			}
		}
	}
	return true
}
