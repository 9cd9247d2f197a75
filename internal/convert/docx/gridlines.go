package docx

import (
	"cmp"
	"slices"
	"strconv"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// narrow is a width, in twentieths of a point, that holds no text between a cell's margins.
const narrow = 150

// readGrid reads the current w:tblGrid: where the grid lines of a table stand, from 0, in twentieths of a point.
func readGrid(c *opc.Cursor) ([]int, error) {
	lines := []int{0}
	err := c.Each(func(e opc.Element) error {
		if width, err := strconv.Atoi(e.Attr("w")); e.Name == "w:gridCol" && err == nil && len(lines) <= columnLimit {
			lines = append(lines, lines[len(lines)-1]+min(max(width, 0), 1<<20))
		}
		return nil
	})
	return lines, err
}

// snapLines makes one of grid lines that stand so close that there is no text between them: whoever drags the borders
// of a table row by row leaves such pairs, and they are no columns.
func snapLines(t *page.Table, lines []int) {
	last := len(lines) - 1
	used, text := make([]bool, len(lines)), make([]bool, len(lines))
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Column > last || c.Column+c.ColSpan > last {
				return // the table does not keep to its grid
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

// compactColumns drops grid lines at which no cell begins: Word keeps many that only it needs.
func compactColumns(t *page.Table) {
	var used [columnLimit + 1]bool
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			used[c.Column] = true
		}
	}
	var index [columnLimit + 2]int // the used columns before each
	for i, u := range used {
		index[i+1] = index[i]
		if u {
			index[i+1]++
		}
	}
	t.Columns = index[columnLimit+1]
	for _, r := range t.Rows {
		for k := range r.Cells {
			c := &r.Cells[k]
			c.Column, c.ColSpan = index[c.Column], max(index[c.Column+c.ColSpan]-index[c.Column], 1)
		}
	}
}

// fillGaps adds empty cells where a row begins late or ends early, so that every cell stands in its own column also
// where cells are only counted.
func fillGaps(t *page.Table) {
	cells := 0
	for _, r := range t.Rows {
		cells += len(r.Cells)
	}
	if t.Columns*len(t.Rows) > 4*cells+1000 {
		return // almost all gaps: filling them would only cost memory
	}
	below := make([]int, t.Columns) // rows that a cell still reaches down, by column
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
