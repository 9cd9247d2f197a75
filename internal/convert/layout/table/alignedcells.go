package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// edge is the left edge of words that consecutive rows have at the same place, x, though what stands in front of them differs
// in width. Its white space there is between least and most ems wide.
type edge struct {
	x, least, most float64
	from, to       int // the rows
}

// isGutter reports whether the edge is that of a column: in prose, words begin at the same place by chance, or because the
// words in front of them are the same.
func (e edge) isGutter() bool {
	return e.to-e.from >= edgeRows && e.most >= edgeGap && e.most-e.least >= edgeSpread
}

// alignedCells returns the rows with their runs split where the words of several rows begin at the same place. Cells that
// nearly touch are parted by no more than a space where they are full.
func alignedCells(rows []text.Row) []text.Row {
	cuts := make([][]float64, len(rows))
	for _, e := range edges(rows) {
		for i := e.from; i < e.to; i++ {
			cuts[i] = append(cuts[i], e.x)
		}
	}
	out := slices.Clone(rows)
	for i, at := range cuts {
		if len(at) > 0 {
			out[i].Runs = cutRuns(rows[i].Runs, at)
		}
	}
	return out
}

// edges returns the edges of columns in rows.
func edges(rows []text.Row) []edge {
	var out, open []edge
	for i, r := range rows {
		if i > 0 && r.Base-rows[i-1].Base > looseStep*max(r.Size, rows[i-1].Size) {
			out, open = closed(out, open), nil
		}
		open, out = follow(open, starts(r, i), out)
	}
	return closed(out, open)
}

// closed appends those edges that are columns'.
func closed(out, ended []edge) []edge {
	for _, e := range ended {
		if e.isGutter() {
			out = append(out, e)
		}
	}
	return out
}

// starts returns the left edges of a row's words but the first, from left to right.
func starts(r text.Row, i int) []edge {
	var out []edge
	reach := math.Inf(1)
	if loneWords(r) >= sentenceWords {
		return nil
	}
	for _, u := range r.Runs {
		for k, w := range u.Words {
			if gap := (w.Box.X0 - reach) / r.Size; gap > 0 && !(k > 0 && w.Glued) {
				out = append(out, edge{x: w.Box.X0, least: gap, most: gap, from: i, to: i + 1})
			}
			reach = w.Box.X1
		}
	}
	return out
}

// follow returns the edges that are open after a row that has words at starts: those that go on, and new ones. Those that end
// are appended to out if they are columns'.
func follow(open, starts, out []edge) (next, done []edge) {
	k := 0
	slices.SortFunc(starts, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	for _, e := range starts {
		for k < len(open) && open[k].x < e.x-sameEdge {
			out = closed(out, open[k:k+1])
			k++
		}
		if k < len(open) && open[k].x <= e.x+sameEdge {
			old := open[k]
			e = edge{x: old.x, least: min(old.least, e.least), most: max(old.most, e.most), from: old.from, to: e.to}
			k++
		}
		next = append(next, e)
	}
	return next, closed(out, open[k:])
}

// cutRuns splits runs in front of the words that begin at one of these places.
func cutRuns(runs []text.Run, at []float64) []text.Run {
	slices.Sort(at)
	var out []text.Run
	for _, u := range runs {
		from := 0
		for k := 1; k < len(u.Words); k++ {
			x := u.Words[k].Box.X0
			if next, _ := slices.BinarySearch(at, x-sameEdge); next < len(at) && at[next] <= x+sameEdge {
				out = append(out, text.NewRun(u.Words[from:k]))
				from = k
			}
		}
		out = append(out, text.NewRun(u.Words[from:]))
	}
	return out
}
