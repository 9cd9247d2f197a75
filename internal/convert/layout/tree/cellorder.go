package tree

import (
	"cmp"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// source is what the tree has in a cell: its words, and whether the cell has no content at all, not even an empty
// paragraph.
type source struct {
	words []page.Word
	none  bool
}

// wordsOf returns the words of all cells, in order.
func wordsOf(read [][]source) []page.Word {
	var out []page.Word
	for _, row := range read {
		for _, s := range row {
			out = append(out, s.words...)
		}
	}
	return out
}

// orderCells sorts the cells of rows that the tree lists in a different order from the page, and moves each with its
// source. Some programs add the cells of a row to the tree in the order in which they were drawn.
func orderCells(t *page.Table, read [][]source) {
	toRight := 0
	for _, r := range t.Rows {
		for i := 1; i < len(r.Cells); i++ {
			toRight += cmp.Compare(r.Cells[i].Box.X0, r.Cells[i-1].Box.X0)
		}
	}
	for i, r := range t.Rows {
		if len(r.Cells) < 2 || !sideBySide(r.Cells) {
			continue
		}
		order := make([]int, len(r.Cells))
		for k := range order {
			order[k] = k
		}
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Compare(toRight, 0) * cmp.Compare(r.Cells[a].Box.X0, r.Cells[b].Box.X0)
		})
		cells, sources := make([]page.Cell, len(order)), make([]source, len(order))
		for k, at := range order {
			cells[k], sources[k] = r.Cells[at], read[i][at]
			cells[k].Column = r.Cells[k].Column
		}
		t.Rows[i].Cells, read[i] = cells, sources
	}
}

// sideBySide reports whether each cell of a row has text and occupies one column, and no two texts are above each
// other.
func sideBySide(cells []page.Cell) bool {
	if slices.ContainsFunc(cells, func(c page.Cell) bool { return len(c.Blocks) == 0 || c.ColSpan > 1 || c.RowSpan > 1 }) {
		return false
	}
	boxes := make([]page.Box, len(cells))
	for i, c := range cells {
		boxes[i] = c.Box
	}
	slices.SortFunc(boxes, func(a, b page.Box) int { return cmp.Compare(a.X0, b.X0) })
	for i := 1; i < len(boxes); i++ {
		if boxes[i].X0 < boxes[i-1].X1-ink.Touch {
			return false
		}
	}
	return true
}
