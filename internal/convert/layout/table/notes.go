package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// partNotes splits the first column before a name at the end of its header, such as that of a column of notes, which
// may be too few to show a gutter. Everything below the name must be clear of all labels.
func (d *draft) partNotes() {
	g := d.grid
	name := g.nameAtEnd()
	if name == nil || g.ruled[1] {
		return
	}
	labels, notes := math.Inf(-1), name.Box.X0
	labelled, below := 0, 0
	for r := range g.rows() {
		for i, u := range g.cells[r][0] {
			switch {
			case g.joined[r][0]:
			case u.Box.X0 < name.Box.X1 && u.Box.X1 > name.Box.X0:
				notes = min(notes, u.Box.X0)
				below++
			default:
				labels = max(labels, u.Box.X1)
				if i == 0 && r >= g.header {
					labelled++
				}
			}
		}
	}
	clear := notes-labels >= tableGutter*name.Size
	if below > 1 && clear && 2*labelled > g.rows()-g.header {
		g.insertColumn((labels + notes) / 2)
	}
}

// nameAtEnd returns the last text of the lowest header in the first column if it is a name, or nil.
func (g *grid) nameAtEnd() *text.Run {
	for r := min(g.header, g.rows()) - 1; r >= 0; r-- {
		if n := len(g.cells[r][0]); n > 0 && !g.joined[r][0] && isLabel(g.cells[r][0][n-1]) {
			return &g.cells[r][0][n-1]
		}
	}
	return nil
}

// insertColumn splits the first column at x, except where it is joined with others.
func (g *grid) insertColumn(x float64) {
	g.xs, g.ruled = slices.Insert(g.xs, 1, x), slices.Insert(g.ruled, 1, false)
	for r := range g.rows() {
		var left, right []text.Run
		for _, u := range g.cells[r][0] {
			if u.Box.X0 > x && !g.joined[r][0] {
				right = append(right, u)
			} else {
				left = append(left, u)
			}
		}
		g.cells[r] = slices.Insert(g.cells[r], 1, right)
		g.cells[r][0] = left
		g.joined[r] = slices.Insert(g.joined[r], 1, g.joined[r][0])
		g.below[r] = slices.Insert(g.below[r], 1, g.below[r][0] && g.joined[r][0])
	}
}
