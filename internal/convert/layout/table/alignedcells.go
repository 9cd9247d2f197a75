package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// edge is a left edge at x shared by words of several rows, although the text in front of them differs in width; the
// rows in between leave the place blank. The white space in front of the words is between least and most ems wide.
type edge struct {
	x, least, most float64
	from, to       int // range of rows, up to the last with such a word
	words, rest    int // number of rows with such a word, and of rows since the last of them
}

// isGutter reports whether the edge is that of a column. In prose, words begin at the same place by chance, or because
// the words in front of them are the same.
func (e edge) isGutter() bool {
	return e.words >= edgeRows && e.most >= edgeGap && e.most-e.least >= edgeSpread
}

// alignedCells returns the rows with their runs split where the words of several rows begin at the same place. Full
// cells may be separated by no more than a space.
func alignedCells(rows []text.Row) []text.Row {
	cuts, white := make([][]float64, len(rows)), make([][]stretch, len(rows))
	for i, r := range rows {
		white[i] = whites(r)
	}
	for _, e := range edges(rows, white) {
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

// edges returns the edges of columns in rows with this white space between their words.
func edges(rows []text.Row, white [][]stretch) []edge {
	var out, open []edge
	for i, r := range rows {
		if i > 0 && r.Base-rows[i-1].Base > looseStep*max(r.Size, rows[i-1].Size) {
			out, open = closed(out, open), nil
		}
		open, out = follow(open, starts(r, i), white[i], r.Size, out)
	}
	return closed(out, open)
}

// closed appends the edges that are column edges.
func closed(out, ended []edge) []edge {
	for _, e := range ended {
		if e.isGutter() {
			out = append(out, e)
		}
	}
	return out
}

// starts returns the left edges of all words of a row but the first, from left to right.
func starts(r text.Row, i int) []edge {
	var out []edge
	reach := math.Inf(1)
	if loneWords(r) >= sentenceWords {
		return nil
	}
	for _, u := range r.Runs {
		for k, w := range u.Words {
			if gap := (w.Box.X0 - reach) / r.Size; gap > 0 && !(k > 0 && w.Glued) {
				out = append(out, edge{w.Box.X0, gap, gap, i, i + 1, 1, 0})
			}
			reach = w.Box.X1
		}
	}
	return out
}

// follow returns the edges that are open after a row in type of the given size whose own edges are begun: open edges
// that the row shares or leaves blank, and new ones. Column edges that end are appended to out.
func follow(open, begun []edge, white []stretch, size float64, out []edge) (next, done []edge) {
	k := 0
	for _, old := range open {
		for k < len(begun) && begun[k].x < old.x-sameEdge {
			next = append(next, begun[k])
			k++
		}
		switch {
		case k < len(begun) && begun[k].x <= old.x+sameEdge:
			e := begun[k]
			next = append(next, edge{old.x, min(old.least, e.least), max(old.most, e.most), old.from, e.to, old.words + 1, 0})
			k++
		case old.rest < edgeRest && spares(white, old.x, size):
			old.rest++
			next = append(next, old)
		default:
			out = closed(out, []edge{old})
		}
	}
	next = append(next, begun[k:]...)
	slices.SortFunc(next, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	return next, out
}

// whites returns the white space between and beside the words of a row, from left to right.
func whites(r text.Row) []stretch {
	var out []stretch
	reach := math.Inf(-1)
	for _, u := range r.Runs {
		for _, w := range u.Words {
			if w.Box.X0 > reach {
				out = append(out, stretch{from: reach, to: w.Box.X0})
			}
			reach = max(reach, w.Box.X1)
		}
	}
	return append(out, stretch{from: reach, to: math.Inf(1)})
}

// spares reports whether there is white space in front of x, for text of the given size.
func spares(white []stretch, x, size float64) bool {
	k, _ := slices.BinarySearchFunc(white, x-sameEdge, func(s stretch, x float64) int { return cmp.Compare(s.to, x) })
	return k < len(white) && white[k].from <= x-edgeGutter*size
}

// cutRuns splits runs at the given places, if a word begins there or the place is blank.
func cutRuns(runs []text.Run, at []float64) []text.Run {
	slices.Sort(at)
	var out []text.Run
	for _, u := range runs {
		from := 0
		for k := 1; k < len(u.Words); k++ {
			end := u.Words[k-1].Box.X1 + edgeGutter*u.Size
			next, _ := slices.BinarySearch(at, min(end, u.Words[k].Box.X0)-sameEdge)
			if next < len(at) && at[next] <= u.Words[k].Box.X0+sameEdge {
				out = append(out, text.NewRun(u.Words[from:k]))
				from = k
			}
		}
		out = append(out, text.NewRun(u.Words[from:]))
	}
	return out
}
