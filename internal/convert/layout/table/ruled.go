package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Ruled makes tables from frames whose lines form at least two columns. It returns the runs outside the tables
// in rest, and in across the horizontal lines that may still rule off a table.
func Ruled(r ink.Rulings, runs []text.Run) (tables []text.Piece, rest []text.Run, across []ink.Segment) {
	frames := frames(r)
	slices.SortStableFunc(frames, func(a, b frame) int { return int(ink.Area(b.box) - ink.Area(a.box)) })
	for _, f := range frames {
		if f.single() {
			across = append(across, f.across...)
			continue
		}
		f = f.trimmed(runs)
		inside, outside := text.Within(runs, f.box)
		if len(inside) < 2 {
			across = append(across, f.across...)
			continue
		}
		g := f.grid(inside)
		if g != nil && g.hasAxis(outside) {
			continue
		}
		if d := f.draft(g, inside, outside, frames); d != nil {
			tables = append(tables, d.finish(passes))
			runs = d.around
			continue
		}
		if !f.plainBox() || slices.ContainsFunc(frames, f.stripe) {
			across = append(across, f.across...)
		}
	}
	slices.SortFunc(across, func(a, b ink.Segment) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.From, b.From)) })
	return tables, runs, across
}

// draft returns the draft of a table with the grid, or nil if it is not a table: a single row needs a header above it,
// or lines around all of its cells.
func (f frame) draft(g *grid, inside, outside []text.Run, frames []frame) *draft {
	if g == nil {
		return nil
	}
	drawn := g.drawnCells()
	d := &draft{grid: g, by: ruled, around: outside, openBelow: f.openBelow(), ceiling: f.ceiling(frames)}
	switch {
	case g.rows() > 1, !f.striped(frames) && d.headed():
		return d
	case drawn:
		d.grid, d.around = f.grid(inside), outside // without the runs taken for a header
		return d
	}
	return nil
}

// single reports whether the frame is one line that meets no other, as an underline does. The text around it need not
// be searched, which matters on a page with hundreds of them.
func (f frame) single() bool { return len(f.across)+len(f.down) == 1 }

// ceiling returns the height at which the next table above ends, or 0. A plain box does not count: a header may have
// one of its own.
func (f frame) ceiling(frames []frame) float64 {
	y := 0.0
	for _, o := range frames {
		beside := o.box.X1 <= f.box.X0 || o.box.X0 >= f.box.X1
		if !beside && o.box.Y1 < f.box.Y0 && o.box.Y1 > y && !o.single() && !o.plainBox() {
			y = o.box.Y1
		}
	}
	return y
}

// openBelow reports whether the frame ends with a fill rather than a line.
func (f frame) openBelow() bool {
	ys, soft := positions(f.across, f.box.X0, f.box.X1)
	return len(ys) > 0 && soft[ys[len(ys)-1]]
}

// plainBox reports whether the frame is a rectangle without lines inside, as around a chart or some text. Its
// sides say nothing about rows.
func (f frame) plainBox() bool {
	xs, _ := positions(f.down, f.box.Y0, f.box.Y1)
	ys, _ := positions(f.across, f.box.X0, f.box.X1)
	return len(xs) == 2 && len(ys) == 2
}

// stripe reports whether two fills are one above the other like those behind every other row of a table.
func (f frame) stripe(other frame) bool {
	return f.box != other.box && ink.Partners(f.box, other.box) && math.Abs(f.box.X0-other.box.X0) <= ink.Touch &&
		!slices.ContainsFunc(f.down, func(s ink.Segment) bool { return !s.Soft }) && other.plainBox()
}

// striped reports whether the frame is the background of a row, whole or cell by cell, and another row of the table has
// one too. The row above the frame is then an ordinary row without a background, not a header.
func (f frame) striped(frames []frame) bool {
	if slices.ContainsFunc(f.down, func(s ink.Segment) bool { return !s.Soft }) {
		return false
	}
	return slices.ContainsFunc(frames, func(o frame) bool {
		if f.box == o.box || !ink.Partners(f.box, o.box) || math.Abs(f.box.X0-o.box.X0) > ink.Touch {
			return false
		}
		ys, _ := positions(o.across, o.box.X0, o.box.X1)
		return len(ys) == 2
	})
}

