package table

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/text"
)

// Spaced makes tables from records of several lines that are separated only by white space, which is larger between two
// records than between the lines of a cell. The runs outside the tables are returned in rest.
func Spaced(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	loose := text.Loosen(rows)
	end := 0 // of the table above
	for i := 0; i < len(rows); {
		if opens(rows, i) {
			if g, n := spacedGrid(loose[i:corridor(rows, i, tableGutter)]); g != nil {
				d := draft{grid: g, by: spaced}
				rest = d.below(rows[max(end, i-maxHeaderLines):i], rest)
				tables = append(tables, d.finish(passes))
				rest = append(rest, d.around...)
				i += n
				end = i
				continue
			}
		}
		rest = append(rest, rows[i].Runs...)
		i++
	}
	return tables, rest
}

// below moves the rows above a draft, which are at the end of rest, to the draft's surroundings. It widens the last
// column for texts that begin in it there.
func (d *draft) below(above []text.Row, rest []text.Run) []text.Run {
	n, c := len(rest), d.columns()
	for _, r := range above {
		n -= len(r.Runs)
		if last := r.Runs[len(r.Runs)-1].Box; len(r.Runs) > 1 && last.X0 >= d.xs[c-1] && last.X0 < d.xs[c] {
			d.xs[c] = max(d.xs[c], last.X1+1)
		}
	}
	d.around = slices.Clone(rest[n:])
	return rest[:n]
}

// opens reports whether a table could begin with row i: a row of several texts, below a single text or below more white
// space than there is above the next row.
func opens(rows []text.Row, i int) bool {
	if len(rows[i].Runs) < 2 || i+spacedRecords >= len(rows) {
		return false
	}
	return i == 0 || len(rows[i-1].Runs) == 1 || rows[i].Base-rows[i-1].Base > spacedJump*(rows[i+1].Base-rows[i].Base)
}

// corridor returns the end of the rows from i onwards that all leave the same gutters blank, of at least the given
// width in ems.
func corridor(rows []text.Row, i int, least float64) int {
	gutters := []stretch{{from: math.Inf(-1), to: math.Inf(1)}}
	end := i
	for ; end < len(rows) && end-i < spacedRows; end++ {
		if end > i && parted(rows[end-1], rows[end]) {
			break
		}
		next := spared(gutters, rows[end], least)
		if end > i && (inner(next) < inner(gutters) || len(next) > spacedColumnLimit) {
			break
		}
		gutters = next
	}
	return end
}

// parted reports whether a row begins a caption or is too far below another one to be in the same table.
func parted(above, r text.Row) bool {
	return r.Base-above.Base > looseStep*max(r.Size, above.Size) || r.BeginsCaption()
}

// spared returns the parts of gutters that a row leaves blank, if they are at least the given number of ems wide.
func spared(gutters []stretch, r text.Row, least float64) []stretch {
	var out []stretch
	blank := blanks(r)
	for _, g := range gutters { // from left to right, like the blanks
		for len(blank) > 0 && blank[0].to <= g.from {
			blank = blank[1:]
		}
		for _, b := range blank {
			if b.from >= g.to {
				break
			}
			if part := (stretch{from: max(b.from, g.from), to: min(b.to, g.to)}); part.to-part.from >= least*r.Size {
				out = append(out, part)
			}
		}
	}
	return out
}

// blanks returns what lies between the texts of a row and beside them, from left to right.
func blanks(r text.Row) []stretch {
	var out []stretch
	from := math.Inf(-1)
	for _, u := range r.Runs {
		if u.Box.X0 > from {
			out = append(out, stretch{from: from, to: u.Box.X0})
		}
		from = max(from, u.Box.X1)
	}
	return append(out, stretch{from: from, to: math.Inf(1)})
}

// inner counts the gutters between texts, excluding the margins.
func inner(gutters []stretch) int {
	n := 0
	for _, g := range gutters {
		if !math.IsInf(g.from, 0) && !math.IsInf(g.to, 0) {
			n++
		}
	}
	return n
}

