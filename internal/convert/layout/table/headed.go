package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// Headed tables, measured on READMEs of packages in print styles without rules.
const (
	// headedRecords is the minimum number of records below a header in different type.
	headedRecords = 2
	// headedStep is the largest distance between two records, relative to the least: lines with words in another font
	// are a little lower.
	headedStep = 1.25
)

// Headed makes tables without rules below a header in different type. Their records have one line, or a few lines in
// columns after the first. Other finders need columns of figures, or cells of several lines, as proof of records; here
// the header names every column, and each text below it is in one of them. The runs outside the tables are returned in
// rest.
func Headed(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	loose := text.Loosen(rows)
	if countSeveral(loose) <= headedRecords {
		return nil, runs
	}
	return proposed(rows, alignedCells(loose), headedGrid)
}

// headedGrid proposes a grid from the first rows and returns their number. The grid is nil if they are not clearly a table.
func headedGrid(lines []text.Row) (*grid, int) {
	rows, head := foldedHead(lines)
	if len(rows) <= headedRecords || !setApart(rows[0], rows[1]) {
		return nil, 0
	}
	rows = rows[:headedRows(rows[:corridorBelow(rows, edgeGutter)])]
	if len(rows) <= headedRecords {
		return nil, 0
	}
	xs := spacedColumns(rows)
	if len(xs)-1 != len(rows[0].Runs) {
		return nil, 0
	}
	records := namedRecords(rows, xs)
	records[0] = columnStacks(lines[:head], xs)
	if len(records) <= headedRecords || sparseStacks(records) || !beginLevel(rows) {
		return nil, 0
	}
	g := stackGrid(records, xs)
	if wrapped := len(records) < len(rows); wrapped && !(wrappedStacks(records, len(xs)-1) && g.namesCells()) {
		return nil, 0
	}
	if !g.convincing(2) || g.markers() || g.contents() || g.fields() || !g.labelled() || !g.aligned() {
		return nil, 0
	}
	if g.broken() || (g.columns() == 2 && !g.tellsMore()) {
		return nil, 0
	}
	return g, len(rows) + head - 1
}

// headLines returns how many of the first rows are lines of one header: labels in one type that are as close as the
// lines of a cell.
func headLines(rows []text.Row) int {
	n := 1
	for ; n < min(len(rows), maxHeaderLines); n++ {
		r, above := rows[n], rows[n-1]
		if r.Base-above.Base > tightStep*r.Size || !inTypeOf(r, rows[0].Runs[0]) || slices.ContainsFunc(r.Runs, func(u text.Run) bool { return !isLabel(u) }) {
			break
		}
	}
	return n
}

// foldedHead returns the rows with the lines of a header in different type joined into one row, and the number of these
// lines. It returns no more rows than a table may have.
func foldedHead(rows []text.Row) (folded []text.Row, lines int) {
	n := headLines(rows)
	if n < 2 || n >= len(rows) {
		return rows, 1
	}
	head := mergedRow(rows[:n])
	head.Base, head.Box = rows[n-1].Base, bounds(rows[:n])
	if !setApart(head, rows[n]) {
		return rows, 1
	}
	folded = slices.Clone(rows[n-1 : min(len(rows), n+spacedRows)])
	folded[0] = head
	return folded, n
}

// corridorBelow returns the end of the rows that leave blank a part, at least that many ems wide, of every gutter in
// the first row. A wide space between the words of a cell does not count as a gutter, because other rows need not leave
// it blank.
func corridorBelow(rows []text.Row, least float64) int {
	head := spared([]stretch{{from: math.Inf(-1), to: math.Inf(1)}}, rows[0], least)
	gutters, end := head, 1
	for ; end < len(rows) && end < spacedRows && !parted(rows[end-1], rows[end]); end++ {
		next := spared(gutters, rows[end], least)
		if len(next) > spacedColumnLimit || !spareAll(head, next) {
			break
		}
		gutters = next
	}
	return end
}

