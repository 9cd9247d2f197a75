package layout

import (
	"slices"
	"strings"
	"unicode"
)

// signReach is how far a currency sign may stand from the number it belongs to, in ems: tables of accounts set it at the
// left edge of the column.
const signReach = 8.0

// glueSigns joins what belongs to a number with it: a currency sign that is set flush left in front of a column of
// numbers, a bracket or a per cent sign that hangs behind it. They stand apart like cells.
func glueSigns(rows []textRow) {
	for i := range rows {
		runs := rows[i].runs
		if !slices.ContainsFunc(runs, func(u run) bool { return opensNumber(u.text()) || closesNumber(u.text()) }) {
			continue
		}
		out := []run{runs[0]}
		for _, u := range runs[1:] {
			last := &out[len(out)-1]
			gap := u.box.X0 - last.box.X1
			before, after := opensNumber(last.text()) && numeric(u.text()), numeric(last.text()) && closesNumber(u.text())
			if before && gap < signReach*u.size || after && gap < u.size {
				*last = newRun(slices.Concat(last.words, u.words))
				continue
			}
			out = append(out, u)
		}
		rows[i].runs = out
	}
}

// opensNumber reports a sign that stands before a number.
func opensNumber(text string) bool {
	text = strings.TrimSuffix(text, "(")
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && !unicode.Is(unicode.Sc, r) })
}

// closesNumber reports what stands behind a number.
func closesNumber(text string) bool { return text != "" && strings.Trim(text, ")% ") == "" }
