package table

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Banded makes tables of horizontal rules of one width above each other: rows come from the lines of text between them,
// columns from the gutters. It returns the runs outside the tables in rest.
func Banded(across []ink.Segment, runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rules := broken(across)
	used := make([]bool, len(rules))
	s := bandSearch{failed: map[string]bool{}, left: bandWork}
	for i := range rules {
		if used[i] || rules[i].Length() < minBandRule {
			continue
		}
		if s.left -= len(rules) - i; s.left < 0 {
			break
		}
		stack := stackOf(rules, used, i)
		for top := 0; top+1 < len(stack); top++ {
			for bottom := len(stack) - 1; bottom > top; bottom-- {
				d := s.try(rules, stack[top:bottom+1], runs)
				if d == nil {
					continue
				}
				clear(s.failed) // the runs have changed
				tables = append(tables, d.finish(passes))
				runs = d.around
				for _, k := range stack[top : bottom+1] {
					used[k] = true
				}
				top = bottom - 1
				break
			}
		}
	}
	return tables, runs
}

// bandSearch remembers the stacks of rules that made no table: the stack of each rule contains those of the rules below
// it.
type bandSearch struct {
	failed map[string]bool
	left   int
}

// try tries a stack as a table, unless it has been tried in vain or the work is spent.
func (s *bandSearch) try(rules []ink.Segment, stack []int, runs []text.Run) *draft {
	if s.left < 0 || !holdsRows(runs, rules[stack[0]].Pos, rules[stack[len(stack)-1]].Pos) {
		return nil
	}
	key := make([]byte, 0, 4*len(stack))
	for _, k := range stack {
		key = binary.LittleEndian.AppendUint32(key, uint32(k))
	}
	if s.failed[string(key)] {
		return nil
	}
	s.left -= len(rules) + len(runs)
	d := bandTable(rules, stack, runs)
	s.failed[string(key)] = d == nil
	return d
}

// broken adds to the rules those that are interrupted between columns, as one.
func broken(across []ink.Segment) []ink.Segment {
	out := slices.Clone(across)
	for i := 0; i < len(across); {
		j := i + 1
		for j < len(across) && across[j].Pos-across[i].Pos <= ink.Snap {
			j++
		}
		pieces := slices.Clone(across[i:j])
		slices.SortFunc(pieces, func(a, b ink.Segment) int { return cmp.Compare(a.From, b.From) })
		whole := pieces[0]
		for _, p := range pieces[1:] {
			if p.From-whole.To > ruleBreak {
				break
			}
			whole.To = max(whole.To, p.To)
		}
		if len(pieces) > 1 && whole.To > pieces[0].To {
			out = append(out, whole)
		}
		i = j
	}
	slices.SortStableFunc(out, func(a, b ink.Segment) int {
		return cmp.Or(cmp.Compare(math.Round(a.Pos/ink.Snap), math.Round(b.Pos/ink.Snap)), cmp.Compare(b.Length(), a.Length()))
	})
	return out
}

// stackOf lists rule i and the rules below it that start and end where it does.
func stackOf(rules []ink.Segment, used []bool, i int) []int {
	stack := []int{i}
	for j := i + 1; j < len(rules) && len(stack) < maxStack; j++ {
		if used[j] || math.Abs(rules[j].From-rules[i].From) > sameExtent || math.Abs(rules[j].To-rules[i].To) > sameExtent {
			continue
		}
		if rules[j].Pos-rules[stack[len(stack)-1]].Pos > ink.Snap {
			stack = append(stack, j)
		}
	}
	return stack
}

