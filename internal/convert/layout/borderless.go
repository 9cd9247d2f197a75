package layout

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// A borderless table has so many rows with several cells.
	looseRows = 3
	// looseStep is the most that its rows are apart, in ems.
	looseStep = 3.2
	looseJump = 1.8 // relative to the usual distance, for the rows at the ends
	// looseWords is the mean length of its cells, in words.
	looseWords = 5.0
	// looseColumns is how many columns it has; one less takes stronger proof.
	looseColumns = 3
)

// borderless makes tables of neighbouring rows whose runs stand in columns. What is not certain stays text.
func borderless(runs []run) (tables []table, rest []run) {
	rows := textRows(runs)
	glueSigns(rows)
	for i := 0; i < len(rows); {
		j := sequence(rows, i)
		if j > i {
			from, to := trim(rows[i:j])
			for _, r := range rows[i : i+from] {
				rest = append(rest, r.runs...)
			}
			i, j = i+from, i+to
		}
		if g := looseGrid(rows[i:j]); g != nil {
			g.spanHeader(0)
			tables = append(tables, table{g.block(), g.words()})
		} else {
			if j == i {
				j = i + 1
			}
			for _, r := range rows[i:j] {
				rest = append(rest, r.runs...)
			}
		}
		i = j
	}
	return tables, rest
}

// sequence is the end of the rows from i on that could be one table: rows of several runs, with at most one row
// of a single run between two of them.
func sequence(rows []textRow, i int) int {
	if len(rows[i].runs) < 2 {
		return i
	}
	end := i + 1
	for j := i + 1; j < len(rows); j++ {
		if rows[j].base-rows[j-1].base > looseStep*max(rows[j].size, rows[j-1].size) {
			break
		}
		if len(rows[j].runs) >= 2 {
			end = j + 1
		} else if j-end >= 1 || captionStart.MatchString(rows[j].text()) {
			break
		}
	}
	return end
}

// trim takes rows off the ends that stand much farther away than the others.
func trim(rows []textRow) (from, to int) {
	from, to = 0, len(rows)
	limit := looseJump * medianStep(rows)
	for to-from > looseRows && rows[from+1].base-rows[from].base > limit {
		from++
	}
	for to-from > looseRows && rows[to-1].base-rows[to-2].base > limit {
		to--
	}
	return from, to
}

func looseGrid(rows []textRow) *grid {
	if countSeveral(rows) < looseRows || leaders(rows) || scattered(rows) {
		return nil
	}
	box := rows[0].box
	for _, r := range rows[1:] {
		box = ink.Union(box, r.box)
	}
	g := textGrid(rows, []float64{box.Y0 - 1, box.Y1 + 1}, nil, box.X0-1, box.X1+1)
	if g == nil || g.usedRows() < looseRows || g.markers() || !g.short() || g.contents() {
		return nil
	}
	if g.usedRows() == looseRows && !g.numbersIn(1) && !g.numbersIn(g.columns()-1) {
		return nil
	}
	if g.columns() >= looseColumns && g.convincing(looseColumns) && g.aligned() {
		return g
	}
	if g.columns() == 2 && countSeveral(rows) >= 4 && g.convincing(2) && g.aligned() && g.numbersIn(1) && !g.farApart() {
		return g
	}
	return nil
}

// farApart reports two columns with most of the width between them: the axes of a chart.
func (g *grid) farApart() bool {
	left, right := math.Inf(-1), math.Inf(1)
	for r := range g.rows() {
		for _, u := range g.cells[r][0] {
			left = max(left, u.box.X1)
		}
		for _, u := range g.cells[r][1] {
			right = min(right, u.box.X0)
		}
	}
	return right-left > .5*(g.xs[2]-g.xs[0])
}

// leaders reports dot leaders: a table of contents, which reads as lines.
func leaders(rows []textRow) bool {
	n := 0
	for _, r := range rows {
		if leadsTo.MatchString(r.text()) {
			n++
		}
	}
	return 3*n > len(rows)
}

// contents reports a table of contents without leaders: titles, and page numbers that do not fall. OCR misreads a number
// now and then; in other text what is no number is the name of a column, and tells a table.
func (g *grid) contents() bool {
	entries, last, falls, misread := 0, -1, 0, 0
	c := g.columns() - 1
	for r := range g.rows() {
		if len(g.cells[r][c]) == 0 {
			continue
		}
		number := g.cells[r][c][0]
		n, ok := pageNumber(number.text())
		switch {
		case !ok && number.words[0].confidence == 0:
			return false
		case !ok:
			misread++
			continue
		}
		if n < last {
			falls++
		}
		last = n
		entries++
	}
	return entries >= 3 && falls <= 1 && g.columns() <= 3 && 5*misread <= entries
}

// markers reports a first column of list markers.
func (g *grid) markers() bool {
	n, rows := 0, 0
	for r := range g.rows() {
		if len(g.cells[r][0]) == 0 {
			continue
		}
		rows++
		text := g.cells[r][0][0].text()
		if isBullet(text) || isDash(text) || number.MatchString(text) {
			n++
		}
	}
	return 2*n > rows
}

// short reports that cells hold a few words each.
func (g *grid) short() bool {
	words, cells := 0, 0
	for r := range g.rows() {
		for c := range g.columns() {
			if len(g.cells[r][c]) == 0 {
				continue
			}
			cells++
			for _, u := range g.cells[r][c] {
				words += len(u.words)
			}
		}
	}
	return cells > 0 && float64(words) <= looseWords*float64(cells)
}

// aligned reports that in each column most cells share their left edge, their right edge or their middle.
func (g *grid) aligned() bool {
	for c := range g.columns() {
		var boxes []page.Box
		size := 0.0
		for r := range g.rows() {
			for _, u := range g.cells[r][c] {
				if !g.joined[r][c] {
					boxes, size = append(boxes, u.box), u.size
				}
			}
		}
		if len(boxes) >= 2 && !sharesEdge(boxes, .6*size) {
			return false
		}
	}
	return true
}

func sharesEdge(boxes []page.Box, tolerance float64) bool {
	for _, at := range []func(page.Box) float64{
		func(b page.Box) float64 { return b.X0 },
		func(b page.Box) float64 { return b.X1 },
		func(b page.Box) float64 { return (b.X0 + b.X1) / 2 },
	} {
		best := 0
		for _, a := range boxes {
			n := 0
			for _, b := range boxes {
				if d := at(a) - at(b); d < tolerance && d > -tolerance {
					n++
				}
			}
			best = max(best, n)
		}
		if 10*best >= 7*len(boxes) {
			return true
		}
	}
	return false
}

// numbersIn reports that a column holds mostly numbers.
func (g *grid) numbersIn(c int) bool {
	n, rows := 0, 0
	for r := range g.rows() {
		if len(g.cells[r][c]) > 0 {
			rows++
			if numeric(g.cells[r][c][0].text()) {
				n++
			}
		}
	}
	return 3*n >= 2*rows
}
