package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// grid is a proposed table: separators and, for each elementary cell, its text and whether it is joined with
// the cell to its right or below.
type grid struct {
	xs, ys        []float64
	cells         [][][]text.Run
	joined, below [][]bool
	// ruled marks the separators that are drawn, by index into xs, and level those of ys. divider marks those of xs
	// that are drawn in single rows only.
	ruled          []bool
	level, divider map[float64]bool
	header         int
	starts         []float64 // left edges of the columns' texts
	crossed        int       // runs across a drawn separator
}

func newGrid(xs, ys []float64) *grid {
	g := &grid{xs: xs, ys: ys, ruled: make([]bool, len(xs)), header: 1}
	for range len(ys) - 1 {
		g.cells = append(g.cells, make([][]text.Run, g.columns()))
		g.joined = append(g.joined, make([]bool, g.columns()))
		g.below = append(g.below, make([]bool, g.columns()))
	}
	return g
}

func (g *grid) columns() int { return len(g.xs) - 1 }
func (g *grid) rows() int    { return len(g.ys) - 1 }

// interval finds the gap between sorted positions that contains v; values outside belong to the nearest gap.
func interval(positions []float64, v float64) int {
	i, _ := slices.BinarySearch(positions, v)
	return min(max(i-1, 0), len(positions)-2)
}

// columnOf returns the column that the middle of a run lies in, between separators at xs.
func columnOf(u text.Run, xs []float64) int { return interval(xs, (u.Box.X0+u.Box.X1)/2) }

// bounds returns the box around at least one row.
func bounds(rows []text.Row) page.Box {
	box := rows[0].Box
	for _, r := range rows[1:] {
		box = ink.Union(box, r.Box)
	}
	return box
}

// keepWhole separates the cells above and below separators where records end, except in the columns marked as whole. If
// no line is drawn there, the cells of these columns are joined.
func (g *grid) keepWhole(whole map[float64][]bool) {
	for r := range g.rows() - 1 {
		y := g.ys[r+1]
		for c, w := range whole[y] {
			if g.level[y] {
				g.below[r][c] = g.below[r][c] && w
			} else {
				g.below[r][c] = g.below[r][c] || w
			}
		}
	}
}

// place puts runs into their cells. A run across a separator is split if it has a gap there; otherwise it joins
// the cells that it covers, unless a line is drawn between them.
func (g *grid) place(runs []text.Run) {
	for _, r := range runs {
		row := interval(g.ys, r.Middle())
		start := 0
		for i := 1; i <= len(r.Words); i++ {
			if i < len(r.Words) && !g.parts(row, r.Words[i-1], r.Words[i]) {
				continue
			}
			g.put(row, text.NewRun(r.Words[start:i]))
			start = i
		}
	}
}

// findStarts sets the left edges of the columns to where most of the runs that lie within one column begin.
func (g *grid) findStarts(rows []text.Row) {
	g.starts = make([]float64, g.columns())
	edges := make([][]float64, g.columns())
	for _, row := range rows {
		for _, u := range row.Runs {
			if c := interval(g.xs, u.Box.X0); c == interval(g.xs, u.Box.X1) {
				edges[c] = append(edges[c], u.Box.X0)
			}
		}
	}
	for c, e := range edges {
		g.starts[c] = math.Inf(1)
		slices.Sort(e)
		if n := len(e); n >= 2 && e[n/2]-e[n/quartile] < ink.Touch {
			g.starts[c] = e[n/2]
		}
	}
}

// parts reports whether a separator ends the run between words a and b.
func (g *grid) parts(row int, a, b text.Word) bool {
	ca, cb := interval(g.xs, (a.Box.X0+a.Box.X1)/2), interval(g.xs, (b.Box.X0+b.Box.X1)/2)
	if ca == cb {
		return false
	}
	gap := b.Box.X0 - a.Box.X1
	for c := min(ca, cb); c < max(ca, cb); c++ {
		if g.ruled[c+1] && !g.joined[row][c] {
			return true
		}
	}
	size := max(a.Size, b.Size)
	if gap > leastGap*size && cb < len(g.starts) && math.Abs(b.Box.X0-g.starts[cb]) < startTolerance*size {
		return true
	}
	numbers := gap > leastGap*size && text.IsNumeric(a.Text) && text.IsNumeric(b.Text)
	return numbers || gap >= text.LooseGap(a)*size
}