// bandTable tries the area from the first to the last rule of a stack as a table.
func bandTable(rules []ink.Segment, stack []int, runs []text.Run) *draft {
	first, last := rules[stack[0]], rules[stack[len(stack)-1]]
	box := page.Box{X0: first.From - sameExtent, Y0: first.Pos, X1: first.To + sameExtent, Y1: last.Pos}
	inside, outside := text.Within(runs, box)
	rows := text.Loosen(text.Rows(inside))
	if len(rows) < 2 || countSeveral(rows) < 2 || hasCaption(rows) {
		return nil
	}
	ys := make([]float64, 0, len(stack))
	for _, k := range stack {
		ys = append(ys, rules[k].Pos)
	}
	if y := endsAbove(rows, ys[len(ys)-2], last.Length()); len(ys) > 2 && y > 0 {
		box.Y1, ys[len(ys)-1] = y, y
		inside, outside = text.Within(runs, box)
		rows = text.Loosen(text.Rows(inside))
	}
	cuts := partial(rules, ys, box)
	g := recordGrid(inside, ys, cuts, box.X0, box.X1)
	if g == nil {
		g = textGrid(rows, ys, cuts, box.X0, box.X1)
		if g == nil || runningText(rows, last.Length()) >= 0 || scattered(rows) || !g.convincing(2) {
			return nil
		}
	}
	return &draft{
		grid: g, by: banded, rules: rules, drawn: ys, around: outside,
		openBelow: slices.ContainsFunc(stack, func(k int) bool { return rules[k].Soft }),
	}
}

// holdsRows reports whether enough text stands between two heights for a table.
func holdsRows(runs []text.Run, y0, y1 float64) bool {
	n := 0
	for i := range runs {
		if y := runs[i].Middle(); y > y0 && y < y1 {
			if n++; n == leastRuns {
				return true
			}
		}
	}
	return false
}

// partial lists the heights of rules within box that are not among ys: rules under a part of the header.
func partial(rules []ink.Segment, ys []float64, box page.Box) []float64 {
	var out []float64
	for _, s := range rules {
		if s.Pos > box.Y0 && s.Pos < box.Y1 && s.From >= box.X0 && s.To <= box.X1 && !slices.Contains(ys, s.Pos) {
			out = append(out, s.Pos)
		}
	}
	return out
}

// stretchHeader extends a header that stands alone in its column over all rows of the header.
func (g *grid) stretchHeader() {
	n := min(g.header, g.rows()-1)
	if n < 2 {
		return
	}
	for c := range g.columns() {
		at, alone := -1, true
		for r := range n {
			if g.joined[r][c] || (c > 0 && g.joined[r][c-1]) {
				alone = false
			}
			if len(g.cells[r][c]) > 0 {
				alone = alone && at < 0
				at = r
			}
		}
		if !alone || at < 0 {
			continue
		}
		if at > 0 {
			g.cells[0][c], g.cells[at][c] = g.cells[at][c], nil
		}
		for r := range n - 1 {
			g.below[r][c] = true
		}
	}
}

// scattered reports whether text stands at all heights, as the labels in a chart do: rows so close that they cannot be
// lines.
func scattered(rows []text.Row) bool {
	close := 0
	for i := 1; i < len(rows); i++ {
		if rows[i].Base-rows[i-1].Base < crowded*min(rows[i].Size, rows[i-1].Size) {
			close++
		}
	}
	return close >= crowdedRows && float64(close) > crowdedShare*float64(len(rows))
}

// runningText returns the index of the first of two consecutive lines that fill most of the width with words, or of a
// single one that is a sentence: text between two rules rather than a table. It is -1 when there is none.
func runningText(rows []text.Row, width float64) int {
	full := 0
	for i, r := range rows {
		if wide := r.Box.X1 - r.Box.X0; len(r.Runs) == 1 && len(r.Runs[0].Words) >= proseWords && wide > lineWidth*width {
			sentence := len(r.Runs[0].Words) >= sentenceWords && (wide > sentenceWidth*width || countSeveral(rows[i+1:]) > 0)
			if full++; full == 2 || sentence {
				return i + 1 - full
			}
		} else {
			full = 0
		}
	}
	return -1
}

// endsAbove is where a table ends whose last rule belongs to something else: below its last row of several cells above
// the text that follows. It is 0 where no text follows, or where all rows stand above the last rule but one.
func endsAbove(rows []text.Row, last, width float64) float64 {
	k := runningText(rows, width)
	for k > 0 && len(rows[k-1].Runs) < 2 {
		k--
	}
	if k < 1 || rows[k-1].Middle() < last {
		return 0
	}
	return (rows[k-1].Box.Y1 + rows[k].Box.Y0) / 2
}

// hasCaption reports whether a caption stands among the rows.
func hasCaption(rows []text.Row) bool {
	for _, r := range rows {
		if text.CaptionStart.MatchString(r.Text()) && len(r.Runs) == 1 && len(r.Runs[0].Words) > 2 {
			return true
		}
	}
	return false
}