// spacedGrid proposes a grid from the first rows of a corridor and returns their number. The grid is nil if they are
// not clearly the records of a table.
func spacedGrid(rows []text.Row) (*grid, int) {
	for range spacedTries {
		cuts := spacing(rows)
		if len(cuts) < spacedRecords-1 {
			return nil, 0
		}
		xs := spacedColumns(rows)
		if len(xs) < 3 {
			return nil, 0
		}
		blocks := cutAt(rows, cuts)
		n := recordsAt(blocks, xs)
		if n == len(blocks) {
			return spacedTable(blocks, xs), len(rows)
		}
		rows = rows[:rowsIn(blocks[:n])]
	}
	return nil, 0
}

func rowsIn(blocks [][]text.Row) int {
	n := 0
	for _, b := range blocks {
		n += len(b)
	}
	return n
}

// spacedColumns returns the separators of the columns, including the outermost.
func spacedColumns(rows []text.Row) []float64 {
	box := bounds(rows)
	xs := []float64{box.X0 - 1}
	for _, g := range openStretches(rows, box.X0-1, box.X1+1, 0) {
		if (g.wide(rows) || g.edged(rows)) && g.divides(rows) {
			xs = append(xs, g.at)
		}
	}
	return append(xs, box.X1+1)
}

// spacing returns the indices of the rows with more white space above them than between the lines of a text. It is
// empty unless the distances fall into two groups.
func spacing(rows []text.Row) []int {
	steps := make([]float64, len(rows))
	var sorted []float64
	for i := 1; i < len(rows); i++ {
		steps[i] = (rows[i].Base - rows[i-1].Base) / max(rows[i].Size, rows[i-1].Size)
		if steps[i] >= leastLeading {
			sorted = append(sorted, steps[i])
		}
	}
	slices.Sort(sorted)
	limit := math.Inf(1)
	for i := 1; i < len(sorted) && sorted[i-1] <= mostLeading; i++ {
		if sorted[i] > spacedJump*sorted[i-1] {
			limit = (sorted[i] + sorted[i-1]) / 2
			break
		}
	}
	var out []int
	for i, step := range steps {
		if step > limit || (i > 0 && !math.IsInf(limit, 1) && headEnds(rows, i)) {
			out = append(out, i)
		}
	}
	return out
}

func cutAt(rows []text.Row, cuts []int) [][]text.Row {
	var out [][]text.Row
	start := 0
	for _, at := range append(slices.Clone(cuts), len(rows)) {
		out = append(out, rows[start:at])
		start = at
	}
	return out
}

// recordsAt counts the leading blocks that are records: texts in several columns that begin level or are vertically
// centred on each other.
func recordsAt(blocks [][]text.Row, xs []float64) int {
	for i, b := range blocks {
		cells := columnLines(b, xs)
		filled := 0
		for _, lines := range cells {
			if len(lines) > 0 {
				filled++
			}
		}
		if filled < 2 || !(level(cells) || centredCells(cells)) {
			return i
		}
	}
	return len(blocks)
}

// columnLines returns the lines of rows by column, from top to bottom.
func columnLines(rows []text.Row, xs []float64) [][]text.Run {
	out := make([][]text.Run, len(xs)-1)
	for _, r := range rows {
		for _, u := range r.Runs {
			c := columnOf(u, xs)
			if n := len(out[c]); n > 0 && math.Abs(out[c][n-1].Base-u.Base) < text.SameLine*u.Size {
				out[c][n-1] = text.NewRun(slices.Concat(out[c][n-1].Words, u.Words))
				continue
			}
			out[c] = append(out[c], u)
		}
	}
	return out
}

// level reports whether all cells begin at the same height.
func level(cells [][]text.Run) bool {
	from, to, size := math.Inf(1), math.Inf(-1), 0.0
	for _, lines := range cells {
		if len(lines) > 0 {
			from, to, size = min(from, lines[0].Base), max(to, lines[0].Base), max(size, lines[0].Size)
		}
	}
	return to-from <= text.SameLine*size
}

// centredCells reports whether the middles of all cells are at the same height.
func centredCells(cells [][]text.Run) bool {
	from, to, size := math.Inf(1), math.Inf(-1), 0.0
	for _, lines := range cells {
		if n := len(lines); n > 0 {
			y := (lines[0].Base + lines[n-1].Base) / 2
			from, to, size = min(from, y), max(to, y), max(size, lines[0].Size)
		}
	}
	return to-from <= text.SameLine*size
}

