// Package gridlines arranges the cells of tables in columns.
package gridlines

import (
	"cmp"
	"slices"

	"quire/internal/convert/page"
)

// ColumnLimit bounds the columns of a table; Word allows 63.
const ColumnLimit = 1024

// narrow is a width, in twentieths of a point, that leaves no room for text between a cell's margins.
const narrow = 150

// Snap merges grid lines that are so close together that no text fits between them. Such lines, which do not separate
// columns, result from dragging a table's borders row by row. lines holds their positions, in twentieths of a point.
func Snap(t *page.Table, lines []int) {
	last := len(lines) - 1
	used, text := make([]bool, len(lines)), make([]bool, len(lines))
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Column > last || c.Column+c.ColSpan > last {
				return // the table does not follow its grid
			}
			used[c.Column], used[c.Column+c.ColSpan] = true, true
			if filled := len(c.Blocks) > 0; filled && lines[c.Column+c.ColSpan]-lines[c.Column] < narrow {
				text[c.Column] = true
			}
		}
	}
	to, before := make([]int, len(lines)), 0
	for i := range lines {
		to[i] = i
		if !used[i] {
			continue
		}
		if i > 0 && lines[i]-lines[before] < narrow && lines[i] > lines[before] && !text[before] {
			to[i] = before
			continue
		}
		before = i
	}
	for i := range t.Rows {
		t.Rows[i].Cells = slices.DeleteFunc(t.Rows[i].Cells, func(c page.Cell) bool { return to[c.Column] == to[c.Column+c.ColSpan] })
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			c.Column, c.ColSpan = to[c.Column], to[c.Column+c.ColSpan]-to[c.Column]
		}
	}
}

// Compact removes grid lines at which no cell begins; Word keeps many for its own purposes.
func Compact(t *page.Table) {
	var used [ColumnLimit + 1]bool
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			used[c.Column] = true
		}
	}
	var index [ColumnLimit + 2]int // number of used columns before each
	for i, u := range used {
		index[i+1] = index[i]
		if u {
			index[i+1]++
		}
	}
	t.Columns = index[ColumnLimit+1]
	for _, r := range t.Rows {
		for k := range r.Cells {
			c := &r.Cells[k]
			c.Column, c.ColSpan = index[c.Column], max(index[c.Column+c.ColSpan]-index[c.Column], 1)
		}
	}
}

// Fill adds empty cells where a row begins late or ends early, so that every cell is in its own column even
// when cells are merely counted.
func Fill(t *page.Table) {
	cells := 0
	for _, r := range t.Rows {
		cells += len(r.Cells)
	}
	if t.Columns*len(t.Rows) > 4*cells+1000 {
		return // almost all of it is gaps, and filling them would only cost memory
	}
	below := make([]int, t.Columns) // by column, the number of rows that a cell still extends down
	for i := range t.Rows {
		covered := make([]bool, t.Columns)
		for column, n := range below {
			covered[column] = n > 0
			below[column] = max(n-1, 0)
		}
		cells := t.Rows[i].Cells
		for _, c := range cells {
			for column := c.Column; column < min(c.Column+c.ColSpan, t.Columns); column++ {
				covered[column], below[column] = true, max(below[column], c.RowSpan-1)
			}
		}
		for column, c := range covered {
			if !c {
				cells = append(cells, page.Cell{Column: column, ColSpan: 1, RowSpan: 1})
			}
		}
		slices.SortStableFunc(cells, func(a, b page.Cell) int { return cmp.Compare(a.Column, b.Column) })
		t.Rows[i].Cells = cells
	}
}

// Close keeps cells from extending below the last row.
func Close(t *page.Table) {
	rows := t.Rows
	for i := range rows {
		for k := range rows[i].Cells {
			c := &rows[i].Cells[k]
			c.RowSpan = min(c.RowSpan, len(rows)-i)
		}
	}
}

// InCell turns headings inside a cell into plain paragraphs, because they do not structure the document.
func InCell(blocks []page.Block) []page.Block {
	for i := range blocks {
		if blocks[i].Kind == page.Heading {
			blocks[i].Kind, blocks[i].Level = page.Paragraph, 0
		}
	}
	return blocks
}
