package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var year = pattern.New(`^(19|20)\d\d\b`)

// unit matches a unit made of noughts that names a column: thousands of a currency, such as $000.
var unit = pattern.New(`^(?:\p{L}{0,3}\p{Sc}|\p{L}{2,3})\s?['’]?000s?$`)

// headUnit is a text of a header row and the columns it spans.
type headUnit struct {
	from, to int
	box      page.Box
	size     float64
}

// spanHeaders makes the texts of all header rows except the last span the columns below them. A header of one row may
// be the upper one of two.
func (d *draft) spanHeaders() {
	for r := range max(d.header-1, 1) {
		d.spanHeader(r)
	}
}

// spanFilledHeader makes the texts of the first row span the columns below them where no lines are drawn between
// columns and only their fills end.
func (d *draft) spanFilledHeader() {
	if slices.Contains(d.ruled[1:d.columns()], true) || d.rows() < 2 || !d.names(1) {
		return
	}
	cells := make([]page.Box, d.columns())
	for c := range cells {
		cells[c] = page.Box{X0: d.xs[c], X1: d.xs[c+1]}
	}
	d.spanAmong(0, cells)
}

// spanBetweenLines makes a text that is alone between two vertical lines, in a header row with a rule below it, span
// the columns there, which are separated only by their texts.
func (d *draft) spanBetweenLines() {
	for r := 0; r+2 < d.rows() && d.level[d.ys[r]] && d.level[d.ys[r+1]] && d.names(r+1); r++ {
		for from := 0; from < d.columns(); {
			to := from
			for to+1 < d.columns() && !d.ruled[to+1] {
				to++
			}
			if to > from && d.alone(r, from, to) {
				d.spanUnit(r, headUnit{from: from, to: to})
			}
			from = to + 1
		}
	}
}

// alone reports whether row r has one text in a range of columns, and its next row one in each of them.
func (g *grid) alone(r, from, to int) bool {
	var texts []text.Run
	for c := from; c <= to; c++ {
		texts = append(texts, g.cells[r][c]...)
		if len(g.cells[r+1][c]) == 0 {
			return false
		}
	}
	return len(texts) == 1 && !text.IsNumeric(texts[0].Text())
}

// spanHeader makes each text of header row r span the columns whose middle it covers, if the row below names each of
// these columns and nothing else is above them.
func (g *grid) spanHeader(r int) {
	if r+1 < g.rows()-1 && g.names(r+1) {
		g.spanOver(r)
	}
}

// spanOver makes each text of row r span the columns below whose middle it covers, if nothing else is above them.
func (g *grid) spanOver(r int) { g.spanAmong(r, g.columnBoxes(r+1)) }

// spanAmong does the same for columns of the given widths.
func (g *grid) spanAmong(r int, columns []page.Box) {
	units := g.headUnits(r)
	if len(units) == 0 {
		return
	}
	if len(units) == 1 {
		if u, ok := g.overYears(units[0], slices.Concat(g.cells[r+1]...), columns); ok {
			g.spanUnit(r, u)
			return
		}
	}
	for i := range units {
		u := units[i]
		if u.from == 0 {
			return
		}
		if u.to > u.from && g.centred(u, columns) {
			continue // a rule below it, or its own width, has decided already
		}
		for c := 1; c < g.columns(); c++ {
			if (len(g.cells[r+1][c]) > 0 || g.joined[r+1][c-1]) && nearestUnit(units, (columns[c].X0+columns[c].X1)/2) == i {
				u.from, u.to = min(u.from, c), max(u.to, c)
			}
		}
		units[i] = u
	}
	for i, u := range units {
		meetsLeft := i > 0 && u.from <= units[i-1].to
		meetsRight := i+1 < len(units) && u.to >= units[i+1].from
		if !meetsLeft && !meetsRight && g.centred(u, columns) {
			g.spanUnit(r, u)
		}
	}
}

// spanUnit joins the columns that a text of row r spans.
func (g *grid) spanUnit(r int, u headUnit) {
	for c := u.from; c < u.to; c++ {
		if len(g.cells[r][c+1]) > 0 {
			g.cells[r][u.from] = append(g.cells[r][u.from], g.cells[r][c+1]...)
			g.cells[r][c+1] = nil
		}
		g.joined[r][c] = true
	}
}

// overRanges reports whether each text of a line above the table, except one in the first column, is centred over
// columns of its own. If the next line of the header in below follows as closely as a line of the same text, each text
// must be over several columns; otherwise one such text is enough.
func (g *grid) overRanges(r text.Row, below []text.Row) bool {
	columns := g.columnBoxes(0)
	for _, l := range below {
		for _, u := range l.Runs {
			c := &columns[interval(g.xs, (u.Box.X0+u.Box.X1)/2)]
			c.X0, c.X1 = min(c.X0, u.Box.X0), max(c.X1, u.Box.X1)
		}
	}
	if slices.ContainsFunc(r.Runs, func(u text.Run) bool { return isAmount(u.Text()) }) {
		return false
	}
	units := g.ranges(r, columns)
	if len(units) == 1 && len(below) > 0 {
		_, ok := g.overYears(units[0], below[0].Runs, columns)
		return ok
	}
	tight := len(below) > 0 && below[0].Base-r.Base <= tightStep*r.Size
	single := 0
	for _, u := range units {
		if u.from > u.to || !g.centred(u, columns) || u.names(columns) {
			return false
		}
		if u.from == u.to {
			single++
		}
	}
	return single < len(units) && len(units) > 1 && (single == 0 || !tight)
}

