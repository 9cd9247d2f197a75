package answer

import (
	"slices"
	"strings"

	"quire/internal/index/bm25"
)

// otherLabel is what a row with figures is worth whose label has no word of the question. "Deferred revenue" is another figure
// than "revenue", though it has all of the word: the fewer other words a label has, the better it fits.
const otherLabel = .3

// labelled returns the factor for how well a row's label fits the question; 1 for anything but a row with figures.
func (q question) labelled(language bm25.Language, text string) float64 {
	label, cells, row := strings.Cut(text, "\t")
	if !row || !slices.ContainsFunc(strings.Split(cells, "\t"), isFigure) {
		return 1
	}
	words := q.forms.complete(set(bm25.Document(language, label).IDs))
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
