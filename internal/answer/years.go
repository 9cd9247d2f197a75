package answer

import (
	"slices"
	"strconv"

	"quire/internal/pattern"
)

// yearsBetween matches a first and a last year, such as "from April 2013 until April 2015" and "2004–2009": the text is
// about the years in between too.
var yearsBetween = pattern.New(`\b((?:1[5-9]|20)\d\d)\s?(?:[-–—]|(?:to|until|till|through|bis|au?|à|hasta|al?|tot)\s)\s?(?:[\pL\d]{1,12}[.,]?\s){0,2}((?:1[5-9]|20)\d\d)\b`)

// longestSpan is the maximum number of years between the first and the last. A longer span, such as that of a loan or a
// life, says little about a single year.
const longestSpan = 10

// namedYear is a year in a question, and its word.
type namedYear struct {
	number int
	words  []uint32
}

// yearsIn returns the years that a text names.
func (q Question) yearsIn(text string) []namedYear {
	var out []namedYear
	for _, y := range year.FindAllString(text, maxPages) {
		n, _ := strconv.Atoi(y)
		out = append(out, namedYear{n, q.words(y)})
	}
	return out
}

// between returns those of the years that lie between a first and a last year in a text.
func between(years []namedYear, text string) []namedYear {
	if len(years) == 0 {
		return nil
	}
	var out []namedYear
	for _, m := range yearsBetween.FindAllStringSubmatch(text, -1) {
		first, _ := strconv.Atoi(m[1])
		last, _ := strconv.Atoi(m[2])
		for _, y := range years {
			if last-first <= longestSpan && first < y.number && y.number < last && !slices.ContainsFunc(out, func(o namedYear) bool { return o.number == y.number }) {
				out = append(out, y)
			}
		}
	}
	return out
}

// spanned adds to the words of a text the years of the question that lie between two years in it.
func (s synonyms) spanned(text string, words map[uint32]bool) map[uint32]bool {
	for _, y := range between(s.years, text) {
		add(words, y.words)
	}
	return words
}
