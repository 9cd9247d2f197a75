package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// levelGroups moves the names of groups of rows that are level with the space between two rows into the row above that
// space. The two rows must have no text right above or below the name, because its column contains only names of
// groups.
func levelGroups(rows []text.Row) []text.Row {
	var out []text.Row
	for i, r := range rows {
		switch {
		case i > 0 && i+1 < len(rows) && namesGroup(rows[i-1], r, rows[i+1]):
			if out == nil {
				out = slices.Clone(rows[:i])
			}
			above := &out[len(out)-1]
			name := r.Runs[0]
			name.Base = above.Base
			above.Runs = append([]text.Run{name}, above.Runs...)
			above.Box.X0 = min(above.Box.X0, name.Box.X0)
		case out != nil:
			out = append(out, r)
		}
	}
	if out == nil {
		return rows
	}
	return out
}

// namesGroup reports whether a row is the name of a group, in the middle between the rows above and below.
func namesGroup(above, r, below text.Row) bool {
	if len(r.Runs) != 1 || len(above.Runs) < 2 || len(below.Runs) < 2 || !isLabel(r.Runs[0]) {
		return false
	}
	step := below.Base - above.Base
	middle := math.Abs(r.Base-(above.Base+below.Base)/2) <= groupDrift*step
	return middle && step <= groupStep*r.Size && r.Box.X1 < min(above.Runs[0].Box.X0, below.Runs[0].Box.X0)
}

// spanGroups makes names of groups that are between two rows span all the rows that they are centred on.
func (d *draft) spanGroups() {
	names := make([]int, 0, d.rows())
	between := make([]bool, d.rows())
	found := false
	for r := d.header; r < d.rows(); r++ {
		if len(d.cells[r][0]) == 0 {
			continue
		}
		names = append(names, r)
		between[r] = d.isBetween(r)
		found = found || between[r]
	}
	if !found {
		return
	}
	start := d.header
	for _, end := range groupEnds(d.header, d.rows(), names, between) {
		d.mergeDown(0, start, end)
		start = end + 1
	}
}

// isBetween reports whether the text in the first cell of a row is lower than the row's other texts and has nothing
// below it.
func (g *grid) isBetween(r int) bool {
	if len(g.cells[r][0]) != 1 || r+1 == g.rows() || len(g.cells[r+1][0]) > 0 {
		return false
	}
	name := g.cells[r][0][0]
	for _, cell := range g.cells[r][1:] {
		if len(cell) > 0 && name.Base-cell[0].Base > text.SameLine*name.Size {
			return true
		}
	}
	return false
}

// groupEnds returns the last row of every group, given that each name is in the middle of its group and each group
// begins where the one before ends. It returns nil if the groups do not end with the last row.
func groupEnds(first, rows int, names []int, between []bool) []int {
	ends := make([]int, len(names))
	start := first
	for i, r := range names {
		end := 2*r - start
		if between[r] {
			end++
		}
		if end < r || end >= rows || (i+1 < len(names) && end >= names[i+1]) {
			return nil
		}
		ends[i], start = end, end+1
	}
	if start != rows {
		return nil
	}
	return ends
}
