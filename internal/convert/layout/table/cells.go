package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// Tables on pages printed from spreadsheets.
const (
	// blankStep is the least distance between two rows with an empty row between them, relative to the usual distance.
	blankStep = 1.55
	// overflow is the share of rows whose texts may cover the gap between two columns, because a long text overflows
	// into empty cells.
	overflow = .1
	// leastBetween is the least white space between two columns of cells, in points.
	leastBetween = .5
	// maxCellColumns and maxCells are the maximum numbers of columns and cells of a table on one page. No page has room
	// for more.
	maxCellColumns = 200
	maxCells       = 100_000
)

// Cells makes tables from the text of a page printed from a spreadsheet, where every text is in a cell. Empty rows
// separate tables. Rows of a single cell above a table are titles and are returned in rest.
func Cells(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	for _, part := range cellParts(text.Rows(runs)) {
		titles := titleRows(part)
		g := cellGrid(part[titles:])
		if g == nil {
			titles = len(part)
		}
		for _, r := range part[:titles] {
			rest = append(rest, r.Runs...)
		}
		if g != nil {
			d := draft{grid: g}
			tables = append(tables, d.finish(nil))
		}
	}
	return tables, rest
}

// cellParts splits rows where there is an empty row between them.
func cellParts(rows []text.Row) [][]text.Row {
	limit := blankStep * cellHeight(rows)
	var parts [][]text.Row
	start := 0
	for i := 1; i <= len(rows); i++ {
		if i == len(rows) || rows[i].Base-rows[i-1].Base > limit {
			parts = append(parts, rows[start:i])
			start = i
		}
	}
	return parts
}

// titleRows counts the rows of a single cell above a table.
func titleRows(rows []text.Row) int {
	first := slices.IndexFunc(rows, func(r text.Row) bool { return len(r.Runs) > 1 })
	if first < 0 {
		return len(rows)
	}
	return first
}

// cellHeight returns the usual distance between neighbouring rows. Most rows may have empty ones between them.
func cellHeight(rows []text.Row) float64 {
	var steps []float64
	for i := 1; i < len(rows); i++ {
		if step := rows[i].Base - rows[i-1].Base; step >= rows[i].Size {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return math.Inf(1)
	}
	slices.Sort(steps)
	return steps[len(steps)/quartile]
}

// cellGrid returns a table with a row for every row of text, or nil if there is none or it is too large for a page.
func cellGrid(rows []text.Row) *grid {
	if len(rows) == 0 {
		return nil
	}
	box := bounds(rows)
	xs := []float64{box.X0 - 1}
	xs = append(append(xs, cellEdges(rows)...), box.X1+1)
	if len(xs) > maxCellColumns || len(xs)*len(rows) > maxCells {
		return nil
	}
	ys := []float64{box.Y0 - 1}
	for i := 1; i < len(rows); i++ {
		ys = append(ys, (rows[i-1].Box.Y1+rows[i].Box.Y0)/2)
	}
	g := newGrid(xs, append(ys, box.Y1+1))
	g.findStarts(rows)
	for i, row := range rows {
		for _, r := range row.Runs {
			g.putCells(i, r)
		}
	}
	for c := g.columns() - 2; c >= 0; c-- {
		if g.isOneColumn(c) {
			g.uniteColumns(c)
		}
	}
	return g
}

// isOneColumn reports whether a column and the next are really one, with words such as a header at the left of its
// cells and figures at the right.
func (g *grid) isOneColumn(c int) bool {
	for r := range g.rows() {
		words, figures := g.cells[r][c], g.cells[r][c+1]
		if len(words) > 0 && (len(figures) > 0 || text.IsNumeric(words[0].Text())) {
			return false
		}
		if len(figures) > 0 && !text.IsNumeric(figures[0].Text()) {
			return false
		}
	}
	return true
}

// uniteColumns joins a column and the next one.
func (g *grid) uniteColumns(c int) {
	for r := range g.rows() {
		g.cells[r][c] = append(g.cells[r][c], g.cells[r][c+1]...)
		g.cells[r] = slices.Delete(g.cells[r], c+1, c+2)
		g.joined[r] = slices.Delete(g.joined[r], c+1, c+2)
		g.below[r] = slices.Delete(g.below[r], c+1, c+2)
	}
	g.xs, g.ruled = slices.Delete(g.xs, c+1, c+2), slices.Delete(g.ruled, c+1, c+2)
}

// putCells puts the parts of a run into the cells where they begin.
func (g *grid) putCells(row int, r text.Run) {
	start := 0
	for i := 1; i <= len(r.Words); i++ {
		if i < len(r.Words) && !g.parts(row, r.Words[i-1], r.Words[i]) {
			continue
		}
		u := text.NewRun(r.Words[start:i])
		first := u.Words[0].Box
		c := interval(g.xs, (first.X0+first.X1)/2)
		g.cells[row][c] = append(g.cells[row][c], u)
		start = i
	}
}

// cellEdges returns the middles of the gaps between columns. Rows of a single cell do not count, because their text may
// overflow into all columns.
func cellEdges(rows []text.Row) []float64 {
	type edge struct {
		x     float64
		opens int
	}
	var edges []edge
	several := countSeveral(rows)
	for _, row := range rows {
		if len(row.Runs) < 2 && several > 0 {
			continue
		}
		for _, r := range row.Runs {
			edges = append(edges, edge{r.Box.X0, 1}, edge{r.Box.X1, -1})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	most := int(overflow * float64(several))
	var out []float64
	open := 0
	for i := 0; i+1 < len(edges); i++ {
		open += edges[i].opens
		if open <= most && edges[i].opens < 0 && edges[i+1].opens > 0 && edges[i+1].x-edges[i].x > leastBetween {
			out = append(out, (edges[i].x+edges[i+1].x)/2)
		}
	}
	return out
}
