package table

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// levelBand is a band whose lines may be records, with the text of each line by column.
type levelBand struct {
	*band
	cells   []map[int]text.Run
	records []bool
}

// level returns the lines of a band by column. Records are lines with texts in several columns, at least half of them
// figures.
func (b *band) level() levelBand {
	l := levelBand{band: b, cells: make([]map[int]text.Run, len(b.rows)), records: make([]bool, len(b.rows))}
	for k, r := range b.rows {
		l.cells[k] = map[int]text.Run{}
		for _, u := range r.Runs {
			c := columnOf(u, b.xs)
			if first, ok := l.cells[k][c]; ok {
				first.Box = ink.Union(first.Box, u.Box)
				u = first
			}
			l.cells[k][c] = u
		}
		l.records[k] = len(l.cells[k]) >= leastLevel && 2*numerals(r) >= len(l.cells[k])
	}
	return l
}

// split separates the lines of a band that are records although there are few of them: figures are level in several
// columns, where the next figure would have fitted. Texts beside them are cells that span all records, such as a name
// at half the height of two lines of figures.
func (l levelBand) split() {
	paired, whole := 0, make([]bool, len(l.whole))
	for c := range whole {
		own, used := l.onRecords(c)
		switch whole[c] = !own; {
		case own:
			paired++
		case used && c > 0:
			paired--
		}
	}
	if paired < leastLevel {
		return
	}
	last := -1
	for k := range l.rows {
		if !l.records[k] && (whole[0] || !l.lone(k)) {
			continue
		}
		if last >= 0 {
			l.part(last, k)
		}
		last = k
	}
	l.whole = whole
}

// onRecords reports whether a column has a text of its own in several records and nothing between them, and whether it
// has any text. In the first column, names of groups may be above records.
func (l levelBand) onRecords(column int) (own, used bool) {
	last, n := -1, 0
	for k := range l.rows {
		if _, ok := l.cells[k][column]; !ok {
			continue
		}
		between := !l.records[k] && (column > 0 || !l.lone(k))
		if between || (last >= 0 && l.goesOn(column, last, k)) {
			return false, true
		}
		if last = k; l.records[k] {
			n++
		}
	}
	return n > 1, last >= 0
}

// goesOn reports whether the text of a column in one row may continue in a lower one: it is close, and the next word
// did not fit. Figures do not continue figures.
func (l levelBand) goesOn(column, above, below int) bool {
	upper, lower := l.cells[above][column], l.cells[below][column]
	if lower.Base-upper.Base > tightStep*lower.Size || (isFigure(upper) && isFigure(lower)) {
		return false
	}
	left, right := upper.Box.X0-l.xs[column], l.xs[column+1]-upper.Box.X1
	margin := min(max(min(left, right), 0), cellMargin*upper.Size)
	return fills(upper, lower, l.xs[column+1]-l.xs[column]-2*margin)
}

// splitTitle separates the title of a band from the only record below it, if titles in other bands of the table have
// several records.
func (l levelBand) splitTitle() {
	if len(l.rows) != 2 || !l.lone(0) || !l.records[1] {
		return
	}
	if label, ok := l.cells[1][0]; ok && !startsSmall(label) && !l.goesOn(0, 0, 1) {
		l.part(0, 1)
	}
}
