package table

import (
	"slices"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// splitBands adds separators between the lines of a band that contains several records, because some tables are ruled
// only around their head and body. whole marks, by separator of such bands, the columns that it does not separate.
func (f frame) splitBands(xs, ys []float64, soft map[float64]bool, runs []text.Run) (out []float64, whole map[float64][]bool) {
	bands := make([]band, len(ys)-1)
	titled := 0
	for i := range bands {
		bands[i] = f.band(xs, ys, i, soft, runs)
		if bands[i].split(i, len(bands)) {
			titled++
		}
	}
	whole = map[float64][]bool{}
	for i := range bands {
		b := &bands[i]
		if titled >= leastTitled && len(b.seps) == 0 {
			b.level().splitTitle()
		}
		if i > 0 && len(b.seps) > 0 && len(bands[i-1].seps) > 0 {
			whole[ys[i]] = either(bands[i-1].whole, b.whole)
		}
		out = append(out, ys[i])
		for _, y := range b.seps {
			whole[y] = b.whole
		}
		out = append(out, b.seps...)
	}
	return append(out, ys[len(ys)-1]), whole
}

// either marks the columns that one of two bands marks.
func either(a, b []bool) []bool {
	out := slices.Clone(a)
	for c := range out {
		out[c] = out[c] || b[c]
	}
	return out
}

// band is the text between two lines across a table. whole marks the columns whose text is one cell: the few whose cell
// extends across one of the lines, and those with a text beside several records.
type band struct {
	xs    []float64
	rows  []text.Row
	whole []bool
	seps  []float64
}

func (f frame) band(xs, ys []float64, i int, soft map[float64]bool, runs []text.Run) band {
	b := band{xs: xs, whole: make([]bool, len(xs)-1)}
	inside := text.Inside(runs, page.Box{X0: xs[0], Y0: ys[i], X1: xs[len(xs)-1], Y1: ys[i+1]})
	if b.rows = text.Rows(inside); len(b.rows) < 2 {
		return b
	}
	open := f.goesOver(xs, ys, i, soft)
	if open[0] || 2*marked(open) >= len(open) {
		return b
	}
	for c := range open {
		if open[c] {
			_, inside = text.Within(inside, page.Box{X0: xs[c], Y0: ys[i], X1: xs[c+1], Y1: ys[i+1]})
		}
	}
	b.whole = open
	b.rows = text.Rows(inside)
	return b
}

// goesOver marks the columns whose cell in a band extends across one of the lines that bound the band.
func (f frame) goesOver(xs, ys []float64, band int, soft map[float64]bool) []bool {
	out := make([]bool, len(xs)-1)
	for _, k := range [2]int{band, band + 1} {
		if k == 0 || k == len(ys)-1 || soft[ys[k]] {
			continue
		}
		for c := range out {
			out[c] = out[c] || covered(f.across, ys[k], xs[c], xs[c+1]) < edgeCover
		}
	}
	return out
}

// split separates the records of a band, the i-th of several, and reports whether some of them are below a title.
func (b *band) split(i, bands int) bool {
	begins := b.itemRows(bands)
	switch {
	case len(b.rows) < 2:
	case begins != nil:
		for k := 1; k < len(b.rows); k++ {
			if begins[k] {
				b.part(k-1, k)
			}
		}
	case severalRecords(b.xs, b.rows, bands):
		goesOn := b.smallLabels()
		for k := 1; k < len(b.rows); k++ {
			if !goesOn[k] {
				b.part(k-1, k)
			}
		}
	case figureRows(b.rows, b.xs) >= 2:
		b.seps = records(b.rows, b.xs, nil, false, 1)
	case i > 0:
		even := b.evenLines()
		for k := 1; k < len(even); k++ {
			b.part(even[k-1], even[k])
		}
		if even == nil {
			b.level().split()
		}
	}
	return len(b.seps) > 1 && b.lone(0)
}

// smallLabels marks the rows that continue the label above, which is alone in front of the figures: they begin with a
// lowercase letter, unlike any other label.
func (b *band) smallLabels() []bool {
	out := make([]bool, len(b.rows))
	labels := 0
	for k, r := range b.rows {
		u := r.Runs[0]
		if columnOf(u, b.xs) > 0 || !isLabel(u) {
			continue
		}
		labels++
		if !startsSmall(u) {
			continue
		}
		if k == 0 || !b.lone(k-1) || strings.HasSuffix(b.rows[k-1].Text(), ":") {
			return make([]bool, len(b.rows))
		}
		out[k] = r.Base-b.rows[k-1].Base <= tightStep*r.Size
	}
	if labels < manyLines {
		return make([]bool, len(b.rows))
	}
	return out
}

// part adds a separator between two rows.
func (b *band) part(above, below int) {
	b.seps = append(b.seps, (b.rows[above].Box.Y1+b.rows[below].Box.Y0)/2)
}

// lone reports whether a row has only a text in the first column.
func (b *band) lone(row int) bool {
	columns := columnsOf(b.rows[row], b.xs)
	return len(columns) == 1 && columns[0]
}

// severalRecords reports whether each line of a band is a separate row: most lines have text in most of the
// columns that the band uses, and there are either numbers or many lines.
func severalRecords(xs []float64, rows []text.Row, bands int) bool {
	if len(rows) < 2 || (bands > fewBands && len(rows) < manyLines) {
		return false
	}
	used := map[int]bool{}
	columns := make([]map[int]bool, len(rows))
	numbers := 0
	for i, r := range rows {
		columns[i] = map[int]bool{}
		numeral := false
		for _, u := range r.Runs {
			c := columnOf(u, xs)
			used[c], columns[i][c] = true, true
			numeral = numeral || text.IsNumeric(u.Text())
		}
		if numeral {
			numbers++
		}
	}
	full, labels := 0, 0
	for _, c := range columns {
		switch {
		case len(c) >= 2 && float64(len(c)) >= cellShare*float64(len(used)):
			full++
		case len(c) == 1 && c[0]:
			labels++
		}
	}
	lines := float64(len(rows) - labels)
	return numbers >= 2 && float64(numbers) >= numberShare*lines && float64(full) >= fullShare*lines
}

func marked(columns []bool) int {
	n := 0
	for _, c := range columns {
		if c {
			n++
		}
	}
	return n
}
