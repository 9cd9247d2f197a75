package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// UnderBold makes tables of records that are as close to each other as the lines of their cells, which is how word
// processors set tables without borders. The header is bold, all texts of the records begin or end where its texts do
// or are centred on them, and lines without a name in the first column continue cells that had no room for them. The
// runs outside the tables are returned in rest.
func UnderBold(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	return proposed(rows, rows, underBold)
}

// proposed makes a table wherever propose, given loose rows, returns a grid and the number of its rows. It returns the
// runs of all other rows in rest.
func proposed(rows, loose []text.Row, propose func([]text.Row) (*grid, int)) (tables []text.Piece, rest []text.Run) {
	for i := 0; i < len(rows); {
		g, n := propose(loose[i:])
		if g == nil {
			rest = append(rest, rows[i].Runs...)
			i++
			continue
		}
		d := draft{grid: g, by: spaced}
		tables = append(tables, d.finish(passes))
		i += n
	}
	return tables, rest
}

// underBold proposes a grid from the first rows and returns their number. The grid is nil if they are not clearly a table.
func underBold(rows []text.Row) (*grid, int) {
	if len(rows) <= underRecords || !isBoldHeader(rows[0]) || allBold(rows[1]) {
		return nil, 0
	}
	labels, columns, end := rows[0].Runs, columnsUnder(rows[0]), 1
	for ; end < len(rows); end++ {
		next := goesUnder(rows[end-1], rows[end], labels, columns)
		if next == nil {
			break
		}
		columns = next
	}
	xs := separators(columns)
	records := namedRecords(rows[:end], xs)
	for n := len(records) - 1; n >= 0 && len(records[n]) == 1; n-- { // text below the table
		records, end = records[:n], end-len(records[n][0].lines)
	}
	if len(records) <= underRecords || titledStacks(records) || !wrappedStacks(records, len(xs)-1) {
		return nil, 0
	}
	// The first record may be the rest of one cut off by the page break.
	if sparseStacks(slices.DeleteFunc(slices.Clone(records), func(r []stack) bool { return r[0].column > 0 })) {
		return nil, 0
	}
	g := stackGrid(records, xs)
	if !g.populated(2) || g.markers() || g.contents() || g.fields() || !g.namesCells() {
		return nil, 0
	}
	return g, end
}

// isBoldHeader reports whether a row consists of several bold labels.
func isBoldHeader(r text.Row) bool {
	return len(r.Runs) > 1 && len(r.Runs) <= spacedColumnLimit && !slices.ContainsFunc(r.Runs, func(u text.Run) bool { return !isLabel(u) || !boldRun(u) })
}

// columnsUnder returns where the labels of a header are.
func columnsUnder(head text.Row) []stretch {
	out := make([]stretch, len(head.Runs))
	for i, u := range head.Runs {
		out[i] = stretch{from: u.Box.X0, to: u.Box.X1}
	}
	return out
}

// goesUnder extends the columns by a row that is the next line of the table: each of its texts begins or ends where a
// label does, or is centred on it, and white space remains between all columns. It returns nil for any other row.
func goesUnder(above, r text.Row, labels []text.Run, columns []stretch) []stretch {
	if r.Base-above.Base > mostLeading*max(above.Size, r.Size) || isBoldHeader(r) {
		return nil
	}
	next := slices.Clone(columns)
	for _, u := range r.Runs {
		c := slices.IndexFunc(labels, func(l text.Run) bool { return levelWith(u, l) })
		if c < 0 {
			return nil
		}
		next[c].from, next[c].to = min(next[c].from, u.Box.X0), max(next[c].to, u.Box.X1)
	}
	for c := 1; c < len(next); c++ {
		if next[c].from-next[c-1].to < tableGutter*r.Size {
			return nil
		}
	}
	return next
}

// levelWith reports whether a text begins or ends where another does, or is centred on it.
func levelWith(u, label text.Run) bool {
	from, to := u.Box.X0-label.Box.X0, u.Box.X1-label.Box.X1
	return min(math.Abs(from), math.Abs(to), math.Abs(from+to)/2) <= ink.Snap
}

// separators returns the middles of the white space between columns, and places beyond the outermost.
func separators(columns []stretch) []float64 {
	xs := []float64{columns[0].from - 1}
	for c := 1; c < len(columns); c++ {
		xs = append(xs, (columns[c-1].to+columns[c].from)/2)
	}
	return append(xs, math.Inf(1))
}

// namedRecords splits rows into a header and records, each of which begins with a name in the first column. Rows above
// the first name are a record too.
func namedRecords(rows []text.Row, xs []float64) [][]stack {
	var cuts []int
	for i := 1; i < len(rows); i++ {
		if i == 1 || interval(xs, rows[i].Runs[0].Box.X0+ink.Snap) == 0 {
			cuts = append(cuts, i)
		}
	}
	var out [][]stack
	for _, block := range cutAt(rows, cuts) {
		out = append(out, columnStacks(block, xs))
	}
	return out
}

// columnStacks returns the cells of a record, whose lines are given.
func columnStacks(lines []text.Row, xs []float64) []stack {
	var record []stack
	for c, lines := range columnLines(lines, xs) {
		if len(lines) > 0 {
			record = append(record, stack{c, lines})
		}
	}
	return record
}

// namesCells reports whether the first column has a few words for each record, some texts of several lines in later
// columns have as many words as prose, and few cells begin in the middle of a sentence, as the lines of prose in
// columns do.
func (g *grid) namesCells() bool {
	words, names, cells, lower, most := 0, 0, 0, 0, 0
	for r := range g.rows() {
		for c, cell := range g.cells[r] {
			switch {
			case len(cell) == 0:
			case c == 0:
				names++
				words += wordsIn(cell)
			default:
				cells++
				if len(cell) > 1 {
					most = max(most, wordsIn(cell))
				}
				if isFragment(cell) {
					lower++
				}
			}
		}
	}
	return float64(words) <= nameWords*float64(names) && float64(lower) <= lowerShare*float64(cells) && most >= proseWords
}