// spacedTable proposes a grid from records, or nil if they are not a table: their cells must be texts that are broken
// where the next word does not fit, and the first column must name them.
func spacedTable(blocks [][]text.Row, xs []float64) *grid {
	if len(blocks) < spacedRecords || (len(xs) == 3 && (len(blocks) <= spacedRecords || !boldHead(blocks))) {
		return nil
	}
	if !wrappedCells(blocks, xs) {
		return nil
	}
	rows := slices.Concat(blocks...)
	ys := []float64{rows[0].Box.Y0 - 1}
	for i := 1; i < len(blocks); i++ {
		above := blocks[i-1][len(blocks[i-1])-1]
		ys = append(ys, (above.Box.Y1+blocks[i][0].Box.Y0)/2)
	}
	g := newGrid(xs, append(ys, rows[len(rows)-1].Box.Y1+1))
	g.findStarts(rows)
	for _, r := range rows {
		g.place(r.Runs)
	}
	if !g.populated(2) || !g.labelled() || !g.namesRecords() || g.markers() || g.contents() || g.fields() {
		return nil
	}
	return g
}

// namesRecords reports whether the first column has a few words for each record, half of all cells have letters, and
// few of them begin in the middle of a sentence, as the lines of prose in columns do.
func (g *grid) namesRecords() bool {
	words, names, cells, lettered, lower := 0, 0, 0, 0, 0
	for r := range g.rows() {
		for c, cell := range g.cells[r] {
			if len(cell) == 0 {
				continue
			}
			cells++
			if slices.ContainsFunc(cell, func(u text.Run) bool { return strings.ContainsFunc(u.Text(), unicode.IsLetter) }) {
				lettered++
			}
			if isFragment(cell) {
				lower++
			}
			if c == 0 {
				names++
				words += wordsIn(cell)
			}
		}
	}
	named := float64(words) <= nameWords*float64(names)
	return named && 2*lettered >= cells && float64(lower) <= lowerShare*float64(cells)
}

func wordsIn(cell []text.Run) int {
	n := 0
	for _, u := range cell {
		n += len(u.Words)
	}
	return n
}

// wrappedCells reports whether there are cells of several lines, and nearly all of their lines but the last leave no room
// for the word that follows.
func wrappedCells(blocks [][]text.Row, xs []float64) bool {
	widths := make([]float64, len(xs)-1)
	cells := make([][][]text.Run, len(blocks))
	for i, b := range blocks {
		cells[i] = columnLines(b, xs)
		for c, lines := range cells[i] {
			for _, u := range lines {
				widths[c] = max(widths[c], u.Box.X1-u.Box.X0)
			}
		}
	}
	breaks, full := 0, 0
	for _, block := range cells {
		for c, lines := range block {
			for k := 1; k < len(lines); k++ {
				breaks++
				if fills(lines[k-1], lines[k], widths[c]) {
					full++
				}
			}
		}
	}
	return breaks > 0 && float64(full) >= wrappedShare*float64(breaks)
}

// fills reports whether a line in a column of the given width (points) has no room for the first word of the next.
func fills(r, next text.Run, width float64) bool {
	return r.Box.X1-r.Box.X0+spaceWidth*r.Size+firstWord(next) > width*(1-wrapSlack)
}

// firstWord returns the width of the first word of a text in points, including pieces of it in other type.
func firstWord(u text.Run) float64 {
	end := u.Words[0].Box.X1
	for i := 1; i < len(u.Words) && u.Words[i].Glued; i++ {
		end = u.Words[i].Box.X1
	}
	return end - u.Words[0].Box.X0
}

// boldHead reports whether the first block is in bold and no other is.
func boldHead(blocks [][]text.Row) bool {
	for i, b := range blocks {
		if !slices.ContainsFunc(b, func(r text.Row) bool { return !allBold(r) }) != (i == 0) {
			return false
		}
	}
	return true
}

// headEnds reports whether all rows before row i are in bold and row i is not.
func headEnds(rows []text.Row, i int) bool {
	return i <= maxHeaderLines && !allBold(rows[i]) && !slices.ContainsFunc(rows[:i], func(r text.Row) bool { return !allBold(r) })
}

func allBold(r text.Row) bool {
	return !slices.ContainsFunc(r.Runs, func(u text.Run) bool { return !text.NewLine(slices.Clone(u.Words)).Bold })
}
