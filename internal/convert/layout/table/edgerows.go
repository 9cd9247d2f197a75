package table

import (
	"maps"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// takeEdges adds the rows of text directly above and below that fit the table's columns: headers above the
// first line or fill, and the rows below the last fill.
func (d *draft) takeEdges() {
	if d.rows() < 2 || d.columns() < 2 {
		return
	}
	pitch, rows := d.pitch(), d.rows()
	d.takeHeader(pitch)
	if d.openBelow || (d.rows() > rows && d.ruledRows(rows)) {
		d.takeBelow(pitch)
	}
}

// ruledRows reports whether rules separate all rows of the draft, given the number of rows between the first and the
// last rule. If there is a row above the first rule, rules are drawn only between rows.
func (d *draft) ruledRows(rows int) bool {
	return d.by == banded && rows >= ruledBands && rows == len(d.drawn)-1
}

// addHeader adds lines above the table as its header and returns the number of rows added. Lines as close as those of a
// text are one row, unless their texts lie over several columns.
func (d *draft) addHeader(lines []text.Row) int {
	over := make([]bool, len(lines))
	for i, l := range lines {
		over[i] = d.overRanges(l, lines[i+1:])
	}
	rows, end := 0, len(lines)
	for i := end - 1; i >= 0; i-- {
		tight := i > 0 && lines[i].Base-lines[i-1].Base <= tightStep*lines[i].Size
		if tight && !over[i] && !over[i-1] {
			continue
		}
		d.addRow(lines[i:end], 0)
		if over[i] {
			d.spanOver(0)
		}
		rows, end = rows+1, i
	}
	return rows
}

func (d *draft) takeHeader(pitch float64) {
	g := d.grid
	x0, x1 := g.xs[0]-ink.Touch, g.xs[g.columns()]+ink.Touch
	area := page.Box{X0: x0, Y0: max(d.ceiling, g.ys[0]-edgeStep*pitch-maxHeaderLines*pitch), X1: x1, Y1: g.ys[0]}
	for _, u := range d.around {
		if y := u.Middle(); y > area.Y0 && y < area.Y1 && goesPast(u, area) {
			area.Y0 = u.Base
		}
	}
	strip := text.Inside(d.around, area)
	above := g.cut(strip)
	from, labels := g.headerLines(above, pitch)
	for i := len(above) - 1; i >= labels; i-- {
		leads := g.leads(above[i])
		if d.addRow(above[i:i+1], 0); leads {
			g.cells[1][0] = slices.Concat(g.cells[0][0], g.cells[1][0])
			g.dropRow(0)
		}
	}
	if from < labels {
		g.header = d.addHeader(above[from:labels])
		if from > 0 && g.names(0) && g.spansColumns(above[from-1], above[from].Base, pitch) {
			d.addRow(above[from-1:from], 0)
			g.header++
			g.spanHeader(0)
		}
	}
}

// goesPast reports whether a line of running text extends beyond a side of an area. Such a line is text above or below
// a narrower table.
func goesPast(u text.Run, area page.Box) bool {
	if len(u.Words) < text.ProseLine || u.Box.X1 < area.X0 || u.Box.X0 > area.X1 {
		return false
	}
	n := 0
	for _, w := range u.Words {
		if x := (w.Box.X0 + w.Box.X1) / 2; x < area.X0 || x > area.X1 {
			n++
		}
	}
	return n >= pastWords && n < len(u.Words)
}

// pitch returns the height of the table's usual row, in points.
func (g *grid) pitch() float64 {
	heights := make([]float64, g.rows())
	for r := range heights {
		heights[r] = g.ys[r+1] - g.ys[r]
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// headerLines returns the range of the lines above the table that are its header, going upwards from the table as long
// as they are close and in columns. Lines from index labels onwards are rows that contain only a label. The range is
// empty if it does not name most columns.
func (g *grid) headerLines(above []text.Row, pitch float64) (from, labels int) {
	y, from, labels := g.ys[0], len(above), len(above)
	named, size := map[int]bool{}, 0.0
	for i := len(above) - 1; i >= 0 && len(above)-i <= maxHeaderLines; i-- {
		limit := tightStep * above[i].Size
		columns := columnsOf(above[i], g.xs)
		if len(named) < 2 || g.namesMost(columns) {
			limit = max(edgeStep*pitch, limit)
		}
		title := size > 0 && above[i].Size > otherSize*size
		section := len(named) < 2 && g.section(above[i]) && above[i].Size <= otherSize*g.textSize()
		fits := section || g.inColumns(above[i])
		if !fits && g.overRanges(above[i], above[i+1:]) {
			fits, columns = true, g.all()
		}
		apart := len(named) > 1 && len(columns) == 1 && columns[0] && !columnsOf(above[i+1], g.xs)[0]
		if title || apart || isField(above[i]) || g.introduces(above[i]) {
			break
		}
		if y-above[i].Base > limit || !fits || text.CaptionStart.MatchString(above[i].Text()) {
			break
		}
		if section || (len(named) < 2 && len(columns) == 1 && columns[0]) {
			labels = i
		}
		maps.Copy(named, columns)
		y, from, size = above[i].Base, i, above[i].Size
	}
	if !g.namesMost(named) {
		return len(above), len(above)
	}
	return from, labels
}

// introduces reports whether a line is a sentence over several columns, like the text that introduces a table.
func (g *grid) introduces(r text.Row) bool {
	u := r.Runs[0]
	return len(r.Runs) == 1 && len(u.Words) >= proseWords && !text.LeftOpen(u.Text()) && g.overSeveral(u)
}

// isField reports whether a line is a field of a form.
func isField(r text.Row) bool {
	return slices.ContainsFunc(r.Runs, func(u text.Run) bool { return u.Words[0].Entry })
}

// all returns the set of all columns.
func (g *grid) all() map[int]bool {
	out := map[int]bool{}
	for c := range g.columns() {
		out[c] = true
	}
	return out
}

// namesMost reports whether a header in these columns names most columns after the first.
func (g *grid) namesMost(columns map[int]bool) bool {
	return len(columns) > 1 && float64(len(columns)) >= namedShare*float64(g.columns()-1)
}

// spansColumns reports whether a line close above the header has texts of a few words each over columns after
// the first.
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

// inColumns reports whether each run of a line is within one column: between its separators, except for a small part,
// because a header may be wider than its numbers. In a line with texts for all columns, or all but one, it is enough
// that no run is over the texts of two columns.
func (g *grid) inColumns(r text.Row) bool {
	all := len(columnsOf(r, g.xs)) >= max(g.columns()-1, 2)
	return !slices.ContainsFunc(r.Runs, func(u text.Run) bool { return !g.within(u) && (!all || g.overSeveral(u)) })
}

// within reports whether a run is between the separators of one column.
func (g *grid) within(u text.Run) bool {
	c, over := interval(g.xs, (u.Box.X0+u.Box.X1)/2), max(ink.Touch, min(overhang*(u.Box.X1-u.Box.X0), u.Size))
	return u.Box.X0 >= g.xs[c]-over && u.Box.X1 <= g.xs[c+1]+over
}

// overSeveral reports whether a run is above or below the texts of several columns.
func (g *grid) overSeveral(u text.Run) bool {
	n := 0
	for c := range g.columns() {
		if x0, x1 := g.extent(c); u.Box.X0 < x1 && u.Box.X1 > x0 {
			n++
		}
	}
	return n > 1
}

// extent returns the left and right end of a column's texts.
func (g *grid) extent(c int) (x0, x1 float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	for r := range g.rows() {
		if g.joined[r][c] || (c > 0 && g.joined[r][c-1]) {
			continue
		}
		for _, u := range g.cells[r][c] {
			x0, x1 = min(x0, u.Box.X0), max(x1, u.Box.X1)
		}
	}
	return x0, x1
}

// cut groups runs into lines, with numbers in different columns separated.
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
	margin := text.SameLine * lines[0].Size / 2
	area := page.Box{X0: g.xs[0] - ink.Touch, Y0: lines[0].Middle(), X1: g.xs[g.columns()] + ink.Touch, Y1: lines[len(lines)-1].Middle()}
	for _, l := range lines {
		for i := range l.Runs { // they may be slightly higher or lower than the first
			area.Y0, area.Y1 = min(area.Y0, l.Runs[i].Middle()), max(area.Y1, l.Runs[i].Middle())
		}
	}
	area.Y0, area.Y1 = area.Y0-margin, area.Y1+margin
	mine, rest := text.Within(d.around, area)
	if mine := g.cut(mine); len(mine) > 0 {
		g.insertRow(mine, at)
	}
	d.around = rest
}

// insertRow inserts lines that lie above (at 0) or below the grid as one row.
func (g *grid) insertRow(lines []text.Row, at int) {
	box := bounds(lines)
	if at == 0 {
		g.ys = slices.Insert(g.ys, 0, min(box.Y0, g.ys[0]))
	} else {
		g.ys = append(g.ys, max(box.Y1, g.ys[at]))
	}
	g.cells = slices.Insert(g.cells, at, make([][]text.Run, g.columns()))
	g.joined, g.below = slices.Insert(g.joined, at, make([]bool, g.columns())), slices.Insert(g.below, at, make([]bool, g.columns()))
	for _, l := range lines {
		if g.section(l) && !g.inColumns(l) {
			g.put(at, l.Runs[0])
			continue
		}
		for _, u := range l.Runs {
			c := interval(g.xs, (u.Box.X0+u.Box.X1)/2)
			g.cells[at][c] = append(g.cells[at][c], u)
		}
	}
}
