package paging

import (
	"cmp"
	"slices"

	"quire/internal/convert/page"
)

// headLimit is the maximum length of header rows that are repeated on each page of a table, in bytes of their text.
const headLimit = 2 << 10

// tablePiece returns the rows between two cuts, below the table's header rows. Cells that a cut goes through continue
// as empty ones.
func (c *clipper) tablePiece(from, to int) *page.Table {
	t := c.table
	part := &page.Table{Columns: t.Columns, HeaderRows: max(t.HeaderRows-from, 0)}
	if from >= t.HeaderRows && from > 0 {
		part.Rows = c.head()
		part.HeaderRows = len(part.Rows)
	}
	part.HeaderRows = min(part.HeaderRows, len(part.Rows)+to-from)
	part.Rows = append(part.Rows, c.rows(from, to)...)
	return part
}

// clipper cuts a table from its first row to its last.
type clipper struct {
	table *page.Table
	read  int        // number of rows read so far
	open  []openCell // cells of those rows that extend below them
	heads []page.Row // rows to repeat; nil until first needed
}

// openCell is a cell and the row above which it ends.
type openCell struct {
	page.Cell
	end int
}

// head returns the table's header rows, or none if they are too long to be repeated.
func (c *clipper) head() []page.Row {
	if c.heads == nil {
		c.heads = []page.Row{}
		head := &page.Table{Rows: c.table.Rows[:c.table.HeaderRows]}
		if len(head.Text()) <= headLimit {
			c.heads = (&clipper{table: c.table}).rows(0, c.table.HeaderRows)
		}
	}
	return slices.Clone(c.heads)
}

// rows copies rows, shortening spans that extend beyond them. Calls must proceed from top to bottom.
func (c *clipper) rows(from, to int) []page.Row {
	c.readTo(from)
	rows := make([]page.Row, to-from)
	if from == to {
		return rows
	}
	c.open = slices.DeleteFunc(c.open, func(o openCell) bool { return o.end <= from })
	for _, o := range c.open {
		o.Blocks, o.RowSpan = nil, min(o.end, to)-from
		rows[0].Cells = append(rows[0].Cells, o.Cell)
	}
	for i := range rows {
		for _, cell := range c.table.Rows[from+i].Cells {
			cell.RowSpan = min(max(cell.RowSpan, 1), to-from-i)
			rows[i].Cells = append(rows[i].Cells, cell)
		}
	}
	c.readTo(to)
	slices.SortStableFunc(rows[0].Cells, func(a, b page.Cell) int { return cmp.Compare(a.Column, b.Column) })
	return rows
}

// readTo records the cells above a row that extend below their own row.
func (c *clipper) readTo(row int) {
	for ; c.read < row; c.read++ {
		for _, cell := range c.table.Rows[c.read].Cells {
			if cell.RowSpan > 1 {
				c.open = append(c.open, openCell{cell, c.read + cell.RowSpan})
			}
		}
	}
}
