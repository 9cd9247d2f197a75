package table

import (
	"slices"

	"quire/internal/convert/layout/text"
)

// stackedBand returns the separators between the records of a band of text lines if white space shows them: in each column
// the lines of a cell are closer to each other than to those of the next, the cells of all records are aligned in the same
// way, and each record has a name in the first column, which may have several lines, too.
func stackedBand(band []text.Row, xs []float64) []float64 {
	if len(band) < stackedRecords {
		return nil
	}
	columns := columnLines(band, xs)
	for _, limit := range leadingLimits(columns) {
		if records := stackRecords(stacks(columns, limit)); areRecords(records, len(columns)) {
			edges := recordEdges(records)
			return edges[1 : len(edges)-1]
		}
	}
	return nil
}

// areRecords reports whether groups of cells are the records of a band.
func areRecords(records [][]stack, columns int) bool {
	level := records
	if len(records[0]) == 1 { // the rest of a record cut off by the page break
		level = records[1:]
	}
	aligned := len(level) >= 2 && len(levelRecords(level)) == len(level)
	return aligned && wrappedStacks(records, columns) && wordyStacks(records)
}

// wordyStacks reports whether all records but the first have a cell in the first column, a cell of several lines has as
// many words as prose or there are several such cells, and none has figures one below the other.
func wordyStacks(records [][]stack) bool {
	most, several := 0, 0
	for i, r := range records {
		named := i == 0
		for _, s := range r {
			named = named || s.column == 0
			if slices.ContainsFunc(s.lines[1:], func(u text.Run) bool { return text.IsNumeric(u.Text()) }) {
				return false
			}
			if len(s.lines) > 1 {
				most, several = max(most, wordsIn(s.lines)), several+1
			}
		}
		if !named {
			return false
		}
	}
	return most >= proseWords || several >= leastWrapped
}
