package tree

import (
	"slices"

	"quire/internal/convert/page"
)

// owner is the lowest cell so far in some column.
type owner struct {
	cell *page.Cell
	row  int
}

// placeMerged moves the cells of rows that begin with empty cells to the columns of the texts above and below them. A
// word processor begins a row with a cell without content for each cell that continues from the row above, in whatever
// column.
func placeMerged(t *page.Table, read [][]source) {
	columns := usualBoxes(t)
	above := make([]owner, t.Columns)
	for r := range t.Rows {
		if order := underTexts(t.Rows[r].Cells, columns); order != nil {
			t.Rows[r].Cells, read[r] = merge(r, order, t.Rows[r].Cells, read[r], above)
		}
		for i := range t.Rows[r].Cells {
			c := &t.Rows[r].Cells[i]
			for x := range c.ColSpan {
				above[c.Column+x] = owner{c, r}
			}
		}
	}
}

// merge returns the cells of a row in another order. It drops those without content that continue a cell above, and
// extends that cell.
func merge(row int, order []int, cells []page.Cell, read []source, above []owner) ([]page.Cell, []source) {
	var out []page.Cell
	var sources []source
	for column, at := range order {
		if o := above[column]; read[at].none && o.cell != nil && o.cell.ColSpan == 1 && o.row+o.cell.RowSpan == row {
			o.cell.RowSpan++
			continue
		}
		c := cells[at]
		c.Column = column
		out, sources = append(out, c), append(sources, read[at])
	}
	return out, sources
}

// usualBoxes returns the median horizontal extent of each column's texts. It is empty for columns with few texts.
func usualBoxes(t *page.Table) []page.Box {
	left, right := make([][]float64, t.Columns), make([][]float64, t.Columns)
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.ColSpan == 1 && len(c.Blocks) > 0 {
				left[c.Column], right[c.Column] = append(left[c.Column], c.Box.X0), append(right[c.Column], c.Box.X1)
			}
		}
	}
	out := make([]page.Box, t.Columns)
	for c := range out {
		if n := len(left[c]); n >= leastUsual {
			slices.Sort(left[c])
			slices.Sort(right[c])
			out[c] = page.Box{X0: left[c][n/2], X1: right[c][n/2]}
		}
	}
	return out
}

// underTexts returns the order in which the cells of a row that begins with empty cells are under the usual texts of
// their columns, with the empty cells in between. It is nil if they already are, or if a cell is under none.
func underTexts(cells []page.Cell, columns []page.Box) []int {
	other := func(c page.Cell) bool { return c.ColSpan != 1 || c.RowSpan != 1 }
	first := slices.IndexFunc(cells, func(c page.Cell) bool { return len(c.Blocks) > 0 })
	if len(cells) != len(columns) || first < 1 || slices.ContainsFunc(cells, other) {
		return nil
	}
	var order []int
	empty := 0 // this many of the first cells have a place
	for i := first; i < len(cells); i++ {
		text := len(cells[i].Blocks) > 0
		for text && empty < first && !overlap(cells[i].Box, columns[len(order)]) {
			order, empty = append(order, empty), empty+1
		}
		if text && !overlap(cells[i].Box, columns[len(order)]) {
			return nil
		}
		order = append(order, i)
	}
	for ; empty < first; empty++ {
		order = append(order, empty)
	}
	if slices.IsSorted(order) {
		return nil
	}
	return order
}

func overlap(a, b page.Box) bool { return a.X0 < b.X1 && a.X1 > b.X0 }
