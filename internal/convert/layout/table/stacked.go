package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// Stacked makes tables without rules whose cells may have several lines: in each column the lines of a cell are closer
// to each other than to those of the next cell, and the cells of a record begin level, end level, or are vertically
// centred on each other. The runs outside the tables are returned in rest.
func Stacked(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	loose := text.Loosen(rows)
	if countSeveral(loose) == 0 {
		return nil, runs
	}
	loose = alignedCells(loose)
	next, end := nextSeveral(loose), 0 // end of the table above
	for i := 0; i < len(rows); {
		var from, to int
		var g *grid
		if next[i]-i < maxHeaderLines {
			from, to, g = stackedAt(rows, loose, i)
		}
		if g == nil {
			rest = append(rest, rows[i].Runs...)
			i++
			continue
		}
		for _, r := range rows[i : i+from] {
			rest = append(rest, r.Runs...)
		}
		d := draft{grid: g, by: spaced}
		rest = d.below(rows[max(end, i+from-maxHeaderLines):i+from], rest)
		tables = append(tables, d.finish(passes))
		rest = append(rest, d.around...)
		i += to
		end = i
	}
	return tables, rest
}

// nextSeveral returns, for every row, the index of the first row from it onwards that has several texts. Above such a
// row there may be lines of a cell that is taller than its neighbours.
func nextSeveral(rows []text.Row) []int {
	out := make([]int, len(rows))
	next := math.MaxInt
	for i := len(rows) - 1; i >= 0; i-- {
		if len(rows[i].Runs) > 1 {
			next = i
		}
		out[i] = next
	}
	return out
}

// stackedAt proposes a grid from some of the rows that follow row i closely, and returns their range. Leading rows may
// have hidden columns, so it also searches without them.
func stackedAt(rows, loose []text.Row, i int) (from, to int, g *grid) {
	if !begins(rows, i) {
		return 0, 0, nil
	}
	from, to, g = stackedGrid(loose[i:stackEnd(loose, i)])
	if g == nil || from == 0 {
		return from, to, g
	}
	next := i + from
	if f, t, again := stackedGrid(loose[next:stackEnd(loose, next)]); again != nil && again.columns() >= g.columns() {
		return from + f, from + t, again
	}
	return from, to, g
}

// begins reports whether a table could begin with row i: it is the first, or is below running text or below more white
// space than there is above the next row.
func begins(rows []text.Row, i int) bool {
	if i+stackedRecords > len(rows) {
		return false
	}
	return i == 0 || len(rows[i-1].Runs) == 1 || (i+1 < len(rows) && rows[i].Base-rows[i-1].Base > spacedJump*(rows[i+1].Base-rows[i].Base))
}

// stackEnd returns the end of the rows from i onwards that could be one table: they leave the same gutters blank and
// are in type of about the same size.
func stackEnd(rows []text.Row, i int) int {
	end := corridor(rows, i, edgeGutter)
	for j := i + 1; j < end; j++ {
		if size := rows[i].Size; rows[j].Size > otherSize*size || size > otherSize*rows[j].Size {
			return j
		}
	}
	return end
}

// stack is a cell: lines of one column that are as close as those of a text.
type stack struct {
	column int
	lines  []text.Run
}

func (s stack) first() float64 { return s.lines[0].Base }
func (s stack) last() float64  { return s.lines[len(s.lines)-1].Base }

// wholeStacked proposes a grid from all of the rows, or nil.
func wholeStacked(rows []text.Row) *grid {
	rows = alignedCells(rows)
	if from, to, g := stackedGrid(rows); from == 0 && to == len(rows) {
		return g
	}
	return nil
}

// stackedGrid proposes a grid from some of the rows, and returns their range. The grid is nil if there is no table.
func stackedGrid(rows []text.Row) (from, to int, g *grid) {
	xs := spacedColumns(rows)
	if len(rows) < stackedRecords || len(xs) < 3 {
		return 0, 0, nil
	}
	columns := columnLines(rows, xs)
	limits := leadingLimits(columns)
	if len(limits) == 0 {
		limits = []float64{0} // every line is a cell
	}
	most := 0.0
	for _, limit := range limits {
		t := stackedTable(levelRecords(stackRecords(stacks(columns, limit))), xs)
		if t == nil {
			continue
		}
		if share := t.filledShare(); share > most {
			g, most = t, share
		}
	}
	if g == nil {
		return 0, 0, nil
	}
	for from < len(rows) && rows[from].Base < g.ys[0] {
		from++
	}
	to = from
	for to < len(rows) && rows[to].Base < g.ys[g.rows()] {
		to++
	}
	return from, to, g
}