// spareAll reports whether each of the whole stretches contains one of the parts, from left to right.
func spareAll(whole, parts []stretch) bool {
	for _, w := range whole {
		for len(parts) > 0 && parts[0].from < w.from {
			parts = parts[1:]
		}
		if len(parts) == 0 || parts[0].to > w.to {
			return false
		}
	}
	return true
}

// setApart reports whether a row consists of several labels in one type, and the next row's texts after the first
// column are in another type or colour. Those must not be larger, like the figures of tiles and the values of forms.
func setApart(head, next text.Row) bool {
	if len(head.Runs) < 2 || len(head.Runs) > spacedColumnLimit || len(next.Runs) < 2 || len(next.Runs) > len(head.Runs) {
		return false
	}
	if !inTypeOf(head, head.Runs[0]) || slices.ContainsFunc(head.Runs, func(u text.Run) bool { return !isLabel(u) }) {
		return false
	}
	first := head.Runs[0]
	return !slices.ContainsFunc(next.Runs[1:], func(u text.Run) bool { return !differs(u, first) || u.Size > otherSize*first.Size })
}

// inTypeOf reports whether all texts of a row are in the type of the given one.
func inTypeOf(r text.Row, u text.Run) bool {
	return !slices.ContainsFunc(r.Runs, func(v text.Run) bool { return differs(v, u) })
}

// differs reports whether two texts are in visibly different type.
func differs(a, b text.Run) bool {
	if looks(a) != looks(b) || max(a.Size, b.Size) > otherSize*min(a.Size, b.Size) {
		return true
	}
	return text.Distinct(a.Words[0].Color, b.Words[0].Color)
}

// headedRows returns the number of rows, beginning with a header, that could be a table: up to another header, to a
// text alone in the first column at the end, or to a distance wider than that between records. It is 0 if some rows are
// closer together, like the lines of cells with white space around them.
func headedRows(rows []text.Row) int {
	least := math.Inf(1)
	for i := 2; i < len(rows); i++ {
		step := rows[i].Base - rows[i-1].Base
		if headedStep*step < least && i > 2 { // lines of cells
			return 0
		}
		least = min(least, step)
		alone := len(rows[i].Runs) == 1 && rows[i].Box.X0 < rows[0].Runs[1].Box.X0 && !goesOnAfter(rows, i, headedStep*least)
		if alone || step > headedStep*least || inTypeOf(rows[i], rows[0].Runs[0]) {
			return i
		}
	}
	return len(rows)
}

// goesOnAfter reports whether a record follows row i as closely as records follow each other. Row i is then a title
// within the table, or a record with nothing but a name.
func goesOnAfter(rows []text.Row, i int, step float64) bool {
	return i+1 < len(rows) && len(rows[i+1].Runs) > 1 && rows[i+1].Base-rows[i].Base <= step
}

// tellsMore reports whether at least half of the texts in the second column are in different type from the names in the
// first, are numbers, or have more words. The lines of two lists or addresses side by side are alike instead.
func (g *grid) tellsMore() bool {
	more := 0
	for r := 1; r < g.rows(); r++ {
		name, value := g.cells[r][0], g.cells[r][1]
		if len(name) == 0 || len(value) == 0 {
			continue
		}
		if differs(name[0], value[0]) || text.IsNumeric(value[0].Text()) || float64(wordsIn(value)) >= saidWords*float64(wordsIn(name)) {
			more++
		}
	}
	return 2*more >= g.rows()-1
}

// headedStacks reports whether the first record is a header in different type.
func headedStacks(records [][]stack) bool {
	return len(records) > 1 && setApart(firstLines(records[0]), firstLines(records[1]))
}

// firstLines returns the first lines of the cells of a record as a row.
func firstLines(record []stack) text.Row {
	var r text.Row
	for _, s := range record {
		r.Runs = append(r.Runs, s.lines[0])
	}
	slices.SortFunc(r.Runs, func(a, b text.Run) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	return r
}
