package tree

import "math"

// refused reads a table whose cells, as the tree has them, form no grid. If the page shows its rows, the table is laid
// out by position, because the tree alone would have a paragraph for each cell. Spreadsheets, for one, list the cells
// of a row in the order in which they were drawn, between any number of empty ones.
func (t *reader) refused(tt *treeTable) {
	byPosition := t.flow != nil && !tt.layout && !tt.nested && tt.showsRows(t.apart())
	for _, r := range tt.rows {
		if byPosition {
			t.loose = append(t.loose, t.all(r)...)
		} else {
			t.group(r)
		}
	}
	t.flushLoose()
}

// showsRows reports whether rows have texts beside each other on the page. Long texts there are columns of text.
func (tt *treeTable) showsRows(sub *reader) bool {
	rows, cells, words := 0, 0, 0
	for _, r := range tt.rows {
		level, base := false, math.Inf(1)
		for _, c := range cellsOf(r) {
			text := sub.all(c)
			if len(text) == 0 {
				continue
			}
			level = level || math.Abs(text[0].Base-base) < upwards/2*text[0].Size
			base = text[0].Base
			cells, words = cells+1, words+len(text)
		}
		if level {
			rows++
		}
	}
	return rows >= leastShown && words <= cellWords*cells
}
