package table

import (
	"maps"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// takeEdges adds the rows of text directly above and below that stand in the table's columns: headers over the first
// line or fill, and the last row where every other row is filled.
func (d *draft) takeEdges() {
	if d.rows() < 2 || d.columns() < 2 {
		return
	}
	pitch := d.pitch()
	d.takeHeader(pitch)
	if d.openBelow {
		d.takeLastRow(pitch)
	}
}

func (d *draft) takeHeader(pitch float64) {
	g := d.grid
	x0, x1 := g.xs[0]-ink.Touch, g.xs[g.columns()]+ink.Touch
	strip, _ := text.Within(d.around, page.Box{X0: x0, Y0: g.ys[0] - edgeStep*pitch - maxHeaderLines*pitch, X1: x1, Y1: g.ys[0]})
	above := g.cut(strip)
	from, labels := g.headerLines(above, pitch)
	for i := len(above) - 1; i >= labels; i-- {
		d.addRow(above[i:i+1], 0)
	}
	if from < labels {
		d.addRow(above[from:labels], 0)
		if from > 0 && g.names(0) && g.spansColumns(above[from-1], above[from].Base, pitch) {
			d.addRow(above[from-1:from], 0)
			g.header = 2
			g.spanHeader(0)
		}
	}
}

func (d *draft) takeLastRow(pitch float64) {
	x0, x1, y := d.xs[0]-ink.Touch, d.xs[d.columns()]+ink.Touch, d.ys[d.rows()]
	strip, _ := text.Within(d.around, page.Box{X0: x0, Y0: y, X1: x1, Y1: y + maxHeaderLines*pitch})
	below := d.cut(strip)
	if to := d.lastLines(below, pitch); to > 0 {
		d.addRow(below[:to], d.rows())
	}
}

// pitch is the height of the table's usual row, in points.
func (g *grid) pitch() float64 {
	heights := make([]float64, g.rows())
	for r := range heights {
		heights[r] = g.ys[r+1] - g.ys[r]
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// headerLines returns the range of the lines above the table that are its header: upwards from the table as long as they
// are close and in columns. Lines from labels on are rows that hold only a label. The range is empty when it does not
// name most columns.
func (g *grid) headerLines(above []text.Row, pitch float64) (from, labels int) {
	y, from, labels := g.ys[0], len(above), len(above)
	named := map[int]bool{}
	for i := len(above) - 1; i >= 0 && len(above)-i <= maxHeaderLines; i-- {
		limit := tightStep * above[i].Size
		if len(named) < 2 {
			limit = max(edgeStep*pitch, limit)
		}
		columns := columnsOf(above[i], g.xs)
		if y-above[i].Base > limit || !g.inColumns(above[i]) || text.CaptionStart.MatchString(above[i].Text()) {
			break
		}
		if len(named) < 2 && len(columns) == 1 && columns[0] {
			labels = i
		}
		maps.Copy(named, columns)
		y, from = above[i].Base, i
	}
	if len(named) < 2 || float64(len(named)) < namedShare*float64(g.columns()-1) {
		return len(above), len(above)
	}
	return from, labels
}

// spansColumns reports whether a line close above the header holds texts of a few words each over columns behind the
// first.
func (g *grid) spansColumns(r text.Row, below, pitch float64) bool {
	if below-r.Base > max(edgeStep*pitch, tightStep*r.Size) || text.CaptionStart.MatchString(r.Text()) {
		return false
	}
	for _, u := range r.Runs {
		if u.Box.X0 < g.xs[1]-2*u.Size || len(u.Words) > spanWords {
			return false
		}
	}
	return true
}

// lastLines counts the lines below the table that form its last row.
func (g *grid) lastLines(below []text.Row, pitch float64) int {
	y, n := g.ys[g.rows()], 0
	for i, r := range below {
		limit := tightStep * r.Size
		if i == 0 {
			limit = max(edgeStep*pitch, limit)
		}
		anotherRow := i > 0 && len(columnsOf(r, g.xs)) >= len(columnsOf(below[0], g.xs))
		if r.Base-y > limit || !g.inColumns(r) || text.CaptionStart.MatchString(r.Text()) || anotherRow {
			break
		}
		y, n = r.Base, i+1
	}
	if n == 0 || len(columnsOf(below[0], g.xs)) < 2 {
		return 0
	}
	return n
}

// inColumns reports whether each run of a line lies within one column, but for a small part: a header may be wider than
// its numbers.
func (g *grid) inColumns(r text.Row) bool {
	for _, u := range r.Runs {
		c, over := interval(g.xs, (u.Box.X0+u.Box.X1)/2), max(ink.Touch, min(overhang*(u.Box.X1-u.Box.X0), u.Size))
		if u.Box.X0 < g.xs[c]-over || u.Box.X1 > g.xs[c+1]+over {
			return false
		}
	}
	return true
}

// cut groups runs into lines, with numbers in different columns parted.
func (g *grid) cut(runs []text.Run) []text.Row {
	lines := text.Loosen(text.Rows(runs))
	for i := range lines {
		var out []text.Run
		for _, u := range lines[i].Runs {
			start := 0
			for k := 1; k <= len(u.Words); k++ {
				if k == len(u.Words) || g.partsNumbers(u.Words[k-1], u.Words[k]) {
					out = append(out, text.NewRun(u.Words[start:k]))
					start = k
				}
			}
		}
		lines[i].Runs = out
	}
	return lines
}

// partsNumbers reports whether a and b are numbers in different columns.
func (g *grid) partsNumbers(a, b text.Word) bool {
	return interval(g.xs, (a.Box.X0+a.Box.X1)/2) != interval(g.xs, (b.Box.X0+b.Box.X1)/2) && text.IsNumeric(a.Text) && text.IsNumeric(b.Text)
}

// addRow moves lines from around the draft into it, as one row at the top (at 0) or at the end.
func (d *draft) addRow(lines []text.Row, at int) {
	g := d.grid
	box := lines[0].Box
	for _, l := range lines[1:] {
		box = ink.Union(box, l.Box)
	}
	if at == 0 {
		g.ys = slices.Insert(g.ys, 0, min(box.Y0, g.ys[0]))
	} else {
		g.ys = append(g.ys, max(box.Y1, g.ys[at]))
	}
	g.cells = slices.Insert(g.cells, at, make([][]text.Run, g.columns()))
	g.joined, g.below = slices.Insert(g.joined, at, make([]bool, g.columns())), slices.Insert(g.below, at, make([]bool, g.columns()))
	margin := text.SameLine * lines[0].Size / 2
	mine, rest := text.Within(d.around, page.Box{
		X0: g.xs[0] - ink.Touch, Y0: lines[0].Middle() - margin, X1: g.xs[g.columns()] + ink.Touch, Y1: lines[len(lines)-1].Middle() + margin,
	})
	for _, l := range g.cut(mine) {
		for _, u := range l.Runs {
			c := interval(g.xs, (u.Box.X0+u.Box.X1)/2)
			g.cells[at][c] = append(g.cells[at][c], u)
		}
	}
	d.around = rest
}
