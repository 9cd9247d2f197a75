package tree

import "math"

// refused reads a table whose tagged cells do not form a grid. If the page shows its rows, the table is laid out by
// position, because the tree alone would give a paragraph for each cell. Spreadsheets, for example, list the cells of a
// row in the order in which they were drawn, among any number of empty ones.
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

// showsRows reports whether rows have texts side by side on the page. Long texts side by side are columns of text
// instead.
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
	return rows >= min(leastShown, len(tt.rows)) && words <= cellWords*cells
}
