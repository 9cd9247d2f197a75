package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// Headed tables, measured on the READMEs of packages in print styles without rules.
const (
	// headedRecords is the fewest records below a header that is set apart in type.
	headedRecords = 2
	// headedStep is the largest distance of a record to the one above, relative to the least: lines with words in another
	// font are a little lower.
	headedStep = 1.25
)

// Headed makes tables without rules of records of a line, or of a few lines behind the first column, below a header that
// is set apart in type. Other finders need columns of figures, or cells of several lines, to tell that there are records;
// here the header names every column, and each text below it is in one of them. The runs outside the tables are returned
// in rest.
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

// headLines returns how many of the first rows are lines of one header: labels in one type, as close as the lines of a cell.
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

// foldedHead returns rows with the lines of a header that is set apart as one row, and how many lines these are. There are
// no more rows then than a table may have.
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

// corridorBelow returns the end of the rows that leave a part of every gutter of the first blank, of at least the given width
// in ems. White space between the words of a cell, which other rows need not leave blank, is no gutter of the first.
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

// spareAll reports whether in each of some stretches lies one of the parts, from left to right.
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

// setApart reports whether a row is several labels in one type, and the texts of the next row behind its first column are
// in another or in another colour. They are not larger, as the figures of tiles and the values of forms are.
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

// inTypeOf reports whether all texts of a row are in the type of another.
func inTypeOf(r text.Row, u text.Run) bool {
	return !slices.ContainsFunc(r.Runs, func(v text.Run) bool { return differs(v, u) })
}

// differs reports whether a reader sees that two texts are set in different type.
func differs(a, b text.Run) bool {
	if looks(a) != looks(b) || max(a.Size, b.Size) > otherSize*min(a.Size, b.Size) {
		return true
	}
	return text.Distinct(a.Words[0].Color, b.Words[0].Color)
}

// headedRows returns the number of rows, from a header on, that could be a table: up to another header, a last text that
// is alone in the first column, or a distance that is wider than those between records. It is 0 if some rows are closer, as
// the lines of cells with white space around them are.
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

// goesOnAfter reports whether a record follows the row at i as closely as others do: the row is a title in the table, or a
// record with nothing but a name.
func goesOnAfter(rows []text.Row, i int, step float64) bool {
	return i+1 < len(rows) && len(rows[i+1].Runs) > 1 && rows[i+1].Base-rows[i].Base <= step
}

// tellsMore reports whether at least half of the texts of the second column are in other type than the names in the first, are numbers or
// have more words. The lines of two lists or addresses are alike.
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

// headedStacks reports whether the first of some records is a header that is set apart in type.
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
