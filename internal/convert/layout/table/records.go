package table

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// records returns the separators between the rows of a band of text lines. A header band is one row, except for
// lines with text across several columns.
func records(band []text.Row, xs, cuts []float64, header bool, bands int) []float64 {
	if seps := stackedBand(band, xs); seps != nil && !header && len(cuts) == 0 {
		return seps
	}
	var out []float64
	limit, labels, habits := wrapLimit(band), wrappedLabels(band, xs), habitsOf(band, xs)
	leading, loose := leadingLabels(band), linesFarther(band, xs)
	same := false
	for i := 1; i < len(band); i++ {
		prev, cur, rest := band[i-1], band[i], same
		same = false
		switch {
		case labels[i] || leading[i]:
			same = true
		case slices.ContainsFunc(cuts, func(y float64) bool { return y > prev.Middle() && y < cur.Middle() }):
		case header:
			same = !spansSeparator(prev, xs)
		case loose && !columnsOf(cur, xs)[0]:
			same = true
		case bands >= recordBands && len(band) <= wrappedLines && !bothNumeric(prev, cur):
			same = true
		default:
			same = continues(prev, cur, xs, habits, limit) || (rest && goesOnBelow(prev, cur, xs, limit))
		}
		if !same {
			out = append(out, (prev.Box.Y1+cur.Box.Y0)/2)
		}
	}
	return out
}

// linesFarther reports whether all lines without a name in the first column are farther below the texts above them,
// relative to their size, than lines with a name are. With wide leading, records may be closer to each other than their
// lines are, but the rows of a group are never farther apart than the groups.
func linesFarther(band []text.Row, xs []float64) bool {
	named, nameless, lowest := 0.0, math.Inf(1), 0.0
	above := make([]*text.Run, len(xs)-1)
	for i, r := range band {
		if columnsOf(r, xs)[0] {
			if i > 0 {
				named = max(named, (r.Base-lowest)/r.Size)
			}
		} else {
			nameless = min(nameless, leastLeadingOf(r, above, xs))
		}
		for k := range r.Runs {
			u := &r.Runs[k]
			above[columnOf(*u, xs)], lowest = u, max(lowest, u.Base)
		}
	}
	return named > 0 && nameless <= doubleLeading && nameless > fartherLines*named
}

// leastLeadingOf returns the least distance between the texts of a row and those above them in their columns, in ems.
// It is 0 if a text does not begin below another one, or if both are figures.
func leastLeadingOf(r text.Row, above []*text.Run, xs []float64) float64 {
	least := math.Inf(1)
	for _, u := range r.Runs {
		o := above[columnOf(u, xs)]
		if o == nil || math.Abs(u.Box.X0-o.Box.X0) > ink.Snap || (text.IsNumeric(u.Text()) && text.IsNumeric(o.Text())) {
			return 0
		}
		least = min(least, (u.Base-o.Base)/u.Size)
	}
	return least
}

// wrappedLabels marks the lines that are the second line of a label with nothing beside it: they are closer to the line
// above than any line with figures, and would not fit on it.
func wrappedLabels(band []text.Row, xs []float64) []bool {
	wrapped := make([]bool, len(band))
	width, closest := 0.0, math.Inf(1)
	for i, r := range band {
		if u := r.Runs[0]; len(xs) > 1 && u.Box.X1 <= xs[1] {
			width = max(width, u.Box.X1-u.Box.X0)
		}
		if i > 0 && numerals(r) > 0 {
			closest = min(closest, r.Base-band[i-1].Base)
		}
	}
	for i := 1; i < len(band); i++ {
		prev, cur := band[i-1], band[i]
		alone := len(cur.Runs) == 1 && numerals(prev) > 0 && interval(xs, cur.Box.X1) == 0
		tight := (cur.Base-prev.Base)*stepNoise <= closest
		wrapped[i] = alone && tight && math.Abs(cur.Box.X0-prev.Box.X0) <= ink.Touch && wrapsTo(prev.Runs[0], cur.Runs[0], width)
	}
	return wrapped
}

// spansSeparator reports whether one of the row's runs lies across a separator.
func spansSeparator(r text.Row, xs []float64) bool {
	for _, u := range r.Runs {
		for _, x := range xs[1 : len(xs)-1] {
			if u.Box.X0 < x-u.Size && u.Box.X1 > x+u.Size {
				return true
			}
		}
	}
	return false
}

