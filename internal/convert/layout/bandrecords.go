package layout

import (
	"cmp"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// recordBands is how many bands with text make a table whose records are ruled off, its header included.
	recordBands = 4
	// labelWords is the mean length of the lines in a first column that names the records.
	labelWords = 3.0
	// wrapSlack is the part of a column's width by which the next word may have fitted and still was wrapped.
	wrapSlack = .04
)

// recordGrid makes a grid of horizontal rules that part all records: what stands between two of them is one row, however
// its cells are broken into lines and wherever these stand. It gives nil where the lines do not look wrapped.
func recordGrid(inside []run, ys, cuts []float64, x0, x1 float64) *grid {
	edges := []float64{ys[0]}
	var bands [][]textRow
	several := false
	for i := 1; i < len(ys); i++ {
		between, _ := within(inside, page.Box{X0: x0, Y0: ys[i-1], X1: x1, Y1: ys[i]})
		if len(between) == 0 {
			continue
		}
		band := loosen(textRows(between))
		several = several || len(bands) > 0 && len(band) > 1
		bands, edges = append(bands, band), append(edges, ys[i])
	}
	if !several || len(bands) < recordBands || len(bands[0]) > maxHeadLines {
		return nil
	}
	merged := make([]textRow, 0, len(bands))
	for _, band := range bands {
		merged = append(merged, mergedRow(band))
	}
	seps := textColumns(merged, x0, x1)
	if len(seps) == 0 {
		return nil
	}
	xs := append(append([]float64{x0}, seps...), x1)
	if !wrapped(bands[1:], xs) {
		return nil
	}
	out := append([]float64{edges[0]}, records(bands[0], xs, cuts, true, len(bands))...)
	header := len(out)
	g := newGrid(xs, append(out, edges[1:]...))
	g.header = header
	g.findStarts(slices.Concat(bands...))
	for _, r := range slices.Concat(bands...) {
		g.place(r.runs)
	}
	if !g.populated(2) || !g.labelled() {
		return nil
	}
	return g
}

// mergedRow is what a band of lines covers from left to right, as one row.
func mergedRow(band []textRow) textRow {
	var runs []run
	for _, r := range band {
		runs = append(runs, r.runs...)
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.box.X0, b.box.X0) })
	out := textRow{size: band[0].size, base: band[0].base, box: band[0].box}
	for _, u := range runs {
		if n := len(out.runs); n > 0 && u.box.X0 <= out.runs[n-1].box.X1 {
			out.runs[n-1].box = ink.Union(out.runs[n-1].box, u.box)
			continue
		}
		out.runs = append(out.runs, u)
	}
	return out
}

// wrapped reports that the lines of each cell follow each other closely, and break only where the next word found no
// room in the column.
func wrapped(bands [][]textRow, xs []float64) bool {
	cells := make([][][]run, len(bands))
	widths := make([]float64, len(xs)-1)
	for i, band := range bands {
		cells[i] = make([][]run, len(xs)-1)
		for _, r := range band {
			for _, u := range r.runs {
				c := interval(xs, (u.box.X0+u.box.X1)/2)
				cells[i][c] = append(cells[i][c], u)
				widths[c] = max(widths[c], u.box.X1-u.box.X0)
			}
		}
	}
	for _, band := range cells {
		for c, lines := range band {
			for k := 1; k < len(lines); k++ {
				if !lines[k-1].wrapsTo(lines[k], widths[c]) {
					return false
				}
			}
		}
	}
	return true
}

// wrapsTo reports that next can be the rest of a line in a column so wide.
func (r run) wrapsTo(next run, width float64) bool {
	step := next.base - r.base
	if step < crowded*next.size {
		return step < sameLine*next.size
	}
	word := next.words[0].box
	return step <= tightStep*next.size && r.box.X1-r.box.X0+.25*r.size+word.X1-word.X0 > width*(1-wrapSlack)
}

// labelled reports that the first column holds short names.
func (g *grid) labelled() bool {
	words, lines, rows := 0, 0, 0
	for r := range g.rows() {
		if len(g.cells[r][0]) > 0 {
			rows++
		}
		for _, u := range g.cells[r][0] {
			words += len(u.words)
			lines++
		}
	}
	return 2*rows > g.rows() && float64(words) <= labelWords*float64(lines)
}
