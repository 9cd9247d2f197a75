package table

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// FewRecords makes tables of a few records below a header in different type, such as the two items of an invoice, which
// are too few for other finders. Instead of more rows, the header is the proof: it has a label for every text, and later
// columns hold figures. The runs outside the tables are returned in rest.
func FewRecords(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	return proposed(rows, text.Loosen(rows), fewGrid)
}

// fewGrid proposes a grid from the first rows and returns their number. The grid is nil if they are not clearly a table.
func fewGrid(rows []text.Row) (*grid, int) {
	end := labelledRows(rows)
	if end < 2 {
		return nil, 0
	}
	whole := totalsEnd(rows, end)
	if recordsGoOn(rows, whole) {
		return nil, 0
	}
	rows, totals := rows[:end], rows[end:whole]
	figures := quantityColumns(rows)
	switch allFigures := figures == len(rows[0].Runs)-1; {
	case allFigures && figures >= loneFigures, allFigures && figures >= fewFigures && end > fewRecords:
	case end > fewRecords && (figures >= fewFigures || endsInAmounts(rows)) && areUnderLabels(rows):
	default:
		return nil, 0
	}
	records := recordsInOrder(rows)
	xs := []float64{math.Inf(-1)}
	for _, label := range rows[0].Runs[1:] {
		xs = append(xs, label.Box.X0)
	}
	last := len(xs) - 1
	for _, r := range totals {
		before := min(interval(append(xs, math.Inf(1)), r.Box.X0+ink.Snap), last-1)
		records = append(records, []stack{{before, r.Runs[:1]}, {last, r.Runs[1:]}})
	}
	return stackGrid(records, append(xs, math.Inf(1))), whole
}

// totalsEnd returns the end of the rows from the given one onwards that are totals of the records above: a label, and a
// figure below the last one of the record or its label.
func totalsEnd(rows []text.Row, end int) int {
	last := len(rows[0].Runs) - 1
	name, figure := rows[0].Runs[last], rows[end-1].Runs[last]
	for ; end < len(rows) && len(rows[end].Runs) == 2; end++ {
		label, sum := rows[end].Runs[0], rows[end].Runs[1]
		far := rows[end].Base-rows[end-1].Base > fewStep*rows[end].Size
		if far || !isLabel(label) || !isQuantity(sum) || !(levelWith(sum, figure) || levelWith(sum, name)) {
			break
		}
	}
	return end
}

// labelledRows returns the end of the rows below a header in different type that have exactly one text for each of its
// labels. The first text of each names the record.
func labelledRows(rows []text.Row) int {
	end := 1
	for ; end < len(rows) && end < spacedRows; end++ {
		r, above := rows[end], rows[end-1]
		far := r.Base-above.Base > fewStep*max(r.Size, above.Size)
		if far || r.BeginsCaption() || len(r.Runs) != len(rows[0].Runs) || !setApart(rows[0], r) || !isLabel(r.Runs[0]) {
			break
		}
	}
	return end
}

// recordsGoOn reports whether a row that is no record follows the records as closely as they follow each other, so
// that the header does not describe all there is.
func recordsGoOn(rows []text.Row, end int) bool {
	if end >= len(rows) || len(rows[end].Runs) < 2 {
		return false
	}
	return rows[end].Base-rows[end-1].Base <= headedStep*(rows[end-1].Base-rows[end-2].Base)
}

// quantityColumns returns the number of columns after the first that hold nothing but figures with or without a unit.
func quantityColumns(rows []text.Row) int {
	n := 0
	for c := 1; c < len(rows[0].Runs); c++ {
		if !slices.ContainsFunc(rows[1:], func(r text.Row) bool { return !isQuantity(r.Runs[c]) }) {
			n++
		}
	}
	return n
}

// isQuantity reports whether a text is a figure, alone or with a unit or currency.
func isQuantity(u text.Run) bool {
	figures := 0
	for _, w := range u.Words {
		switch {
		case text.IsNumeric(w.Text) && strings.ContainsFunc(w.Text, unicode.IsDigit):
			figures++
		case utf8.RuneCountInString(w.Text) > unitLetters:
			return false
		}
	}
	return figures == 1
}

// endsInAmounts reports whether the last column consists of figures that end where their label does.
func endsInAmounts(rows []text.Row) bool {
	last := len(rows[0].Runs) - 1
	label := rows[0].Runs[last]
	return !slices.ContainsFunc(rows[1:], func(r text.Row) bool {
		u := r.Runs[last]
		return !isQuantity(u) || math.Abs(u.Box.X1-label.Box.X1) > ink.Snap
	})
}

// recordsInOrder returns the records of rows whose texts are in the columns in order, wherever they stand. Programs that
// fill columns with spaces in proportional type hardly ever put them below each other.
func recordsInOrder(rows []text.Row) [][]stack {
	records := make([][]stack, 0, len(rows))
	for _, r := range rows {
		record := make([]stack, 0, len(r.Runs))
		for c, u := range r.Runs {
			record = append(record, stack{c, []text.Run{u}})
		}
		records = append(records, record)
	}
	return records
}

// areUnderLabels reports whether all texts are level with the label of their column.
func areUnderLabels(rows []text.Row) bool {
	for _, r := range rows[1:] {
		for c, u := range r.Runs {
			if !levelWith(u, rows[0].Runs[c]) {
				return false
			}
		}
	}
	return true
}