// overYears returns a text with the columns that the next line of the header names by years, if it is centred over
// them. A year is a whole name, so the text cannot be the first line of the one below it.
func (g *grid) overYears(u headUnit, names []text.Run, columns []page.Box) (headUnit, bool) {
	u.from, u.to = g.years(names)
	return u, u.from < u.to && g.centred(u, columns)
}

// years returns the range of columns after the first that are named by years, if there are several and nothing else is
// among them. Otherwise it is empty.
func (g *grid) years(names []text.Run) (from, to int) {
	from, to, n := g.columns(), 0, 0
	for _, u := range names {
		c := interval(g.xs, (u.Box.X0+u.Box.X1)/2)
		switch {
		case year.MatchString(u.Text()):
			from, to, n = min(from, c), max(to, c), n+1
		case n > 0:
			return 0, 0
		}
	}
	if from < 1 || n != to-from+1 {
		return 0, 0
	}
	return from, to
}

// ranges returns the texts of a line after the first column, each with the columns to which it is nearest.
func (g *grid) ranges(r text.Row, columns []page.Box) []headUnit {
	var units []headUnit
	for _, u := range r.Runs {
		if first := len(units) == 0 && u.Box.X1 <= g.xs[1]+ink.Touch; !first {
			units = append(units, headUnit{from: g.columns(), box: u.Box, size: u.Size})
		}
	}
	if len(units) == 0 {
		return nil
	}
	for c := 1; c < g.columns(); c++ {
		u := &units[nearestUnit(units, (columns[c].X0+columns[c].X1)/2)]
		u.from, u.to = min(u.from, c), max(u.to, c)
	}
	return units
}

// names reports whether a header over several columns is really above a single one that is not in the middle of them.
// Of two columns, neither is in the middle.
func (u headUnit) names(columns []page.Box) bool {
	x := (u.box.X0 + u.box.X1) / 2
	for c := u.from; c <= u.to; c++ {
		if x >= columns[c].X0 && x <= columns[c].X1 {
			off := max(c-u.from-(u.to-c), u.to-c-(c-u.from))
			return off > 1 || (off == 1 && u.to-u.from == 1)
		}
	}
	return false
}

// names reports whether a row contains names of columns: words or years, in at least two columns after the
// first.
func (g *grid) names(r int) bool {
	n := 0
	for c := 1; c < g.columns(); c++ {
		for _, u := range g.cells[r][c] {
			if isAmount(u.Text()) {
				return false
			}
		}
		if len(g.cells[r][c]) > 0 {
			n++
		}
	}
	return n >= 2
}

// headUnits lists the texts of a row after its first column.
func (g *grid) headUnits(r int) []headUnit {
	var out []headUnit
	for c := 1; c < g.columns(); c++ {
		if len(g.cells[r][c]) == 0 {
			continue
		}
		u := headUnit{from: c, to: c, box: g.cells[r][c][0].Box, size: g.cells[r][c][0].Size}
		for _, x := range g.cells[r][c][1:] {
			u.box = ink.Union(u.box, x.Box)
		}
		for u.to+1 < g.columns() && g.joined[r][u.to] {
			u.to++
		}
		out = append(out, u)
	}
	return out
}

// columnBoxes returns the horizontal extents of the columns' own texts, starting at row r.
func (g *grid) columnBoxes(r int) []page.Box {
	out := make([]page.Box, g.columns())
	for c := range out {
		out[c] = page.Box{X0: math.Inf(1), X1: math.Inf(-1)}
		for y := r; y < g.rows(); y++ {
			for _, u := range g.cells[y][c] {
				if !g.joined[y][c] {
					out[c].X0, out[c].X1 = min(out[c].X0, u.Box.X0), max(out[c].X1, u.Box.X1)
				}
			}
		}
	}
	return out
}

func nearestUnit(units []headUnit, x float64) int {
	best, least := 0, math.Inf(1)
	for i, u := range units {
		if d := math.Abs((u.box.X0+u.box.X1)/2 - x); d < least {
			best, least = i, d
		}
	}
	return best
}

// centred reports whether a header is centred over its columns.
func (g *grid) centred(u headUnit, columns []page.Box) bool {
	own := columns[u.from : u.to+1]
	if slices.ContainsFunc(own, func(b page.Box) bool { return b.X1 < b.X0 }) {
		return false
	}
	from, to := own[0].X0, own[len(own)-1].X1
	off := math.Abs((u.box.X0 + u.box.X1 - from - to) / 2)
	return off <= max(u.size, centreShare*(to-from)) && u.box.X0 >= from-2*u.size && u.box.X1 <= to+2*u.size
}