// grid proposes a grid along the frame's lines with the runs in it, or nil if that is not a table.
func (f frame) grid(runs []text.Run) *grid {
	xs, softX := positions(f.down, f.box.Y0, f.box.Y1)
	ys, softY := positions(f.across, f.box.X0, f.box.X1)
	dividers := f.dividers(xs, runs)
	xs, ys = f.close(xs, ys)
	if len(xs)+len(dividers)-1 < 2 || len(ys)-1 < 1 || xs[len(xs)-1]-xs[0] < minTable || ys[len(ys)-1]-ys[0] < minTable {
		return nil
	}
	drawnX := map[float64]bool{}
	for _, x := range xs {
		drawnX[x] = !softX[x]
	}
	xs = f.splitColumns(xs, dividers, runs)
	drawnY := ys
	ys, whole := f.splitBands(xs, ys, softY, runs)
	g := newGrid(xs, ys)
	g.level, g.divider = map[float64]bool{}, map[float64]bool{}
	for _, x := range dividers {
		g.divider[x] = true
	}
	for i, x := range xs {
		g.ruled[i] = drawnX[x] || g.divider[x]
	}
	for _, y := range drawnY {
		g.level[y] = !softY[y]
	}
	f.joinCells(g, drawnY, softY)
	g.keepWhole(whole)
	g.place(runs)
	few := (g.usedRows() < 2 || g.usedColumns() < 2) && !g.form() && !g.single()
	if few || g.bulleted() || float64(g.crossed) > crossLimit*float64(len(runs)) || g.drawing() {
		return nil
	}
	return g
}

// form reports whether lines are drawn around all cells of a grid, and all cells of its first row or column are named,
// as in a blank form.
func (g *grid) form() bool {
	if !g.drawnCells() || g.rows() < 2 {
		return false
	}
	first := true
	for r := range g.rows() {
		first = first && len(g.cells[r][0]) > 0
	}
	return first || g.filled(0) == g.columns()
}

// single reports whether a grid is one row between two lines, with several cells that all have text.
func (g *grid) single() bool {
	drawn := g.level[g.ys[0]] && g.level[g.ys[g.rows()]]
	return g.rows() == 1 && g.columns() >= looseColumns && g.filled(0) == g.columns() && drawn
}

// drawnCells reports whether lines are drawn around all cells of a grid.
func (g *grid) drawnCells() bool {
	return !slices.Contains(g.ruled, false) && !slices.ContainsFunc(g.ys, func(y float64) bool { return !g.level[y] })
}

// headed takes the lines above a single row as its header. It reports whether they name each of the row's columns,
// without any figures, and no rows without lines follow below.
func (d *draft) headed() bool {
	bottom := d.ys[d.rows()]
	below := text.Inside(d.around, page.Box{X0: d.xs[0], Y0: bottom, X1: d.xs[d.columns()], Y1: bottom + looseStep*d.textSize()})
	if countSeveral(text.Rows(below)) > 0 {
		return false
	}
	d.takeHeader(d.pitch())
	count := func(u text.Run) bool { return isAmount(u.Text()) }
	for c := range d.columns() {
		named := false
		for _, row := range d.cells[:d.rows()-1] {
			named = named || len(row[c]) > 0
			if slices.ContainsFunc(row[c], count) {
				return false
			}
		}
		if !named {
			return false
		}
	}
	return true
}

// release separates cells without a line between them if each has its own text and none lies across the border, as in a
// header whose lines are not drawn. Where a line divides single rows only, the others have no border.
func (g *grid) release() {
	for r := range g.rows() {
		for c := range g.columns() - 1 {
			if !g.joined[r][c] || g.divider[g.xs[c+1]] || len(g.cells[r][c]) == 0 || len(g.cells[r][c+1]) == 0 {
				continue
			}
			over := slices.ContainsFunc(g.cells[r][c], func(u text.Run) bool { return u.Box.X1 > g.xs[c+1]+ink.Touch }) ||
				slices.ContainsFunc(g.cells[r][c+1], func(u text.Run) bool { return u.Box.X0 < g.xs[c+1]-ink.Touch })
			g.joined[r][c] = over
		}
	}
}

