package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Borderless makes tables from neighbouring rows whose runs form columns. Anything doubtful stays text and is
// returned in rest.
func Borderless(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	rows := text.Rows(runs)
	text.GlueSigns(rows)
	cells := alignedCells(rows)
	for i := 0; i < len(rows); {
		j := sequence(cells, i)
		if j > i {
			from, to := trim(cells[i:j])
			for _, r := range rows[i : i+from] {
				rest = append(rest, r.Runs...)
			}
			i, j = i+from, i+to
		}
		g, n := completed(looseGrid(cells[i:j]), cells[j:])
		if j += n; g != nil {
			d := draft{grid: g, by: borderless}
			tables = append(tables, d.finish(passes))
		} else {
			if j == i {
				j = i + 1
			}
			for _, r := range rows[i:j] {
				rest = append(rest, r.Runs...)
			}
		}
		i = j
	}
	return tables, rest
}

// completed adds to a grid the lines below it on which its last cell continues, and returns the grid and their number.
// It returns nil if the names and texts then turn out to be terms with explanations.
func completed(g *grid, below []text.Row) (*grid, int) {
	if g == nil {
		return nil, 0
	}
	n := g.takeRest(below)
	if n > 0 && g.columns() == 2 && !g.named() && !g.entitled() {
		return nil, 0
	}
	return g, n
}

// sequence returns the end of the rows from i onwards that could be one table: rows of several runs, with at
// most one row of a single run between any two of them. A title in larger type ends them.
func sequence(rows []text.Row, i int) int {
	if len(rows[i].Runs) < 2 {
		return i
	}
	end := i + 1
	for j := i + 1; j < len(rows); j++ {
		if rows[j].Base-rows[j-1].Base > looseStep*max(rows[j].Size, rows[j-1].Size) {
			break
		}
		switch {
		case entitles(rows[j], rows[i:end]):
			return end
		case len(rows[j].Runs) >= 2:
			end = j + 1
		case j-end >= 1 || loneWords(rows[j]) >= sentenceWords || text.CaptionStart.MatchString(rows[j].Text()):
			return end
		}
	}
	return end
}

// entitles reports whether a row is a title in larger type than the rows above it.
func entitles(r text.Row, above []text.Row) bool {
	return couldEntitle(r) && countSeveral(above) >= 2 && r.Size > otherSize*medianSize(above)
}

// trim cuts off rows at the ends that are much farther away than the others.
func trim(rows []text.Row) (from, to int) {
	from, to = 0, len(rows)
	limit := looseJump * text.MedianStep(rows)
	for to-from > looseRows && rows[from+1].Base-rows[from].Base > limit {
		from++
	}
	for to-from > looseRows && rows[to-1].Base-rows[to-2].Base > limit {
		to--
	}
	return from, to
}

// looseGrid proposes a grid from rows without rules. It is nil if they are not clearly a table.
func looseGrid(rows []text.Row) *grid {
	if countSeveral(rows) < looseRows || leaders(rows) || scattered(rows) || justified(rows) {
		return nil
	}
	box := bounds(rows)
	g := textGrid(rows, []float64{box.Y0 - 1, box.Y1 + 1}, nil, box.X0-1, box.X1+1)
	if g == nil || g.usedRows() < looseRows || g.markers() || g.contents() {
		return nil
	}
	if g.facing() && g.convincing(2) {
		return g
	}
	several := g.columns() == 2 && countSeveral(rows) >= pairRows && g.convincing(2)
	if several && g.named() && (g.short() || !g.sentences()) {
		return g
	}
	if !g.short() {
		return nil
	}
	few := g.usedRows() == looseRows && !g.numbersIn(1) && !g.numbersIn(g.columns()-1)
	if few && (g.columns() < looseColumns || g.evenlySpread() || g.endsInCode()) {
		return nil
	}
	if g.columns() >= looseColumns && g.convincing(looseColumns) && g.aligned() {
		return g
	}
	if several && (g.pairs() || g.entitled()) {
		return g
	}
	return nil
}

