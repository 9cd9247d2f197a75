package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// GlueSigns joins signs to their numbers, in place: a currency sign set flush left in front of a column of
// numbers, or a bracket or per cent sign hanging after one. They are set apart like cells.
func GlueSigns(rows []Row) {
	for i := range rows {
		runs := rows[i].Runs
		if !slices.ContainsFunc(runs, Run.onlySign) {
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

// onlySign reports whether a run consists only of a sign that precedes or follows a number. Most runs have a letter or
// a digit.
func (r Run) onlySign() bool {
	if first, _ := utf8.DecodeRuneInString(r.Words[0].Text); unicode.IsLetter(first) || unicode.IsDigit(first) {
		return false
	}
	text := r.Text()
	return opensNumber(text) || closesNumber(text)
}

// PastSign returns the left edge of a run in points, not counting the currency sign in front of its number: such signs
// are set flush left in a column, however close to the numbers of the column before it.
func (r Run) PastSign() float64 {
	if len(r.Words) > 1 && opensNumber(r.Words[0].Text) && (IsNumeric(r.Text()) || IsNumeric(r.Words[1].Text)) {
		return r.Words[1].Box.X0
	}
	return r.Box.X0
}

// opensNumber reports whether text is a sign that precedes a number.
func opensNumber(text string) bool {
	text = strings.TrimSuffix(text, "(")
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && !unicode.Is(unicode.Sc, r) })
}

// closesNumber reports whether text is a sign that follows a number.
func closesNumber(text string) bool { return text != "" && strings.Trim(text, ")% ") == "" }

// LenWithoutSymbols returns the length of a text without symbols, in bytes. Programs draw the points of charts as symbols, which
// say nothing about the type of the text.
func LenWithoutSymbols(text string) int {
	n := 0
	for _, r := range text {
		if !unicode.IsSymbol(r) {
			n += utf8.RuneLen(r)
		}
	}
	return n
}