// drawing reports whether a grid is too empty for a table, like the gridlines behind a chart.
func (g *grid) drawing() bool {
	if g.form() {
		return false
	}
	filled, first := 0, 0
	for r := range g.rows() {
		filled += g.filled(r)
		if len(g.cells[r][0]) > 0 {
			first++
		}
	}
	if filled < leastCells {
		return true
	}
	header := float64(g.filled(0)) >= sparseHeader*float64(g.columns()-1) && float64(first) >= sparseHeader*float64(g.rows()-1)
	return float64(filled) < sparse*float64(g.rows()*g.columns()) && !header
}

// close adds the sides of a table that is open there.
func (f frame) close(xs, ys []float64) ([]float64, []float64) {
	if len(xs) == 0 || len(ys) == 0 {
		return nil, nil
	}
	if xs[0]-f.box.X0 > stickOut {
		xs = slices.Insert(xs, 0, f.box.X0)
	}
	if f.box.X1-xs[len(xs)-1] > stickOut {
		xs = append(xs, f.box.X1)
	}
	if ys[0]-f.box.Y0 > stickOut {
		ys = slices.Insert(ys, 0, f.box.Y0)
	}
	if f.box.Y1-ys[len(ys)-1] > stickOut {
		ys = append(ys, f.box.Y1)
	}
	return xs, ys
}

// joinCells joins cells with no line drawn between them. Separators that come from text or the edges of fills
// separate cells on their own, unless every cell has a fill.
func (f frame) joinCells(g *grid, drawn []float64, soft map[float64]bool) {
	filled := slices.ContainsFunc(drawn, func(y float64) bool { return soft[y] }) && f.filled(g)
	for r := range g.rows() {
		for c := range g.columns() {
			if c+1 < g.columns() && g.ruled[c+1] {
				g.joined[r][c] = covered(f.down, g.xs[c+1], g.ys[r], g.ys[r+1]) < edgeCover
			}
			if r+1 < g.rows() && slices.Contains(drawn, g.ys[r+1]) && (filled || !soft[g.ys[r+1]]) {
				g.below[r][c] = covered(f.across, g.ys[r+1], g.xs[c], g.xs[c+1]) < edgeCover
			}
		}
	}
}

// filled reports whether the edges of fills are on both sides of every cell, as in a table whose cells all have a background.
func (f frame) filled(g *grid) bool {
	for _, x := range g.xs {
		for r := range g.rows() {
			if covered(f.down, x, g.ys[r], g.ys[r+1]) < edgeCover {
				return false
			}
		}
	}
	return true
}

// splitColumns adds separators where columns are side by side between two lines. Where there are dividers, all borders
// are drawn.
func (f frame) splitColumns(xs, dividers []float64, runs []text.Run) []float64 {
	out := []float64{xs[0]}
	for i := 1; i < len(xs); i++ {
		if between := within(dividers, xs[i-1], xs[i]); len(between) > 0 {
			out = append(append(out, between...), xs[i])
			continue
		}
		inside := text.Inside(runs, page.Box{X0: xs[i-1], Y0: f.box.Y0, X1: xs[i], Y1: f.box.Y1})
		rows := text.Loosen(text.Rows(inside))
		if several := countSeveral(rows); several >= sideRows && float64(several) > sideShare*float64(len(rows)) {
			for _, x := range textColumns(rows, xs[i-1], xs[i]) {
				if alignedAt(rows, x) {
					out = append(out, x)
				}
			}
		}
		out = append(out, xs[i])
	}
	return out
}

// countSeveral counts the rows with several runs.
func countSeveral(rows []text.Row) int {
	n := 0
	for _, r := range rows {
		if len(r.Runs) > 1 {
			n++
		}
	}
	return n
}

// alignedAt reports whether most rows with several runs have one on either side of x.
func alignedAt(rows []text.Row, x float64) bool {
	both, several := 0, 0
	for _, r := range rows {
		if len(r.Runs) < 2 {
			continue
		}
		several++
		if text.IsBullet(r.Runs[0].Text()) {
			continue
		}
		if r.Runs[0].Box.X1 <= x && r.Runs[len(r.Runs)-1].Box.X0 >= x {
			both++
		}
	}
	return float64(both) >= alignedRows*float64(several)
}