// evenlySpread reports whether the columns begin at equal distances, as cards side by side do. The columns of a table,
// which are as wide as their texts, hardly ever do.
func (g *grid) evenlySpread() bool {
	edges := make([]float64, g.columns())
	for c := range edges {
		edges[c] = math.Inf(1)
		for r := range g.rows() {
			for _, u := range g.cells[r][c] {
				edges[c] = min(edges[c], u.Box.X0)
			}
		}
	}
	least, most := math.Inf(1), 0.0
	for c := 1; c < len(edges); c++ {
		step := edges[c] - edges[c-1]
		least, most = min(least, step), max(most, step)
	}
	return most-least <= alignSlack*g.textSize()
}

// endsInCode reports whether all texts of the last column are in fixed-width type, as in the lines of a listing whose
// words happen to be one below the other.
func (g *grid) endsInCode() bool {
	last := g.columns() - 1
	for r := range g.rows() {
		if slices.ContainsFunc(g.cells[r][last], func(u text.Run) bool { return !u.InListing() }) {
			return false
		}
	}
	return true
}

// pairs reports whether the grid pairs names with numbers.
func (g *grid) pairs() bool { return g.aligned() && g.numbersIn(1) && (!g.farApart() || g.headed()) }

// entitled reports whether all rows of a grid of two columns have both cells, and the first row, but no other text, is
// in bold of about the same size. Otherwise there may be lists or prose below two titles.
func (g *grid) entitled() bool {
	size, lower := g.textSize(), 0
	for r := range g.rows() {
		if second := g.cells[r][1]; len(second) > 0 && isFragment(second) {
			lower++
		}
		for c, cell := range g.cells[r] {
			if len(cell) == 0 || g.joined[r][c] || text.IsBullet(cell[0].Words[0].Text) || cell[0].Size > otherSize*size {
				return false
			}
			if bold := text.NewLine(slices.Clone(cell[0].Words)).Bold; bold != (r == 0) {
				return false
			}
		}
	}
	return float64(lower) <= lowerShare*float64(g.rows()) && g.aligned() && g.namesRecords()
}

// headed reports whether the first row names both columns of a grid of names and numbers.
func (g *grid) headed() bool {
	for _, cell := range g.cells[0] {
		if len(cell) == 0 || !isLabel(cell[0]) {
			return false
		}
	}
	return true
}

// farApart reports whether most of the width lies between the two columns, which are then the axes of a chart.
func (g *grid) farApart() bool {
	left, right := math.Inf(-1), math.Inf(1)
	for r := range g.rows() {
		for _, u := range g.cells[r][0] {
			left = max(left, u.Box.X1)
		}
		for _, u := range g.cells[r][1] {
			right = min(right, u.Box.X0)
		}
	}
	return right-left > axisGap*(g.xs[2]-g.xs[0])
}

// leaders reports whether rows have dot leaders. Such a table of contents is read as lines.
func leaders(rows []text.Row) bool {
	n := 0
	for _, r := range rows {
		if text.EndsInLeaders(r.Text()) {
			n++
		}
	}
	return float64(n) > leaderShare*float64(len(rows))
}

// listsContents reports whether rows are a table of contents: several have leaders, and most end in page numbers that
// hardly ever decrease.
func listsContents(rows []text.Row) bool {
	entries, last, falls := 0, 0, 0
	for _, r := range rows {
		u := r.Runs[len(r.Runs)-1]
		n, ok := text.PageNumber(u.Words[len(u.Words)-1].Text)
		if !ok {
			continue
		}
		if entries++; n < last {
			falls++
		}
		last = n
	}
	if 2*entries <= len(rows) || falls > text.ContentsFalls {
		return false
	}
	dotted := 0
	for _, r := range rows {
		if text.EndsInLeaders(r.Text()) {
			dotted++
		}
	}
	return dotted >= text.ContentsEntries
}

// justified reports whether most rows are lines of a narrow column of running text, in which words align by chance.
func justified(rows []text.Row) bool {
	n := 0
	for _, r := range rows {
		if r.Justified() {
			n++
		}
	}
	return 2*n > len(rows)
}

