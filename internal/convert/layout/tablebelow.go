package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// tableBelow finds a title at the end of one of several columns, with nothing beside it, below which all lines stand level
// with others across the columns: a table that happens to leave the white between the columns free. It returns the upper
// edge of the title.
func tableBelow(columns [][]text.Run, body float64) (float64, bool) {
	lines := columnLines(columns)
	y, rows, found := 0.0, 0, false
	for end := len(lines); end > 0; {
		start := end - 1
		for start > 0 && math.Abs(lines[start-1].Base-lines[end-1].Base) < lineLevel {
			start--
		}
		row, first := lines[start:end], lines[start]
		beside := slices.ContainsFunc(row, func(l columnLine) bool { return l.column != first.column })
		switch {
		case beside && !flows(row):
			rows++
		case beside || !titleType(first.Run, body):
			return y, found
		case rows >= tableRows:
			y, found = first.Box.Y0, true
		}
		end = start
	}
	return 0, false
}

// columnLine is a run, and the number of its column.
type columnLine struct {
	text.Run
	column int
}

// columnLines returns the runs of columns by their heights, and from left to right.
func columnLines(columns [][]text.Run) []columnLine {
	var out []columnLine
	for k, runs := range columns {
		for _, r := range runs {
			out = append(out, columnLine{r, k})
		}
	}
	slices.SortFunc(out, func(a, b columnLine) int {
		return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	return out
}

// flows reports whether a line goes on with a sentence in one of the columns.
func flows(row []columnLine) bool {
	for i, l := range row {
		if (i == 0 || row[i-1].column != l.column) && text.StartsLower(l.Text()) {
			return true
		}
	}
	return false
}