// put adds a run to the cell where it begins, and joins the cells that it covers.
func (g *grid) put(row int, r text.Run) {
	first, last := r.Words[0].Box, r.Words[len(r.Words)-1].Box
	c0, c1 := interval(g.xs, (first.X0+first.X1)/2), interval(g.xs, (last.X0+last.X1)/2)
	if len(r.Words) == 1 {
		c0, c1 = g.reach(r.Box, c0)
	}
	for c := c0; c < c1; c++ {
		if g.ruled[c+1] && !g.joined[row][c] {
			g.crossed++
		}
		g.joined[row][c] = true
	}
	if c0 == c1 && g.standsOnLine(row, r.Box) {
		g.crossed++
	}
	g.cells[row][c0] = append(g.cells[row][c0], r)
}

// reach returns the range of columns that a box covers to a considerable extent.
func (g *grid) reach(b page.Box, c int) (from, to int) {
	from, to = c, c
	margin := overhang * (b.X1 - b.X0)
	for from > 0 && !g.ruled[from] && b.X0 < g.xs[from]-margin {
		from--
	}
	for to < g.columns()-1 && !g.ruled[to+1] && b.X1 > g.xs[to+1]+margin {
		to++
	}
	return from, to
}

// middleOf returns the height of a row's text, or the top of the row if it has none.
func (g *grid) middleOf(r int) float64 {
	for _, c := range g.cells[r] {
		for _, u := range c {
			return u.Middle()
		}
	}
	return g.ys[r]
}

// filled counts the cells with text in a row.
func (g *grid) filled(row int) int {
	n := 0
	for _, c := range g.cells[row] {
		if len(c) > 0 {
			n++
		}
	}
	return n
}

// usedColumns counts the columns with text in any row.
func (g *grid) usedColumns() int {
	n := 0
	for c := range g.columns() {
		for r := range g.rows() {
			if len(g.cells[r][c]) > 0 {
				n++
				break
			}
		}
	}
	return n
}

// usedRows counts the rows with text.
func (g *grid) usedRows() int {
	n := 0
	for r := range g.rows() {
		if g.filled(r) > 0 {
			n++
		}
	}
	return n
}

// dropEmpty removes rows and columns without any text, unless lines are drawn around cells that could hold a text.
func (g *grid) dropEmpty() {
	least := g.textSize()
	for r := g.rows() - 1; r >= 0; r-- {
		drawn := g.level[g.ys[r]] && g.level[g.ys[r+1]] && g.ys[r+1]-g.ys[r] >= least
		if g.filled(r) == 0 && g.rows() > 1 && !drawn {
			g.dropRow(r)
		}
	}
	for c := g.columns() - 1; c >= 0; c-- {
		drawn := g.ruled[c] && g.ruled[c+1] && g.xs[c+1]-g.xs[c] >= least
		if g.columns() > 1 && !drawn && g.hollow(c) {
			g.dropColumn(c)
		}
	}
}

