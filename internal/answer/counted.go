package answer

import (
	"strings"
	"unicode/utf8"

	"quire/internal/pattern"
)

// countedShare is the factor for a text with a number of what a question wants to have counted.
const countedShare = listShare

const (
	betweenNumber = 3 // words after a number among which is what it counts: "16 German federal states"
	shortNoun     = 4 // letters
	nounEnding    = 2 // letters at the end of a noun that may change: "studies", "Häuser"
)

// countable matches the words after a question for a number, among which is the noun that is counted.
var countable = pattern.New(`(?i)\b(?:how many|wie ?viele|combien d(?:e |['’])|cu[aá]nt[ao]s|quant[ie]) ((?:[\pL-]+ ?){1,3})`)

// auxiliary matches a verb that ends the noun after "how many".
var auxiliary = pattern.New(`^(?:do(?:es)?|did|is|are|was|were|ha[sd]|have|can|could|will|would|there|took|take|hat|haben|gibt|sind|waren|ont|sont|hay|son|tienen?)$`)

// nounsIn returns the words of which one is the noun that a question wants to have counted, without their endings.
func nounsIn(question string) (nouns []string) {
	m := countable.FindStringSubmatch(question)
	if m == nil {
		return nil
	}
	for w := range strings.FieldsSeq(strings.ToLower(m[1])) {
		if utf8.RuneCountInString(w) < shortNoun || auxiliary.MatchString(w) {
			break
		}
		stem := []rune(w)
		nouns = append(nouns, string(stem[:max(len(stem)-nounEnding, shortNoun)]))
	}
	return nouns
}

// counts reports whether a text has a number of what the question wants to have counted: "62 levels".
func (k kind) counts(text string) bool {
	if len(k.nouns) == 0 {
		return false
	}
	near := 0
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		for _, noun := range k.nouns {
			if near > 0 && strings.HasPrefix(w, noun) {
				return true
			}
		}
		if near--; number.MatchString(w) {
			near = betweenNumber
		}
	}
	return false
}
