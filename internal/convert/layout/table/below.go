package table

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// takeBelow adds the rows below a table that ends with the edge of a fill. A fill shows the columns and marks a header,
// every other row or a total, so the rows without one belong to the table as long as they are in its columns and at the
// distance of its rows.
func (d *draft) takeBelow(pitch float64) {
	g := d.grid
	area := page.Box{X0: g.xs[0] - ink.Touch, Y0: g.ys[g.rows()], X1: g.xs[g.columns()] + ink.Touch, Y1: math.Inf(1)}
	for _, u := range d.around {
		if y := u.Middle(); y > area.Y0 && y < area.Y1 && goesPast(u, area) {
			area.Y1 = u.Box.Y0
		}
	}
	strip := text.Inside(d.around, area)
	lines := g.cut(strip)
	end := g.linesBelow(lines, pitch)
	if end == 0 {
		return
	}
	area.Y1 = lines[end-1].Middle() + text.SameLine*lines[end-1].Size/2
	strip, d.around = text.Within(d.around, area)
	lines = g.cut(strip)
	start := 0
	for _, y := range append(records(lines, g.xs, nil, false, 1), math.Inf(1)) {
		i := start
		for i < len(lines) && lines[i].Middle() < y {
			i++
		}
		if i > start {
			g.insertRow(lines[start:i], g.rows())
		}
		start = i
	}
}

// linesBelow counts the lines below the table that continue it. The last of its rows has text in several
// columns, because a single text below a table may be anything.
func (g *grid) linesBelow(lines []text.Row, pitch float64) int {
	y, end := g.ys[g.rows()], 0
	habits := habitsOf(lines, g.xs)
	for i, r := range lines {
		limit := max(edgeStep*pitch, tightStep*r.Size)
		if r.Base-y > limit || text.CaptionStart.MatchString(r.Text()) {
			break
		}
		inside := g.inColumns(r)
		if !inside && !g.section(r) {
			return min(end, g.textFrom(lines[:i+1]))
		}
		wrapped := end == i && i > 0 && continues(lines[i-1], r, g.xs, habits, tightStep*r.Size)
		if inside && (len(columnsOf(r, g.xs)) > 1 || wrapped) {
			end = i + 1
		}
		y = r.Base
	}
	return end
}

// textFrom returns the index at which running text at the end of the lines begins: lines without numbers that follow
// each other closely.
func (g *grid) textFrom(lines []text.Row) int {
	i := len(lines) - 1
	for i > 0 && numerals(lines[i-1]) == 0 && lines[i].Base-lines[i-1].Base <= tightStep*lines[i].Size {
		i--
	}
	return i
}

// section reports whether a line is a single text at the left edge of the first column, like the name of a group of
// rows.
func (g *grid) section(r text.Row) bool {
	return len(r.Runs) == 1 && interval(g.xs, r.Box.X0) == 0 && len(r.Runs[0].Words) <= spanWords
}
