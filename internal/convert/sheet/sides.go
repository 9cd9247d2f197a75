package sheet

import "slices"

// span is a half-open range of columns.
type span struct{ from, to int }

// sidesLimit is the maximum number of tables side by side. More are treated as one table, because each is laid out
// separately.
const sidesLimit = 32

// sides finds tables that are side by side: groups of columns with a blank column between them, each of which looks
// like a table by itself. If it finds fewer than two, the rows belong together.
func (l *layout) sides(rows []row) []span {
	var groups []span
	for _, c := range filledColumns(rows) {
		if n := len(groups) - 1; n >= 0 && groups[n].to == c {
			groups[n].to++
			continue
		}
		groups = append(groups, span{c, c + 1})
	}
	if len(groups) < 2 || len(groups) > sidesLimit || slices.ContainsFunc(groups, func(g span) bool { return !isTable(rows, g) }) || l.bridged(rows, groups) {
		return nil
	}
	return groups
}

// isTable reports whether several rows have several filled cells in these columns.
func isTable(rows []row, g span) bool {
	full := 0
	for _, r := range rows {
		filled := 0
		for c := g.from; c < min(g.to, len(r.cells)); c++ {
			if r.cells[c] != "" {
				filled++
			}
		}
		if filled >= 2 {
			full++
		}
	}
	return full >= 3
}

// bridged reports whether a merged cell extends from one group into the next.
func (l *layout) bridged(rows []row, groups []span) bool {
	for _, r := range rows {
		for _, g := range groups[:len(groups)-1] {
			for c := g.from; c < g.to; c++ {
				if m, ok := l.merges[[2]int{r.at, c}]; ok && m.column+m.columns > g.to+1 {
					return true
				}
			}
		}
	}
	return false
}

// side lays out a group of columns separately, with its own blank rows.
func (l *layout) side(rows []row, g span) {
	for _, r := range rows {
		own := make([]string, min(g.to, len(r.cells)))
		if g.from < len(own) {
			copy(own[g.from:], r.cells[g.from:len(own)])
		}
		l.add(r.at, own)
	}
	l.flush()
}
