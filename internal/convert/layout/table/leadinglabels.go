package table

import (
	"math"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// leadingLabels marks the lines that continue a label of several lines, one that has figures beside its last line or
// names a group of rows. The line above such a line is alone in front of the figures, has no room for the next word,
// and is closer than lines with figures are to each other.
func leadingLabels(band []text.Row) []bool {
	out := make([]bool, len(band))
	edge, closest := labelEdge(band), math.Inf(1)
	for i := 1; i < len(band); i++ {
		if numerals(band[i]) > 0 && numerals(band[i-1]) > 0 {
			closest = min(closest, band[i].Base-band[i-1].Base)
		}
	}
	for i := 1; i < len(band); i++ {
		prev, cur := band[i-1], band[i]
		if !isLone(prev, edge) || cur.Base-prev.Base > wrappedStep(cur.Size, closest) {
			continue
		}
		beside := len(cur.Runs) > 1 && isLabel(cur.Runs[0]) && numerals(cur) > 0
		out[i] = (beside || isLone(cur, edge)) && leadsTo(prev.Runs[0], cur.Runs[0], edge)
	}
	return out
}

// pastLabels moves the first separator to the right of labels of several lines whose first lines are as wide as the
// column and have no figures beside them.
func pastLabels(seps []float64, rows []text.Row) []float64 {
	leading, edge, figures := leadingLabels(rows), math.Inf(-1), math.Inf(1)
	for i, r := range rows {
		if len(r.Runs) > 1 && isLabel(r.Runs[0]) {
			figures = min(figures, r.Runs[1].Box.X0)
		}
		if leading[i] {
			edge = max(edge, rows[i-1].Box.X1)
		}
	}
	if len(seps) > 0 && edge > seps[0] && edge < figures {
		seps[0] = (edge + figures) / 2
	}
	return seps
}

// leads reports whether a line above the grid is the first line of the label in its first row.
func (g *grid) leads(r text.Row) bool {
	if len(g.cells[0][0]) == 0 {
		return false
	}
	next := g.cells[0][0][0]
	_, edge := g.extent(0)
	tight := next.Base-r.Base <= wrappedStep(next.Size, g.closestRows())
	return tight && isLone(r, max(edge, g.xs[1])) && leadsTo(r.Runs[0], next, edge)
}

// closestRows returns the least distance between the last lines of two rows, in points.
func (g *grid) closestRows() float64 {
	closest, above := math.Inf(1), math.Inf(-1)
	for r := range g.rows() {
		base := math.Inf(-1)
		for _, cell := range g.cells[r] {
			if n := len(cell); n > 0 {
				base = max(base, cell[n-1].Base)
			}
		}
		closest, above = min(closest, base-above), base
	}
	return closest
}

// wrappedStep returns the largest distance between two lines of a label, in points, given that between rows.
func wrappedStep(size, rows float64) float64 {
	return min(tightStep*size, rows/stepNoise, rows-pixel)
}

// isLone reports whether a line has only one text, which ends before the given edge.
func isLone(r text.Row, edge float64) bool {
	return len(r.Runs) == 1 && r.Box.X1 <= edge && isLabel(r.Runs[0])
}

// labelEdge returns the right edge of the texts in front of all figures, or -Inf if there are no labels with figures.
func labelEdge(band []text.Row) float64 {
	edge, figures := math.Inf(-1), math.Inf(1)
	for _, r := range band {
		if len(r.Runs) > 1 && isLabel(r.Runs[0]) {
			figures = min(figures, r.Runs[1].Box.X0)
		}
	}
	for _, r := range band {
		if x := r.Runs[0].Box.X1; x < figures && !math.IsInf(figures, 1) {
			edge = max(edge, x)
		}
	}
	return edge
}

// leadsTo reports whether next may be the line after u in a column with the given right edge.
func leadsTo(u, next text.Run, edge float64) bool {
	full := u.Box.X1+spaceWidth*u.Size+firstWord(next) > edge-wrapSlack*(edge-u.Box.X0)
	indent := next.Box.X0 - u.Box.X0
	level := indent >= -ink.Touch && indent <= hangingIndent*u.Size
	return full && level && u.Words[0].Style.Bold == next.Words[0].Style.Bold && !strings.HasSuffix(u.Text(), ":")
}
