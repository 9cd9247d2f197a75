package table

// evenLines returns the rows of a band that are separate records although they contain no numbers: rows at even
// distances that have text in most columns, none of which wraps, for the next row's first word would have fitted.
// Rows between them are parts of their cells, such as signs above and below a letter.
func (b *band) evenLines() []int {
	full, used := b.fullRows()
	if len(full) < leastEven || used < 2 || 2*len(full) < len(b.rows)-1 {
		return nil
	}
	least, most := b.rows[full[1]].Base-b.rows[full[0]].Base, 0.0
	for i := 1; i < len(full); i++ {
		step := b.rows[full[i]].Base - b.rows[full[i-1]].Base
		least, most = min(least, step), max(most, step)
	}
	if most > evenStep*least || b.wraps(full) {
		return nil
	}
	return full
}

// fullRows returns the rows of a band that have text in the first column and in most of those that such rows use, and
// the number of these columns.
func (b *band) fullRows() (full []int, used int) {
	columns := make([]map[int]bool, len(b.rows))
	all := map[int]bool{}
	for k, r := range b.rows {
		columns[k] = columnsOf(r, b.xs)
		for c := range columns[k] {
			all[c] = true
		}
	}
	for k, c := range columns {
		if c[0] && len(c) >= 2 && float64(len(c)) >= cellShare*float64(len(all)) {
			full = append(full, k)
		}
	}
	return full, len(all)
}

// wraps reports whether most lines of any column in the given rows have no room for the first word of the next one.
func (b *band) wraps(rows []int) bool {
	l := b.level()
	breaks, full := map[int]int{}, map[int]int{}
	for i := 1; i < len(rows); i++ {
		above, below := rows[i-1], rows[i]
		for c := range l.cells[above] {
			if _, ok := l.cells[below][c]; !ok {
				continue
			}
			if breaks[c]++; l.goesOn(c, above, below) {
				full[c]++
			}
		}
	}
	for c, n := range breaks {
		if float64(full[c]) > evenFull*float64(n) {
			return true
		}
	}
	return false
}