// leadingLimits returns the distances, in points, up to which two lines of a column could belong to one cell, the least
// first. They lie between the groups of distances that are farthest apart. There are none if the distances fall into no
// groups.
func leadingLimits(columns [][]text.Run) []float64 {
	var steps []float64
	size := 0.0
	for _, lines := range columns {
		for i := 1; i < len(lines); i++ {
			size = max(size, lines[i].Size)
			if step := lines[i].Base - lines[i-1].Base; step >= leastLeading*min(lines[i].Size, lines[i-1].Size) {
				steps = append(steps, step)
			}
		}
	}
	slices.Sort(steps)
	var at []int
	for i := 1; i < len(steps) && steps[i-1] <= mostLeading*size; i++ {
		if steps[i]-steps[i-1] > pixel && steps[i] > stepNoise*steps[i-1] {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(steps[j]/steps[j-1], steps[i]/steps[i-1]) })
	at = at[:min(stackedTries, len(at))]
	slices.Sort(at)
	limits := make([]float64, 0, stackedTries)
	for _, i := range at {
		limits = append(limits, (steps[i]+steps[i-1])/2)
	}
	return limits
}

// filledShare returns the share of the cells that have text.
func (g *grid) filledShare() float64 {
	filled := 0
	for r := range g.rows() {
		filled += g.filled(r)
	}
	return float64(filled) / float64(g.rows()*g.columns())
}

// stacks splits the lines of columns into cells.
func stacks(columns [][]text.Run, limit float64) []stack {
	var out []stack
	for c, lines := range columns {
		start := 0
		for i := 1; i <= len(lines); i++ {
			if i < len(lines) && lines[i].Base-lines[i-1].Base <= limit {
				continue
			}
			out = append(out, stack{c, lines[start:i]})
			start = i
		}
	}
	return out
}

// stackRecords groups cells that are beside each other into records.
func stackRecords(cells []stack) [][]stack {
	slices.SortStableFunc(cells, func(a, b stack) int { return cmp.Compare(a.first(), b.first()) })
	var out [][]stack
	start, reach := 0, math.Inf(-1)
	for i, s := range cells {
		if i > start && s.first()-reach > crowded*s.lines[0].Size {
			out = append(out, cells[start:i])
			start = i
		}
		reach = max(reach, s.last())
	}
	return append(out, cells[start:])
}

// levelRecords returns the longest sequence of records whose cells are all aligned in the same way. Records of a single
// cell do not count at either end.
func levelRecords(records [][]stack) [][]stack {
	var best [][]stack
	for _, at := range []func(stack) float64{stack.first, stack.last, func(s stack) float64 { return (s.first() + s.last()) / 2 }} {
		start, end := 0, 0 // the sequence, up to its last record of several cells
		for i, r := range records {
			switch {
			case !levelAt(r, at):
				start, end = i+1, i+1
			case len(r) > 1:
				end = i + 1
			case end == start:
				start, end = i+1, i+1
			}
			if end-start > len(best) {
				best = records[start:end]
			}
		}
	}
	return best
}

// levelAt reports whether a record has one cell in a column, all at the same height.
func levelAt(record []stack, at func(stack) float64) bool {
	low, high, columns := math.Inf(1), math.Inf(-1), map[int]bool{}
	for _, s := range record {
		columns[s.column] = true
		low, high = min(low, at(s)), max(high, at(s))
	}
	return len(columns) == len(record) && high-low <= text.SameLine*record[0].lines[0].Size
}

// stackedTable proposes a grid from records, or nil if they are not a table.
func stackedTable(records [][]stack, xs []float64) *grid {
	least := stackedRecords
	if len(xs) == 3 && !headedStacks(records) {
		least = stackedPairs
	}
	if len(records) < least || sparseStacks(records) || titledStacks(records) {
		return nil
	}
	proven := wrappedStacks(records, len(xs)-1) || properties(records, len(xs)-1)
	if !proven || ledStacks(records) {
		return nil
	}
	g := stackGrid(records, xs)
	numbered := g.columns() == 2 && g.numbersIn(0) // paragraphs with numbers in the margin
	if !g.populated(2) || numbered || g.markers() || g.contents() || !g.stackedNames(centredStacks(records)) || g.fields() {
		return nil
	}
	return g
}

// stackRows returns the lines of records.
func stackRows(records [][]stack) []text.Row {
	var runs []text.Run
	for _, s := range slices.Concat(records...) {
		runs = append(runs, s.lines...)
	}
	return text.Rows(runs)
}

// stackGrid returns the grid of records, with its outer separators at their texts.
func stackGrid(records [][]stack, xs []float64) *grid {
	rows := stackRows(records)
	g := newGrid(slices.Clone(xs), recordEdges(records))
	g.findStarts(rows)
	for i, r := range records {
		for _, s := range r {
			g.cells[i][s.column] = append(g.cells[i][s.column], s.lines...)
		}
	}
	box := bounds(rows)
	g.xs[0], g.xs[g.columns()] = box.X0-1, box.X1+1
	return g
}

// recordEdges returns the separators between records and around them, in the middle of the white space.
func recordEdges(records [][]stack) []float64 {
	var ys []float64
	low := 0.0 // lower edge of the record above
	for i, r := range records {
		first, last := math.Inf(1), math.Inf(-1)
		for _, s := range r {
			first, last = min(first, s.lines[0].Box.Y0), max(last, s.lines[len(s.lines)-1].Box.Y1)
		}
		if i == 0 {
			ys = append(ys, first-1)
		} else {
			ys = append(ys, (low+first)/2)
		}
		low = last
	}
	return append(ys, low+1)
}
