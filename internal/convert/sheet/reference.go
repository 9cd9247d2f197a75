package sheet

import "strings"

// merge is a block of merged cells; row and column count from 0.
type merge struct{ row, column, rows, columns int }

// mergeLimit bounds the number of merged blocks, and that of links, that are kept of a sheet.
const mergeLimit = 100_000

// parseCell reads a reference such as "$B$2" and returns its row and column, counted from 0.
func parseCell(ref string) (row, column int, ok bool) {
	i := 0
	if strings.HasPrefix(ref, "$") {
		i++
	}
	from := i
	for ; i < len(ref) && ref[i]|0x20 >= 'a' && ref[i]|0x20 <= 'z'; i++ {
		if column = column*26 + int(ref[i]|0x20-'a') + 1; column > lastColumn {
			return 0, 0, false
		}
	}
	if i == from {
		return 0, 0, false
	}
	if i < len(ref) && ref[i] == '$' {
		i++
	}
	for ; i < len(ref) && ref[i] >= '0' && ref[i] <= '9'; i++ {
		if row = row*10 + int(ref[i]-'0'); row > lastRow {
			return 0, 0, false
		}
	}
	return row - 1, column - 1, i == len(ref) && row > 0
}

// parseMerge reads a reference such as "B2:C5".
func parseMerge(ref string) (merge, bool) {
	from, to, ok := strings.Cut(ref, ":")
	if !ok {
		return merge{}, false
	}
	r1, c1, ok1 := parseCell(from)
	r2, c2, ok2 := parseCell(to)
	if !ok1 || !ok2 {
		return merge{}, false
	}
	return merge{
		row: min(r1, r2), column: min(c1, c2),
		rows: max(r1, r2) - min(r1, r2) + 1, columns: max(c1, c2) - min(c1, c2) + 1,
	}, true
}