// textGrid proposes a grid from lines of text between the drawn separators ys, the outermost included. It is nil when
// there are no gutters.
func textGrid(rows []text.Row, ys, cuts []float64, x0, x1 float64) *grid {
	seps := textColumns(rows, x0, x1)
	if len(seps) == 0 {
		return nil
	}
	xs := append(append([]float64{x0}, seps...), x1)
	out := []float64{ys[0]}
	header := 0
	for i := 1; i < len(ys); i++ {
		var band []text.Row
		for _, r := range rows {
			if y := r.Middle(); y > ys[i-1] && y <= ys[i] {
				band = append(band, r)
			}
		}
		if len(band) == 0 {
			continue
		}
		out = append(out, records(band, xs, cuts, i == 1 && len(ys) > 2 && len(band) <= maxHeadLines, len(ys)-1)...)
		out = append(out, ys[i])
		if header == 0 {
			header = len(out) - 1
		}
	}
	if len(out)-1 < 2 {
		return nil
	}
	if len(ys) == 2 {
		header = 1
	}
	g := newGrid(xs, out)
	g.header = header
	g.findStarts(rows)
	for _, r := range rows {
		g.place(r.Runs)
	}
	return g
}

// convincing reports whether a grid found by gutters is a table rather than text in columns.
func (g *grid) convincing(columns int) bool { return g.populated(columns) && !g.prose() }

// populated reports whether enough of a grid's cells are filled, and enough rows have several of them.
func (g *grid) populated(columns int) bool {
	if g.usedColumns() < columns || g.usedRows() < 2 {
		return false
	}
	several, filled := 0, 0
	for r := range g.rows() {
		if g.filled(r) >= 2 {
			several++
		}
		filled += g.filled(r)
		for _, j := range g.joined[r] {
			if j {
				filled++
			}
		}
	}
	if float64(filled) < leastFilled*float64(g.usedRows()*g.usedColumns()) {
		return false
	}
	return several >= 2 && float64(several) >= severalShare*float64(g.usedRows()-1)
}

// prose reports whether most lines fill their columns with running text.
func (g *grid) prose() bool {
	full, lines := 0, 0
	for c := range g.columns() {
		width := 0.0
		for r := range g.rows() {
			for _, u := range g.cells[r][c] {
				if !g.joined[r][c] {
					width = max(width, u.Box.X1-u.Box.X0)
				}
			}
		}
		for r := range g.rows() {
			for _, u := range g.cells[r][c] {
				lines++
				if len(u.Words) >= proseWords && u.Box.X1-u.Box.X0 > fullLine*width {
					full++
				}
			}
		}
	}
	return float64(full) > proseShare*float64(lines)
}

// spanByRules joins header cells over which one text stands and below which one rule runs.
func (d *draft) spanByRules() {
	for r := range min(d.header+1, d.rows()-1) {
		for _, s := range d.rules {
			if s.Pos < d.ys[r] || s.Pos > d.ys[r+1]+ink.Touch || d.middleOf(r) > s.Pos || slices.Contains(d.drawn, s.Pos) {
				continue
			}
			d.spanUnder(r, s)
		}
	}
}

// middleOf is the height of a row's text, or the top of the row when it has none.
func (g *grid) middleOf(r int) float64 {
	for _, c := range g.cells[r] {
		for _, u := range c {
			return u.Middle()
		}
	}
	return g.ys[r]
}

// spanUnder joins the header cells of row r above rule s when exactly one of them has text.
func (g *grid) spanUnder(r int, s ink.Segment) {
	c0, c1, holder, holders := -1, -1, 0, 0
	for c := range g.columns() {
		overlap := min(g.xs[c+1], s.To) - max(g.xs[c], s.From)
		if overlap < ruleOverlap*(g.xs[c+1]-g.xs[c]) {
			continue
		}
		if c0 < 0 {
			c0 = c
		}
		c1 = c
		if len(g.cells[r][c]) > 0 {
			holder = c
			holders++
		}
	}
	if c0 < 0 || c1 == c0 || holders != 1 {
		return
	}
	if holder != c0 {
		g.cells[r][c0], g.cells[r][holder] = g.cells[r][holder], nil
	}
	for c := c0; c < c1; c++ {
		g.joined[r][c] = true
	}
}