// bothNumeric reports whether both rows have numbers.
func bothNumeric(a, b text.Row) bool { return numerals(a) > 0 && numerals(b) > 0 }

// numerals counts the numbers in a row.
func numerals(r text.Row) int {
	n := 0
	for _, u := range r.Runs {
		if text.IsNumeric(u.Text()) {
			n++
		}
	}
	return n
}

// wrapLimit returns the distance, in points, up to which two lines may belong to one record: below the jump if
// distances are of two kinds, otherwise hardly more than the tightest.
func wrapLimit(rows []text.Row) float64 {
	least, most := 0.0, 0.0
	for i := 1; i < len(rows); i++ {
		step := rows[i].Base - rows[i-1].Base
		if least == 0 || step < least {
			least = step
		}
		most = max(most, step)
	}
	if most > recordJump*least {
		return (least + least*recordJump) / 2
	}
	return least * stepNoise
}

// continues reports whether cur is the wrapped continuation of prev's record.
func continues(prev, cur text.Row, xs []float64, habits []habit, limit float64) bool {
	step := cur.Base - prev.Base
	if step < crowded*cur.Size {
		return true
	}
	if step > tightStep*max(prev.Size, cur.Size) {
		return false
	}
	if restOf(prev, cur, xs, habits) || completes(prev, cur, xs) || nameGoesOn(prev, cur, xs, habits) {
		return true
	}
	if step > limit {
		return false
	}
	if goesOn(prev, cur, xs, habits) {
		return true
	}
	before, now := columnsOf(prev, xs), columnsOf(cur, xs)
	if (numerals(cur) > 0 && numerals(prev) > 0) || (len(now) > len(before) && len(before) > 1) {
		return false
	}
	if len(before) == 1 && before[0] && len(now) > 1 { // a label's first line above the line with the numbers
		return !startsUpperRun(cur) && !habits[0].small && now[0]
	}
	for c := range now {
		if !before[c] {
			return false
		}
	}
	if now[0] {
		return len(now) < len(before) && !startsUpperRun(cur) && !habits[0].small
	}
	return len(now) < len(before)
}

// goesOnBelow reports whether a row continues one that is itself the rest of a record: it has no text in the first
// column, nor in any that the row above leaves empty.
func goesOnBelow(rest, cur text.Row, xs []float64, limit float64) bool {
	if cur.Base-rest.Base > limit || bothNumeric(rest, cur) {
		return false
	}
	above, now := columnsOf(rest, xs), columnsOf(cur, xs)
	for c := range now {
		if !above[c] {
			return false
		}
	}
	return !above[0] && !now[0]
}

// aboveIn returns the last text of a row in each column.
func aboveIn(r text.Row, xs []float64) []*text.Run {
	out := make([]*text.Run, len(xs)-1)
	for i := range r.Runs {
		u := &r.Runs[i]
		out[columnOf(*u, xs)] = u
	}
	return out
}

// habit is what the texts of a column have in common: the width of the widest, in points, and whether those that begin a
// record begin with a lowercase letter.
type habit struct {
	width float64
	small bool
}

// habitsOf returns the habits of the columns. The first row begins a record, and so do most rows with text in every
// column: cells hardly ever all have the same number of lines.
func habitsOf(rows []text.Row, xs []float64) []habit {
	out := make([]habit, len(xs)-1)
	full, small := 0, make([]int, len(out))
	for i, r := range rows {
		whole := len(columnsOf(r, xs)) == len(out)
		if whole {
			full++
		}
		for _, u := range r.Runs {
			c := columnOf(u, xs)
			h := &out[c]
			h.width = max(h.width, u.Box.X1-u.Box.X0)
			h.small = h.small || (i == 0 && startsSmall(u))
			if whole && startsSmall(u) {
				small[c]++
			}
		}
	}
	for c := range out {
		out[c].small = out[c].small || 2*small[c] > full
	}
	return out
}

func startsSmall(u text.Run) bool {
	c, n := utf8.DecodeRuneInString(u.Words[0].Text)
	return unicode.IsLower(c) && len(u.Words[0].Text) > n
}

// goesOn reports whether at least half of a row's cells are in the middle of a sentence: they begin with a lowercase
// letter, unlike the first in their column, and the texts above them left no room for their first word.
func goesOn(prev, cur text.Row, xs []float64, habits []habit) bool {
	above, open := aboveIn(prev, xs), 0
	for _, u := range cur.Runs {
		c := columnOf(u, xs)
		if startsSmall(u) && !habits[c].small && above[c] != nil && fills(*above[c], u, habits[c].width) {
			open++
		}
	}
	return float64(open) >= goesOnShare*float64(len(cur.Runs)) && open >= 2
}

