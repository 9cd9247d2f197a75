package document

import (
	"math"
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// tableShape holds what decides whether a table continues over a page break.
type tableShape struct {
	columns int
	header  []string // the texts of its first cells: of the header, or of one row
	headed  bool
	low     bool      // it reaches the lower part of the page
	edges   []float64 // left edges of the columns, and the right edge of the table
}

func shapeOf(p *page.Page, b page.Block) *tableShape {
	t := b.Table
	shape := &tableShape{
		columns: t.Columns, headed: isHeaded(t), low: b.Box.Y1 > cutBelow*p.Height,
		edges: make([]float64, t.Columns+1),
	}
	for i := range shape.edges {
		shape.edges[i] = math.NaN()
	}
	for r, row := range t.Rows {
		for _, c := range row.Cells {
			if r < max(t.HeaderRows, 1) {
				shape.header = append(shape.header, c.Text())
			}
			if c.Column < t.Columns && c.Box.X1 > c.Box.X0 {
				shape.edges[c.Column] = c.Box.X0
			}
		}
	}
	shape.edges[t.Columns] = b.Box.X1
	return shape
}

// isHeaded reports whether a table shows by itself that it begins with a header: the header has several rows, or the first row, and not
// the second, is bold.
func isHeaded(t *page.Table) bool {
	if t.HeaderRows > 1 {
		return true
	}
	return len(t.Rows) > 1 && boldRow(t.Rows[0]) && !boldRow(t.Rows[1])
}

// boldRow reports whether a row has text and all of it is bold.
func boldRow(r page.Row) bool {
	bold := false
	for _, c := range r.Cells {
		for _, b := range c.Blocks {
			if b.Font == nil || !b.Font.Bold {
				return false
			}
			bold = true
		}
	}
	return bold
}

// goesOn reports whether rest is the same table on the next page: it repeats the header, or it has none, its
// columns are in the same places, and the page cut the table off. A different header makes it another table.
func (t *tableShape) goesOn(rest *tableShape) bool {
	if t == nil || t.columns != rest.columns || t.columns < 2 {
		return false
	}
	if slices.Equal(t.header, rest.header) && strings.Join(rest.header, "") != "" {
		return true
	}
	return !rest.headed && t.low && slices.EqualFunc(t.edges, rest.edges, func(a, b float64) bool { return math.Abs(a-b) <= columnDrift })
}

// goOn marks b as the continuation of the previous table. Unless it repeats the header, its first row is an
// ordinary one.
func (t *tableShape) goOn(b *page.Block, rest *tableShape) {
	b.Continues = true
	if slices.Equal(t.header, rest.header) {
		return
	}
	table := *b.Table
	table.HeaderRows = 0
	for _, r := range table.Rows {
		for i := range r.Cells {
			r.Cells[i].Header = false
		}
	}
	b.Table = &table
}
