package table

import (
	"maps"
	"slices"

	"quire/internal/convert/layout/text"
)

// itemRows marks the lines of a band at which records of several lines begin, or returns nil. The records of an invoice
// begin with their figures, and a description continues below. Others are separated by white space.
func (b *band) itemRows(bands int) []bool {
	crosses := func(r text.Row) bool { return spansSeparator(r, b.xs) }
	if len(b.rows) < leastItemLines || bands > fewBands || slices.ContainsFunc(b.rows, crosses) {
		return nil
	}
	l := b.level()
	if begins := l.apart(); begins != nil {
		return begins
	}
	return l.items()
}

// items marks the lines that have figures level in several columns that contain nothing else, and the lines that do not
// continue such a line, such as names of groups.
func (l levelBand) items() []bool {
	numeric := l.numericColumns()
	if len(numeric) < leastItemFigures || !slices.Contains(numeric, l.lastColumn()) {
		return nil
	}
	begins := make([]bool, len(l.rows))
	above := map[int]text.Run{} // the lowest text of the record by column
	items, goesOn := 0, 0
	for k, cells := range l.cells {
		figures := 0
		for _, c := range numeric {
			if _, ok := cells[c]; ok {
				figures++
			}
		}
		if figures == 0 && (k == 0 || l.lone(k) || l.crowded(k) || numerals(l.rows[k]) > 0) {
			return nil
		}
		begins[k] = figures > 0 || !l.belongsAbove(k, above)
		switch {
		case figures >= leastItemFigures:
			items++
		case !begins[k]:
			goesOn++
		}
		if begins[k] {
			clear(above)
		}
		maps.Copy(above, cells)
	}
	if items < leastItems || goesOn == 0 {
		return nil
	}
	return begins
}

// numericColumns returns the columns with figures in several lines and nothing else.
func (l levelBand) numericColumns() []int {
	var out []int
	for c := range len(l.xs) - 1 {
		lines, figures := 0, 0
		for _, cells := range l.cells {
			if u, ok := cells[c]; ok {
				lines++
				if isFigure(u) {
					figures++
				}
			}
		}
		if lines >= leastItems && figures == lines {
			out = append(out, c)
		}
	}
	return out
}

// lastColumn returns the last column with text.
func (l levelBand) lastColumn() int {
	last := 0
	for _, cells := range l.cells {
		for c := range cells {
			last = max(last, c)
		}
	}
	return last
}

// crowded reports whether a line is so close to the next that a figure may be centred on a text of two lines.
func (l levelBand) crowded(k int) bool {
	return k+1 < len(l.rows) && l.rows[k+1].Base-l.rows[k].Base < crowded*l.rows[k].Size
}

// belongsAbove reports whether all texts of a line continue those of the record: they are no farther from them than
// from the next line, and not bold below regular ones.
func (l levelBand) belongsAbove(k int, record map[int]text.Run) bool {
	for c, u := range l.cells[k] {
		above, ok := record[c]
		step := u.Base - above.Base
		if !ok || step > tightStep*u.Size || (boldRun(u) && !boldRun(above)) {
			return false
		}
		if k+1 < len(l.rows) && recordJump*(l.rows[k+1].Base-u.Base) < step {
			return false
		}
	}
	return true
}

// apart marks the lines that have more white space above them than the others, if they begin records: they have texts
// in the first column and in half of the others, and no record has two figures in one column.
func (l levelBand) apart() []bool {
	wide, used := l.wideStep(), l.usedColumns()
	if wide == 0 {
		return nil
	}
	begins := make([]bool, len(l.rows))
	items, figured, full := 0, 0, 0
	figures := map[int]bool{} // columns in which the record has a figure
	for k, cells := range l.cells {
		begins[k] = k == 0 || l.rows[k].Base-l.rows[k-1].Base >= wide
		_, first := cells[0]
		switch {
		case begins[k] && (!first || len(cells) < 2 || 2*len(cells) < used):
			return nil
		case begins[k]:
			items++
			clear(figures)
			if numerals(l.rows[k]) >= leastItemFigures {
				figured++
			}
		case len(cells) == used:
			full++
		}
		for c, u := range cells {
			if isFigure(u) && figures[c] {
				return nil
			}
			figures[c] = figures[c] || isFigure(u)
		}
	}
	if goesOn := len(l.rows) - items; max(items-1, figured) < leastItems || 2*full > goesOn {
		return nil
	}
	return begins
}

// wideStep returns the least distance between the baselines of two records if the distances of lines are of two kinds,
// or 0.
func (l levelBand) wideStep() float64 {
	var steps []float64
	for k := 1; k < len(l.rows); k++ {
		steps = append(steps, l.rows[k].Base-l.rows[k-1].Base)
	}
	slices.Sort(steps)
	if steps[0] < crowded*l.rows[0].Size {
		return 0
	}
	for i := 1; i < len(steps); i++ {
		if steps[i] >= recordJump*steps[i-1] {
			return steps[i]
		}
	}
	return 0
}

// usedColumns counts the columns with text.
func (l levelBand) usedColumns() int {
	used := map[int]bool{}
	for _, cells := range l.cells {
		for c := range cells {
			used[c] = true
		}
	}
	return len(used)
}
