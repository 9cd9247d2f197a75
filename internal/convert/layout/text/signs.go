package text

import (
	"slices"
	"strings"
	"unicode"
)

// GlueSigns joins signs to their numbers, in place: a currency sign set flush left in front of a column of
// numbers, or a bracket or per cent sign hanging after one. They are set apart like cells.
func GlueSigns(rows []Row) {
	for i := range rows {
		runs := rows[i].Runs
		if !slices.ContainsFunc(runs, func(u Run) bool { return opensNumber(u.Text()) || closesNumber(u.Text()) }) {
			continue
		}
		out := []Run{runs[0]}
		for _, u := range runs[1:] {
			last := &out[len(out)-1]
			gap := u.Box.X0 - last.Box.X1
			before, after := opensNumber(last.Text()) && IsNumeric(u.Text()), IsNumeric(last.Text()) && closesNumber(u.Text())
			if (before && gap < signReach*u.Size) || (after && gap < u.Size) {
				*last = NewRun(slices.Concat(last.Words, u.Words))
				continue
			}
			out = append(out, u)
		}
		rows[i].Runs = out
	}
}

// opensNumber reports whether text is a sign that precedes a number.
func opensNumber(text string) bool {
	text = strings.TrimSuffix(text, "(")
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && !unicode.Is(unicode.Sc, r) })
}

// closesNumber reports whether text is a sign that follows a number.
func closesNumber(text string) bool { return text != "" && strings.Trim(text, ")% ") == "" }