// contents reports whether the grid is a table of contents without leaders: titles, and page numbers that do not
// decrease. OCR misreads a number now and then. Apart from that, anything but a number in the last column is a column
// name, which only a table has.
func (g *grid) contents() bool {
	entries, last, falls, misread := 0, -1, 0, 0
	c := g.columns() - 1
	for r := range g.rows() {
		if len(g.cells[r][c]) == 0 {
			continue
		}
		number := g.cells[r][c][0]
		n, ok := text.PageNumber(number.Text())
		switch {
		case !ok && number.Words[0].Confidence == 0:
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
	legible := float64(misread) <= misreadShare*float64(entries)
	return entries >= text.ContentsEntries && falls <= text.ContentsFalls && g.columns() <= contentsColumns && legible
}

// markers reports whether the first column consists of list markers.
func (g *grid) markers() bool {
	n, rows := 0, 0
	for r := range g.rows() {
		if len(g.cells[r][0]) == 0 {
			continue
		}
		rows++
		cell := g.cells[r][0][0].Text()
		if text.IsBullet(cell) || text.IsDash(cell) || text.ListNumber.MatchString(cell) {
			n++
		}
	}
	return float64(n) > markerShare*float64(rows)
}

// bulleted reports whether the first column is little more than the bullets of a list, as in a boxed list.
func (g *grid) bulleted() bool {
	n, rows := 0, 0
	for r := range g.rows() {
		if len(g.cells[r][0]) == 0 {
			continue
		}
		rows++
		if text.IsBullet(g.cells[r][0][0].Text()) {
			n++
		}
	}
	return n > 0 && float64(n) > markerShare*float64(rows)
}

// short reports whether cells contain a few words each.
func (g *grid) short() bool {
	words, cells := 0, 0
	for r := range g.rows() {
		for c := range g.columns() {
			if len(g.cells[r][c]) == 0 {
				continue
			}
			cells++
			for _, u := range g.cells[r][c] {
				words += len(u.Words)
			}
		}
	}
	return cells > 0 && float64(words) <= looseWords*float64(cells)
}

// aligned reports whether in each column most cells share their left edge, their right edge or their middle.
func (g *grid) aligned() bool {
	for c := range g.columns() {
		var boxes []page.Box
		size := 0.0
		for r := range g.rows() {
			for _, u := range g.cells[r][c] {
				if !g.joined[r][c] {
					boxes, size = append(boxes, u.Box), u.Size
				}
			}
		}
		if len(boxes) >= 2 && !sharesEdge(boxes, alignSlack*size) {
			return false
		}
	}
	return true
}

// sharesEdge reports whether most boxes agree, within tolerance points, in their left edge, right edge or middle.
func sharesEdge(boxes []page.Box, tolerance float64) bool {
	for _, at := range []func(page.Box) float64{
		func(b page.Box) float64 { return b.X0 },
		func(b page.Box) float64 { return b.X1 },
		func(b page.Box) float64 { return (b.X0 + b.X1) / 2 },
	} {
		places := make([]float64, len(boxes))
		for i, b := range boxes {
			places[i] = at(b)
		}
		slices.Sort(places)
		best, from, to := 0, 0, 0 // places[from:to] are those near places[i]
		for _, place := range places {
			for from < len(places) && place-places[from] >= tolerance {
				from++
			}
			for to < len(places) && places[to]-place < tolerance {
				to++
			}
			best = max(best, to-from)
		}
		if float64(best) >= alignedShare*float64(len(boxes)) {
			return true
		}
	}
	return false
}

// numbersIn reports whether a column contains mostly numbers.
func (g *grid) numbersIn(c int) bool {
	n, rows := 0, 0
	for r := range g.rows() {
		if len(g.cells[r][c]) > 0 {
			rows++
			if text.IsNumeric(g.cells[r][c][0].Text()) {
				n++
			}
		}
	}
	return float64(n) >= numberShare*float64(rows)
}
