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

// Banded makes tables from stacks of horizontal rules of equal width. Rows come from the lines of text between
// them, columns from the gutters. The runs outside the tables are returned in rest.
func Banded(across []ink.Segment, runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rules := broken(across)
	used, rows := make([]bool, len(rules)), text.Rows(runs)
	for i, r := range rules {
		used[i] = underlines(r, rows)
	}
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
				clear(s.failed) // other runs are searched now
				tables = append(tables, d.finish(passes))
				runs = d.around
				end := top // the last rule of the table, which may be above the last one of the stack
				for end < bottom && rules[stack[end+1]].Pos <= d.drawn[len(d.drawn)-1] {
					end++
				}
				for _, k := range stack[top : end+1] {
					used[k] = true
				}
				top = min(end, bottom-1)
				break
			}
		}
	}
	return tables, runs
}

// bandSearch remembers the stacks of rules that did not make a table, since the stack of each rule contains
// those of the rules below it.
type bandSearch struct {
	failed map[string]bool
	left   int
}

// try tries a stack as a table, unless it has already failed or the work is used up.
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

// broken adds to the rules those that are interrupted between columns, each as a single rule.
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

// stackOf lists rule i and the rules below it that start and end at the same places.
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
	return bandTableAbove(rules, stack, runs, runningBetween)
}

// bandTableAbove does the same for a table that ends above the running text that the function running finds.
func bandTableAbove(rules []ink.Segment, stack []int, runs []text.Run, running func(rows []text.Row, ys []float64, width float64) int) *draft {
	first, last := rules[stack[0]], rules[stack[len(stack)-1]]
	box := page.Box{X0: first.From - sameExtent, Y0: first.Pos, X1: first.To + sameExtent, Y1: last.Pos}
	inside := text.Inside(runs, box)
	rows := text.Loosen(text.Rows(inside))
	if len(rows) < 2 || countSeveral(rows) < 2 || hasCaption(rows) {
		return nil
	}
	ys := make([]float64, 0, len(stack))
	for _, k := range stack {
		ys = append(ys, rules[k].Pos)
	}
	k := running(rows, ys, last.Length())
	if y := endsAbove(rows, k, ys[len(ys)-2]); len(ys) > 2 && y > 0 {
		box.Y1, ys[len(ys)-1] = y, y
		inside = text.Inside(runs, box)
		rows = text.Loosen(text.Rows(inside))
	} else if k > 0 && rows[k].Middle() > ys[len(ys)-2] {
		return nil
	}
	if holdsListing(rows, ys) || listsContents(rows) || titledWithin(rows) {
		return nil
	}
	if i := belowTable(rows, ys, first.From); i > 0 {
		y := (rows[i-1].Box.Y1 + rows[i].Box.Y0) / 2
		if y < ys[len(ys)-2] {
			return nil // a smaller table is found from fewer rules
		}
		box.Y1, ys[len(ys)-1] = y, y
		inside = text.Inside(runs, box)
		rows = text.Loosen(text.Rows(inside))
	}
	if betweenTitles(rules, last, runs, rows, box) {
		return nil
	}
	if titled(rows) {
		ys[0] = (rows[0].Box.Y1 + rows[1].Box.Y0) / 2
		box.Y0, rows = ys[0], rows[1:]
	}
	inside, outside := text.Within(runs, box)
	if len(rows) < 2 || labelsBeside(outside, rows, box) || (len(ys) == 2 && headsRows(rows, outside, box)) {
		return nil
	}
	cuts := partial(rules, ys, box, rows)
	g := recordGrid(inside, ys, cuts, box.X0, box.X1)
	if g == nil && len(ys) == 2 {
		g = wholeStacked(rows)
	}
	if g == nil {
		level := levelGroups(rows)
		if running(rows, ys, last.Length()) < 0 && !scattered(level) {
			g = textGrid(level, ys, cuts, box.X0, box.X1)
		}
		if g == nil || !g.holdsData(len(ys)) {
			return nil
		}
	}
	g.xs[0], g.xs[g.columns()] = first.From, first.To
	for _, u := range inside {
		g.xs[0], g.xs[g.columns()] = min(g.xs[0], u.Box.X0), max(g.xs[g.columns()], u.Box.X1)
	}
	return &draft{
		grid: g, by: banded, rules: rules, drawn: ys, around: outside,
		openBelow: ys[len(ys)-1] == last.Pos && slices.ContainsFunc(stack, func(k int) bool { return rules[k].Soft }),
	}
}

// holdsRows reports whether there is enough text between two heights for a table.
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

// partial lists the heights of rules within box that are not among ys and span only some columns of the header. Rules
// that underline words are not among them.
func partial(rules []ink.Segment, ys []float64, box page.Box, rows []text.Row) []float64 {
	var out []float64
	for _, s := range rules {
		if s.Pos > box.Y0 && s.Pos < box.Y1 && s.From >= box.X0 && s.To <= box.X1 && !slices.Contains(ys, s.Pos) && !underlines(s, rows) {
			out = append(out, s.Pos)
		}
	}
	return out
}

// underlines reports whether a rule is right below the baseline of a text in one of the rows and no longer than the
// text.
func underlines(s ink.Segment, rows []text.Row) bool {
	i, _ := slices.BinarySearchFunc(rows, s.Pos, func(r text.Row, y float64) int { return cmp.Compare(r.Base, y) })
	if i == 0 || s.Pos-rows[i-1].Base > underline*rows[i-1].Size {
		return false
	}
	runs := rows[i-1].Runs
	k, _ := slices.BinarySearchFunc(runs, s.From+ink.Snap, func(u text.Run, x float64) int { return cmp.Compare(u.Box.X0, x) })
	return k > 0 && s.To <= runs[k-1].Box.X1+ink.Snap
}

// stretchHeader extends a header that is alone in its column over all rows of the header.
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

// textGrid proposes a grid from lines of text between the drawn separators ys, including the outermost. It is
// nil if there are no gutters.
func textGrid(rows []text.Row, ys, cuts []float64, x0, x1 float64) *grid {
	seps := pastLabels(textColumns(rows, x0, x1), rows)
	if len(seps) == 0 {
		return nil
	}
	xs := append(append([]float64{x0}, partFigures(seps, rows, x1)...), x1)
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
		head := i == 1 && len(ys) > 2 && len(band) <= maxHeadLines && figureRows(band, xs) < 2
		out = append(out, records(band, xs, cuts, head, len(ys)-1)...)
		out = append(out, ys[i])
		if header == 0 {
			header = 1
			if head {
				header = len(out) - 1
			}
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
	for i, r := range rows {
		if g.isName(rows, i) {
			g.put(interval(g.ys, r.Middle()), r.Runs[0])
			continue
		}
		g.place(r.Runs)
	}
	return g
}

// convincing reports whether a grid found by gutters is a table rather than text in columns.
func (g *grid) convincing(columns int) bool { return g.populated(columns) && !g.prose() }

// populated reports whether enough of a grid's cells are filled, and enough rows have several of them.
func (g *grid) populated(columns int) bool {
	if g.usedColumns() < columns || g.usedRows() < 2 || g.bulleted() {
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

// spanByRules joins header cells that have a single text across them and a single rule below them.
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

// spanUnder joins the header cells of row r above rule s if exactly one of them has text.
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