// textSize returns the median type size of the grid's texts, in points.
func (g *grid) textSize() float64 {
	var sizes []float64
	for _, row := range g.cells {
		for _, cell := range row {
			for _, u := range cell {
				sizes = append(sizes, u.Size)
			}
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// hollow reports whether a column has no text of its own, because all text in it continues into the next column. It
// moves that text there.
func (g *grid) hollow(c int) bool {
	for r := range g.rows() {
		if len(g.cells[r][c]) > 0 && (c+1 == g.columns() || !g.joined[r][c]) {
			return false
		}
	}
	for r := range g.rows() {
		if len(g.cells[r][c]) > 0 {
			g.cells[r][c], g.cells[r][c+1] = nil, append(g.cells[r][c], g.cells[r][c+1]...)
		}
	}
	return true
}

func (g *grid) dropRow(r int) {
	for c := range g.columns() {
		if r > 0 {
			g.below[r-1][c] = g.below[r-1][c] && g.below[r][c]
		}
	}
	g.cells, g.joined, g.below = slices.Delete(g.cells, r, r+1), slices.Delete(g.joined, r, r+1), slices.Delete(g.below, r, r+1)
	at := min(r+1, len(g.ys)-2)
	g.ys = slices.Delete(g.ys, at, at+1)
	if r < g.header {
		g.header--
	}
}

func (g *grid) dropColumn(c int) {
	for r := range g.rows() {
		if c > 0 && g.joined[r][c-1] {
			g.joined[r][c-1] = g.joined[r][c]
		}
		g.cells[r], g.joined[r], g.below[r] = slices.Delete(g.cells[r], c, c+1), slices.Delete(g.joined[r], c, c+1), slices.Delete(g.below[r], c, c+1)
	}
	at := min(c+1, len(g.xs)-2)
	g.xs, g.ruled = slices.Delete(g.xs, at, at+1), slices.Delete(g.ruled, at, at+1)
}

// block returns the table's block.
func (g *grid) block() page.Block {
	t := &page.Table{Columns: g.columns(), HeaderRows: min(g.header, g.rows()-1)}
	taken := make([][]bool, g.rows())
	for r := range taken {
		taken[r] = make([]bool, g.columns())
	}
	for r := range g.rows() {
		var row page.Row
		for c := range g.columns() {
			if !taken[r][c] {
				row.Cells = append(row.Cells, g.cell(r, c, taken))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return page.Block{
		Kind: page.TableKind, Table: t,
		Box: page.Box{X0: g.xs[0], Y0: g.ys[0], X1: g.xs[g.columns()], Y1: g.ys[g.rows()]},
	}
}

// cell returns the cell whose top left is (r, c), with all elementary cells joined to it, and marks them as
// taken.
func (g *grid) cell(r, c int, taken [][]bool) page.Cell {
	c1 := c
	for c1+1 < g.columns() && g.joined[r][c1] && !taken[r][c1+1] {
		c1++
	}
	r1 := r
	for r1+1 < g.rows() && g.below[r][c] && g.joinsBelow(r1, c, c1) {
		r1++
	}
	var runs []text.Run
	for y := r; y <= r1; y++ {
		for x := c; x <= c1; x++ {
			taken[y][x] = true
			runs = append(runs, g.cells[y][x]...)
		}
	}
	return page.Cell{
		Column: c, ColSpan: c1 - c + 1, RowSpan: r1 - r + 1, Header: r < g.header, Blocks: cellBlocks(runs),
		Box: page.Box{X0: g.xs[c], Y0: g.ys[r], X1: g.xs[c1+1], Y1: g.ys[r1+1]},
	}
}

func (g *grid) joinsBelow(r, c, c1 int) bool {
	for x := c; x <= c1; x++ {
		if !g.below[r][x] || (x < c1 && !g.joined[r+1][x]) {
			return false
		}
	}
	return true
}

// cellBlocks turns a cell's text into one block, with its lines from top to bottom.
func cellBlocks(runs []text.Run) []page.Block {
	if len(runs) == 0 {
		return nil
	}
	rows := text.Rows(runs)
	lines := make([]text.Line, 0, len(rows))
	for _, row := range rows {
		var words []text.Word
		for _, r := range row.Runs {
			words = append(words, r.Words...)
		}
		lines = append(lines, text.NewLine(words))
	}
	return []page.Block{CellBlock(lines)}
}

// CellBlock turns the lines of a cell, at least one, into one block: a paragraph without marker, level or tag.
func CellBlock(lines []text.Line) page.Block {
	text.BreakAtLabels(lines)
	b := text.Block(lines)
	b.Tagged = false
	if b.Kind == page.Heading {
		b.Kind, b.Level = page.Paragraph, 0
	}
	if b.Kind == page.ListItem { // in a cell, a marker is part of the text
		b.Kind, b.Spans, b.Marker, b.Ordered = page.Paragraph, text.Spans(lines), "", false
	}
	if len(b.Spans) == 1 { // a style of the whole text emphasises nothing
		b.Spans[0].Bold, b.Spans[0].Italic, b.Spans[0].Code = false, false, false
	}
	return b
}

// words returns the grid's words in the order of its cells.
func (g *grid) words() []page.Word {
	var out []page.Word
	for r := range g.rows() {
		for c := range g.columns() {
			for _, row := range text.Rows(g.cells[r][c]) {
				for _, u := range row.Runs {
					out = text.AppendWords(out, []text.Line{{Words: u.Words}})
				}
			}
		}
	}
	return out
}
