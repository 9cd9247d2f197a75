package answer

import (
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

const (
	// otherLabel is the factor for a row of figures whose label has no word of the question. "Deferred revenue" is a
	// different figure from "revenue", though it contains the word: the fewer other words a label has, the better it
	// fits.
	otherLabel = .3
	// totalLabel is the factor for "Total revenue" where "revenue" is asked for, which may also have a row of its own.
	totalLabel = .85
)

// labelled returns a factor for how well a row's label fits the question; it is 1 for anything but a row of figures.
func (q question) labelled(language bm25.Language, text string) float64 {
	label, cells, row := strings.Cut(text, "\t")
	if !row || !hasFigure(cells) {
		return 1
	}
	fits := q.fits(language, label)
	if rest := total.ReplaceAllString(label, ""); rest != label {
		fits = max(fits, totalLabel*q.fits(language, rest))
	}
	return fits
}

func (q question) fits(language bm25.Language, label string) float64 {
	if q.isTotal(label) {
		return 1
	}
	words := q.forms.complete(language, set(coreOf(language, label)))
	if len(words) == 0 {
		return otherLabel
	}
	asked := 0
	for id := range words {
		if q.weights[id] > 0 {
			asked++
		}
	}
	return otherLabel + (1-otherLabel)*float64(asked)/float64(len(words))
}

// inTotal matches the words with which a question asks for the sum of everything a table lists.
var inTotal = pattern.New(`(?i)\b(?:in total|total number|altogether|overall|in all|all together|insgesamt|im ganzen|zusammen|au total|en total|in totale)\b`)

// isTotal reports whether a label stands for the sum of all rows and the question asks for that.
func (q question) isTotal(label string) bool {
	return q.whole && sums.MatchString(label) && strings.Trim(sums.ReplaceAllString(label, ""), " .:*") == ""
}