// restOf reports whether a row is just the rest of a sentence: a single text after the first column that begins with a
// lowercase letter, unlike the others there, below one that left no room for its first word.
func restOf(prev, cur text.Row, xs []float64, habits []habit) bool {
	u := cur.Runs[0]
	c := columnOf(u, xs)
	if len(cur.Runs) > 1 || c == 0 || !startsSmall(u) || habits[c].small {
		return false
	}
	above := aboveIn(prev, xs)[c]
	return above != nil && fills(*above, u, habits[c].width)
}

// completes reports whether a row without text in the first column completes a word that the row above broke with a hyphen, or
// closes a bracket that it left open.
func completes(prev, cur text.Row, xs []float64) bool {
	if columnsOf(cur, xs)[0] {
		return false
	}
	broken, open := map[int]bool{}, map[int]bool{}
	for c, above := range aboveIn(prev, xs) {
		if above != nil {
			broken[c] = brokenWord(above.Words[len(above.Words)-1].Text)
			open[c] = openBrackets(above.Text()) > 0
		}
	}
	return slices.ContainsFunc(cur.Runs, func(u text.Run) bool {
		c := columnOf(u, xs)
		return (broken[c] && startsSmall(u)) || (open[c] && openBrackets(u.Text()) < 0)
	})
}

// brokenWord reports whether a word ends in a letter and the hyphen that breaks it.
func brokenWord(word string) bool {
	stem, ok := page.CutHyphen(word)
	last, _ := utf8.DecodeLastRuneInString(stem)
	return ok && unicode.IsLetter(last)
}

// openBrackets returns how many more brackets a text opens than it closes.
func openBrackets(s string) int { return strings.Count(s, "(") - strings.Count(s, ")") }

// takeRest adds to a grid the lines right below it on which the sentence in its last cell continues, and returns their
// number. The first of them begins with a lowercase letter.
func (g *grid) takeRest(below []text.Row) int {
	r, c := g.rows()-1, g.columns()-1
	for n, row := range below {
		cell, u := g.cells[r][c], row.Runs[0]
		if len(cell) == 0 || len(row.Runs) > 1 || (n == 0 && !startsSmall(u)) {
			return n
		}
		above, reach := cell[len(cell)-1], max(g.xs[c+1]-1, u.Box.X1)
		level := math.Abs(u.Box.X0-above.Box.X0) < startTolerance*u.Size
		if !level || u.Base-above.Base > tightStep*u.Size || !fills(above, u, reach-above.Box.X0) {
			return n
		}
		g.cells[r][c] = append(cell, u)
		g.ys[r+1], g.xs[c+1] = u.Box.Y1+1, reach+1
	}
	return len(below)
}

func startsUpperRun(r text.Row) bool { return text.StartsUpper(text.Line{Words: r.Runs[0].Words}) }

// columnsOf returns the set of columns in which a row has text.
func columnsOf(r text.Row, xs []float64) map[int]bool {
	out := map[int]bool{}
	for _, u := range r.Runs {
		out[columnOf(u, xs)] = true
	}
	return out
}

// figureRows counts the lines that have a label in the first column and figures in at least half of the others
// that have text at all. It is 0 if another line has figures, because then the lines are parts of cells.
func figureRows(rows []text.Row, xs []float64) int {
	used := map[int]bool{}
	for _, r := range rows {
		maps.Copy(used, columnsOf(r, xs))
	}
	n := 0
	for _, r := range rows {
		figures, label := figures(r, xs)
		switch {
		case len(figures) == 0:
		case !label || float64(len(figures)) < figureShare*float64(len(used)-1):
			return 0
		default:
			n++
		}
	}
	return n
}

// figures returns the columns after the first in which a row has a number that is not a year, and whether there
// is a label in the first.
func figures(r text.Row, xs []float64) (columns map[int]bool, label bool) {
	columns = map[int]bool{}
	for _, u := range r.Runs {
		c, unit := columnOf(u, xs), u.Text()
		if c == 0 {
			label = label || !text.IsNumeric(unit)
		} else if isAmount(unit) {
			columns[c] = true
		}
	}
	return columns, label
}
