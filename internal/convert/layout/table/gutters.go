package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// textColumns returns the separators between columns of text from left to right: gutters in which hardly any row of
// several runs has text.
func textColumns(rows []text.Row, x0, x1 float64) []float64 {
	var multi []text.Row
	for _, r := range rows {
		if len(r.Runs) > 1 {
			multi = append(multi, r)
		}
	}
	if len(multi) == 0 {
		return nil
	}
	allowed := int(crossShare * float64(len(multi)))
	if allowed == 0 && len(multi) >= crossRows {
		allowed = 1
	}
	var out []float64
	for _, g := range openStretches(multi, x0, x1, allowed) {
		if (g.wide(multi) || g.edged(multi)) && g.divides(multi) {
			out = append(out, g.beforeSigns(multi))
		}
	}
	return out
}

// stretch is a horizontal interval that at most a few rows cover; at is where the fewest do.
type stretch struct{ from, to, at float64 }

func (g stretch) wide(rows []text.Row) bool { return g.to-g.from >= tableGutter*medianSize(rows) }

// edged reports whether the texts of several rows begin at the end of a stretch, which may then be narrow.
func (g stretch) edged(rows []text.Row) bool {
	if g.to-g.from < edgeGutter*medianSize(rows) {
		return false
	}
	n := 0
	for _, r := range rows {
		if slices.ContainsFunc(r.Runs, func(u text.Run) bool { return math.Abs(u.Box.X0-g.to) <= sameEdge }) {
			n++
		}
	}
	return n >= edgeRows
}

// beforeSigns returns the position of a separator that leaves currency signs within the stretch to the column on its
// right, and everything that ends before them to the column on its left.
func (g stretch) beforeSigns(rows []text.Row) float64 {
	sign, end := g.to, g.from
	for _, r := range rows {
		for _, u := range r.Runs {
			if u.PastSign() > u.Box.X0 && u.Box.X0 > g.from {
				sign = min(sign, u.Box.X0)
			}
		}
	}
	for _, r := range rows {
		for _, u := range r.Runs {
			if u.Box.X1 < sign {
				end = max(end, u.Box.X1)
			}
		}
	}
	if sign < g.at {
		return (end + sign) / 2
	}
	return g.at
}

func medianSize(rows []text.Row) float64 {
	sizes := make([]float64, 0, len(rows))
	for _, r := range rows {
		sizes = append(sizes, r.Size)
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// divides reports whether a stretch has text on both sides in at least two rows, or in the only row.
func (g stretch) divides(rows []text.Row) bool {
	both := 0
	for _, r := range rows {
		left, right := false, false
		for _, u := range r.Runs {
			left = left || (u.Box.X1 <= g.to && u.Box.X0 < g.at)
			right = right || (u.Box.X0 >= g.from && u.Box.X1 > g.at)
		}
		if left && right {
			both++
		}
	}
	return both >= 2 || both == len(rows)
}

// openStretches sweeps over the edges of the runs and returns the intervals within x0..x1 that at most allowed rows
// cover. It returns none if there are more than any table has.
func openStretches(rows []text.Row, x0, x1 float64, allowed int) []stretch {
	type edge struct {
		x    float64
		step int
	}
	var edges []edge
	for _, r := range rows {
		for _, u := range r.Runs {
			edges = append(edges, edge{u.PastSign(), 1}, edge{u.Box.X1, -1})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.step, b.step)) })
	var out []stretch
	depth, from, open := 0, x0, true
	best, at := math.MaxInt, x0
	for i, e := range edges {
		depth += e.step
		switch {
		case open && depth > allowed:
			out = append(out, stretch{from, e.x, at})
			open = false
		case !open && depth <= allowed:
			from, open, best = e.x, true, math.MaxInt
		}
		if open && i+1 < len(edges) {
			next := edges[i+1].x
			emptyAgain := depth == best && depth == 0 && next-e.x > 0
			if depth < best || emptyAgain {
				best, at = depth, (e.x+next)/2
			}
		}
	}
	if len(out) > 0 && out[0].from == x0 {
		out = out[1:] // the margin
	}
	if len(out) > maxStretches {
		return nil
	}
	return out
}
