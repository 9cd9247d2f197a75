package table

import (
	"slices"

	"quire/internal/convert/layout/text"
)

// joinItemLines joins rows that continue the description of an item above to that item, in tables where other
// descriptions have several lines. Such rows have no figures and are as close to the text above as its own lines are to
// each other.
func (d *draft) joinItemLines() {
	g := d.grid
	numeric, several := g.itemColumns()
	if len(numeric) < leastItemFigures {
		return
	}
	keep := make([]bool, g.rows())
	item := -1
	for r := range keep {
		keep[r] = true
		switch {
		case r < g.header:
		case slices.ContainsFunc(numeric, func(c int) bool { return len(g.cells[r][c]) > 0 }):
			item = r
		case item >= 0 && g.goesOnBelow(item, r, several):
			for c, runs := range g.cells[r] {
				g.cells[item][c] = append(g.cells[item][c], runs...)
			}
			keep[r] = false
		default:
			item = -1
		}
	}
	g.keepRows(keep)
}

// itemColumns returns the columns with nothing but figures, if the last column with text is one, and marks those in which
// a row has several lines.
func (g *grid) itemColumns() (numeric []int, several []bool) {
	several = make([]bool, g.columns())
	last := -1
	for c := range several {
		filled, figures := 0, 0
		for _, cells := range g.cells[g.header:] {
			if len(cells[c]) == 0 {
				continue
			}
			last = c
			filled++
			if len(cells[c]) == 1 && isFigure(cells[c][0]) {
				figures++
			}
			several[c] = several[c] || cells[c][len(cells[c])-1].Base-cells[c][0].Base > text.SameLine*cells[c][0].Size
		}
		if filled >= leastItems && figures == filled {
			numeric = append(numeric, c)
		}
	}
	if !slices.Contains(numeric, last) {
		return nil, nil
	}
	return numeric, several
}

// goesOnBelow reports whether every text of a row continues that of an item in its column.
func (g *grid) goesOnBelow(item, row int, several []bool) bool {
	if len(g.cells[row][0]) > 0 || slices.Contains(g.joined[row], true) || slices.Contains(g.below[row], true) {
		return false
	}
	found := false
	for c, runs := range g.cells[row] {
		if len(runs) == 0 {
			continue
		}
		above := g.cells[item][c]
		if !several[c] || len(above) == 0 || slices.ContainsFunc(runs, isFigure) {
			return false
		}
		upper, lower := above[len(above)-1], runs[0]
		if lower.Base-upper.Base > tightStep*lower.Size || (boldRun(lower) && !boldRun(upper)) {
			return false
		}
		found = true
	}
	return found
}

// keepRows drops the rows that are not marked, whose texts are in rows above.
func (g *grid) keepRows(keep []bool) {
	n := 0
	for r, k := range keep {
		if k {
			g.cells[n], g.joined[n], g.below[n], g.ys[n] = g.cells[r], g.joined[r], g.below[r], g.ys[r]
			n++
		}
	}
	g.ys[n] = g.ys[len(keep)]
	g.cells, g.joined, g.below, g.ys = g.cells[:n], g.joined[:n], g.below[:n], g.ys[:n+1]
}
