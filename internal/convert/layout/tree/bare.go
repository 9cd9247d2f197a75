package tree

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// bareRows reads the rows of a table that is not tagged as one. It returns how many of the elements at the start of
// kids it has read, and how many it has examined. Browsers tag tables without header cells and borders this way.
func (t *reader) bareRows(kids []ink.Kid) (read, seen int) {
	if t.flow == nil { // within a cell
		return 0, len(kids)
	}
	for seen < len(kids) && isBareRow(kids[seen].Element) {
		seen++
	}
	if seen < leastBareRows || len(kids[0].Element.Kids) < 2 {
		return 0, seen
	}
	rows := make([]*ink.Element, seen)
	for i, k := range kids[:seen] {
		rows[i] = asRow(k.Element)
	}
	if t.bareTable(rows) {
		return seen, seen
	}
	return 0, seen
}

// isBareRow reports whether an element may be a row of cells: an anonymous element that contains only anonymous
// elements.
func isBareRow(e *ink.Element) bool {
	return e != nil && len(e.Kids) > 0 && !deeper(e, cellDepth) && e.Hollow() && e.Flat() && !slices.ContainsFunc(e.Kids, func(k ink.Kid) bool {
		return k.Element.Role != ink.RoleAnonymous
	})
}

// deeper reports whether elements are nested more than levels deep in e.
func deeper(e *ink.Element, levels int) bool {
	return slices.ContainsFunc(e.Kids, func(k ink.Kid) bool {
		return k.Element != nil && (levels == 0 || deeper(k.Element, levels-1))
	})
}

// asRow returns a copy of an anonymous element as the row of a table.
func asRow(e *ink.Element) *ink.Element {
	row := &ink.Element{Role: ink.RoleRow}
	for _, k := range e.Kids {
		cell := &ink.Element{Role: ink.RoleCell, RowSpan: 1, ColSpan: 1, Kids: k.Element.Kids}
		row.Kids = append(row.Kids, ink.Kid{Element: cell})
	}
	return row
}

// bareTable makes a table of rows if their cells are arranged in columns on the page, and reports whether it did.
func (t *reader) bareTable(rows []*ink.Element) bool {
	sub := t.apart()
	tt := treeTable{rows: rows}
	table, words := tt.build(sub)
	if table == nil || sub.twice || !sensible(table) || !gridded(table) {
		return false
	}
	t.flushLoose()
	t.take(sub)
	t.addTable(table, words)
	return true
}

// gridded reports whether the rows of a table are one below the other, its columns are side by side, and some texts end
// clearly before the next one begins, unlike running text in pieces.
func gridded(t *page.Table) bool {
	columns := make([]page.Box, t.Columns)
	bottom, aligned := math.Inf(-1), false
	for _, r := range t.Rows {
		row, last := page.Box{}, page.Box{}
		for _, c := range r.Cells {
			if len(c.Blocks) == 0 {
				continue
			}
			aligned = aligned || (last != page.Box{} && c.Box.X0-last.X1 > alignedGap*sizeOf(c))
			columns[c.Column], row, last = extend(columns[c.Column], c.Box), extend(row, c.Box), c.Box
		}
		if row == (page.Box{}) {
			continue
		}
		if row.Y0 < bottom-ink.Touch {
			return false
		}
		bottom = row.Y1
	}
	return aligned && besideEachOther(columns)
}

// besideEachOther reports whether boxes follow each other from left to right, and none is empty.
func besideEachOther(columns []page.Box) bool {
	for i, c := range columns {
		if c == (page.Box{}) || (i > 0 && c.X0 < columns[i-1].X1) {
			return false
		}
	}
	return true
}

// sizeOf returns the type size of a cell with text, in points.
func sizeOf(c page.Cell) float64 {
	if f := c.Blocks[0].Font; f != nil {
		return f.Size
	}
	return 0
}

// extend returns the union of two boxes; the first may be empty.
func extend(a, b page.Box) page.Box {
	if a == (page.Box{}) {
		return b
	}
	return ink.Union(a, b)
}
