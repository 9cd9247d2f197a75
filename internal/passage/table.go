package passage

import (
	"iter"
	"strings"

	"quire/internal/convert/page"
)

// columnsWords bounds the header rows repeated with every part of a table: spreadsheets can have thousands of
// columns.
const columnsWords = 100

// tableRows are some consecutive rows of a table.
type tableRows struct {
	table   *page.Table
	from    int
	columns string // text of the table's header rows
}

// header returns the text of the header rows, unless the rows themselves begin with them.
func (r *tableRows) header() string {
	if r.from < r.table.HeaderRows {
		return ""
	}
	return r.columns
}

// tableItems yields a table as one item if it fits in a window, otherwise as groups of rows that leave room for the
// words repeated before them. A table that continues from the previous page has the header rows of the table there.
func (s *Splitter) tableItems(base item, b page.Block) iter.Seq[item] {
	base.kind = rows
	t := b.Table
	ends, weights, total := measureRows(t)
	if t.HeaderRows > 0 || !b.Continues {
		s.columns = strings.TrimSpace(beginning(base.blockText[:endOfRows(ends, t.HeaderRows)], columnsWords))
	}
	known := s.columns
	limit := 2 * (s.options.Words - s.options.Overlap)
	if total <= 2*s.options.Words {
		limit = total
	}
	return func(yield func(item) bool) {
		for from, to := range groups(weights, limit) {
			it := base
			it.start, it.end = endOfRows(ends, from), ends[to-1]
			it.table = &tableRows{table: t, from: from, columns: known}
			if !yieldRows(it, sum(weights[from:to]), limit, yield) {
				return
			}
		}
	}
}

// beginning returns the first words of s, at most n.
func beginning(s string, n int) string {
	w := 0
	for end, u := range units(s) {
		if w += u; w >= 2*n {
			return s[:end]
		}
	}
	return s
}

func endOfRows(ends []int, n int) int {
	if n == 0 || len(ends) == 0 {
		return 0
	}
	return ends[min(n, len(ends))-1]
}

func sum(weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	return total
}

// measureRows returns, for each row, the byte offset in the table's text where it ends (newline included) and its
// weight.
func measureRows(t *page.Table) (ends, weights []int, total int) {
	offset := 0
	for i, r := range t.Rows {
		w := 0
		for j, c := range r.Cells {
			text := c.Text()
			offset += len(text)
			if j > 0 {
				offset++
			}
			for _, u := range units(text) {
				w += u
			}
		}
		if i < len(t.Rows)-1 {
			offset++
		}
		ends, weights, total = append(ends, offset), append(weights, w), total+w
	}
	return ends, weights, total
}

// groups splits rows into ranges of at most limit half words. A longer row is a range of its own.
func groups(weights []int, limit int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from := 0; from < len(weights); {
			to, w := from+1, weights[from]
			for to < len(weights) && w+weights[to] <= limit {
				w += weights[to]
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// yieldRows yields a group of rows of weight w. A single row that is longer than limit is split like prose.
func yieldRows(it item, w, limit int, yield func(item) bool) bool {
	if w <= limit {
		it.weight = w
		return w == 0 || yield(it)
	}
	part := it
	part.blockText = it.text()
	for piece := range sentences(part, limit) {
		piece.blockText = it.blockText
		piece.start, piece.end = piece.start+it.start, piece.end+it.start
		if !yield(piece) {
			return false
		}
	}
	return true
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
