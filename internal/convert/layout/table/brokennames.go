package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/text"
)

const (
	// joints are the signs within names of settings, files and functions, joiners those after which a name is broken.
	joints  = "_.<>:/"
	joiners = "_.-"
)

// nameGoesOn reports whether the first cell of a row is the rest of a name, such as max_sleep_seconds, that the row
// above broke after a sign because the column had no room for it.
func nameGoesOn(prev, cur text.Row, xs []float64, habits []habit) bool {
	above, u := aboveIn(prev, xs)[0], cur.Runs[0]
	if above == nil || columnOf(u, xs) != 0 {
		return false
	}
	return brokenBefore(above.Words[len(above.Words)-1].Text, u.Words[0].Text) && fills(*above, u, habits[0].width)
}

// brokenBefore reports whether a word ends in a sign that joins the parts of a name, and the next word could be the
// rest. If that sign is a dot or a hyphen, the word must contain other such signs and the rest must not begin with a
// capital, as it would after an abbreviation.
func brokenBefore(word, next string) bool {
	n := len(word) - 1
	if n < 1 || strings.IndexByte(joiners, word[n]) < 0 {
		return false
	}
	r, size := utf8.DecodeRuneInString(next)
	if unicode.IsLower(r) || unicode.IsDigit(r) || r == '<' {
		return word[n] == '_' || strings.ContainsAny(word[:n], joints)
	}
	return word[n] == '_' && unicode.IsUpper(r) && size < len(next) && strings.ToUpper(next) == next
}
