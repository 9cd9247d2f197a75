package table

import (
	"cmp"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// recordGrid proposes a grid whose records are all separated by horizontal rules: the text between two rules is one
// row, however its cells are broken into lines and wherever these lie. It is nil unless the lines look wrapped.
func recordGrid(inside []text.Run, ys, cuts []float64, x0, x1 float64) *grid {
	edges := []float64{ys[0]}
	var bands [][]text.Row
	for i := 1; i < len(ys); i++ {
		between := text.Inside(inside, page.Box{X0: x0, Y0: ys[i-1], X1: x1, Y1: ys[i]})
		if len(between) == 0 {
			continue
		}
		band := text.Loosen(text.Rows(between))
		bands, edges = append(bands, band), append(edges, ys[i])
	}
	if len(bands) < leastBands {
		return nil
	}
	first := 1
	if len(bands) < recordBands || len(bands[0]) > maxHeadLines {
		first = 0 // the header is above the first rule
	}
	if !slices.ContainsFunc(bands[first:], func(b []text.Row) bool { return len(b) > 1 }) {
		return nil
	}
	merged := make([]text.Row, 0, len(bands))
	for _, band := range bands {
		merged = append(merged, mergedRow(band))
	}
	seps := textColumns(merged, x0, x1)
	if len(seps) == 0 {
		return nil
	}
	xs := append(append([]float64{x0}, seps...), x1)
	items := described(bands[first:], xs)
	if !items && !wrapped(bands[first:], xs) {
		return nil
	}
	out := edges[:1:1]
	if first > 0 {
		out = append(out, records(bands[0], xs, cuts, true, len(bands))...)
	}
	header := first * len(out)
	g := newGrid(xs, append(out, edges[1:]...))
	g.header = header
	g.findStarts(slices.Concat(bands...))
	for _, r := range slices.Concat(bands...) {
		g.place(r.Runs)
	}
	if named := g.labelled() && (first > 0 || g.namesRecords()); !g.populated(2) || (!items && !named) {
		return nil
	}
	return g
}

// mergedRow returns a band of lines, from left to right, as one row.
func mergedRow(band []text.Row) text.Row {
	var runs []text.Run
	for _, r := range band {
		runs = append(runs, r.Runs...)
	}
	slices.SortFunc(runs, func(a, b text.Run) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	out := text.Row{Size: band[0].Size, Base: band[0].Base, Box: band[0].Box}
	for _, u := range runs {
		if n := len(out.Runs); n > 0 && u.Box.X0 <= out.Runs[n-1].Box.X1 {
			out.Runs[n-1].Box = ink.Union(out.Runs[n-1].Box, u.Box)
			continue
		}
		out.Runs = append(out.Runs, u)
	}
	return out
}

// wrapped reports whether the lines of each cell follow each other closely and break only where the next word
// did not fit in the column.
func wrapped(bands [][]text.Row, xs []float64) bool {
	cells := make([][][]text.Run, len(bands))
	widths := make([]float64, len(xs)-1)
	for i, band := range bands {
		cells[i] = make([][]text.Run, len(xs)-1)
		for _, r := range band {
			for _, u := range r.Runs {
				c := columnOf(u, xs)
				cells[i][c] = append(cells[i][c], u)
				widths[c] = max(widths[c], u.Box.X1-u.Box.X0)
			}
		}
	}
	for _, band := range cells {
		for c, lines := range band {
			for k := 1; k < len(lines); k++ {
				if !wrapsTo(lines[k-1], lines[k], widths[c]) {
					return false
				}
			}
		}
	}
	return true
}

// wrapsTo reports whether next can continue a line in a column of this width (points).
func wrapsTo(r text.Run, next text.Run, width float64) bool {
	step := next.Base - r.Base
	if step < crowded*next.Size {
		return step < text.SameLine*next.Size
	}
	return step <= ruledStep*max(r.Size, next.Size) && fills(r, next, width)
}

// described reports whether every record begins with a line that ends in a figure and continues only below the first
// text of that line, like the items of an invoice with their descriptions.
func described(bands [][]text.Row, xs []float64) bool {
	if len(bands) < leastBands {
		return false
	}
	for _, band := range bands {
		head := band[0].Runs
		if len(head) < 2 || columnOf(head[0], xs) > 0 || !isFigure(head[len(head)-1]) {
			return false
		}
		for k := 1; k < len(band); k++ {
			u, step := band[k].Runs[0], band[k].Base-band[k-1].Base
			if len(band[k].Runs) > 1 || columnOf(u, xs) > 0 || isFigure(u) || step > ruledStep*max(band[k-1].Size, band[k].Size) {
				return false
			}
		}
	}
	return true
}

// labelled reports whether the first column contains short names.
func (g *grid) labelled() bool {
	words, lines, rows := 0, 0, 0
	for r := range g.rows() {
		if len(g.cells[r][0]) > 0 {
			rows++
		}
		for _, u := range g.cells[r][0] {
			words += len(u.Words)
			lines++
		}
	}
	return float64(rows) > labelledShare*float64(g.rows()) && float64(words) <= labelWords*float64(lines)
}
