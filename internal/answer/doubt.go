package answer

import (
	"math"
	"slices"
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// Below these limits, the best quote is often about something other than the question, and the answer says so.
const (
	leastLikely = 10. // the log odds of the likeliest quote, up to a constant
	leastShared = .3  // for lexical search only: the share of the question's words in the passages, times that in a quote
)

// doubted reports whether the best of the chosen quotes may be about something else. coverage is the share of the
// question's words that the passages have.
func (q question) doubted(chosen []quote, compared bool, coverage float64) bool {
	for _, c := range chosen {
		if q.kind.counts(c.text) { // which makes it a better quote, but not more likely to be about the question
			c.own /= countedShare
			c.fit[ofForm] -= math.Log(countedShare)
		}
		likely := coverage*max(c.own, q.answersLatest(c)) >= leastShared
		if compared {
			likely = comparedWeights.odds(c.evidence(c.fit)) >= leastLikely
		}
		if likely {
			return false
		}
	}
	return true
}

// evaded reports whether the quotes have neither a name or a place, which the question asks for, nor all of its other
// words: who or where something is may be said without a capital, but then what is asked about is there. It applies only
// to questions that do not depend on earlier ones.
func (q question) evaded(chosen []quote) bool {
	if !q.kind.names || len(q.latest) > 0 || q.kind.mayBeIn(chosen) {
		return false
	}
	have := map[uint32]bool{}
	for _, c := range chosen {
		cover(have, c.terms)
	}
	return slices.ContainsFunc(q.rest, func(id uint32) bool { return !have[id] })
}

// apart reports whether the quotes may be about something else, whatever words they share with the question: a name in
// the question occurs in no passage, no quote has a year that it names, or none is in its language.
func (s subject) apart(q Question, chosen []quote) bool {
	unknown := s.known < s.named && !q.capitalisesNouns()
	return unknown || !haveYears(q, chosen) || !inLanguage(q, chosen)
}

// thing matches the word for what a question asks to be told about something: "which salary does …", "what is the length of …".
var thing = pattern.New(`(?i)(?:^|\PL)(?:(?:what|which|how (?:many|much)|welche[nmrs]?|wie ?viele?|quel(?:le)?s?|qu[eé]|cu[aá]nt[ao]s?|quale|quanti|combien d['’e]) ?(?:\pL+ ){0,2}?(\pL{3,}) ` +
	`(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|must|may|ist|sind|war|waren|hat|haben|hatte|kann|wird|est|sont|a|ont|peut)|` +
	`(?:what|how much) (?:is|are|was|were) the (\pL{3,}) (?:of|for|in)|who (?:is|are|was|were) the (?:\pL+ ){0,2}?(\pL{3,}) (?:of|for|in|at))(?:\PL|$)`)

// oneOfSeveral matches conjunctions between things of which a document may have only one: "which shops and firms were
// …".
var oneOfSeveral = pattern.New(`(?i) (?:and|or|und|oder|et|ou|y|e|o) `)

// lacks reports whether the quoted files have nothing about what a question asks for: they lack a name in it that other
// files have, or no passage has the word for the thing asked for.
func (q question) lacks(asked Question, found []examinedPassage, chosen []quote) bool {
	files := map[string]bool{}
	for _, c := range chosen {
		files[c.from.File] = true
	}
	quoted := slices.DeleteFunc(slices.Clone(found), func(p examinedPassage) bool { return !files[p.File] })
	if !asked.capitalisesNouns() && slices.ContainsFunc(namesIn(asked), func(name []uint32) bool { return !anyHasAll(quoted, name) }) {
		return true
	}
	m := thing.FindStringSubmatch(gist(asked.Text))
	if m == nil || q.kind.form || oneOfSeveral.MatchString(m[0]) {
		return false
	}
	if m[3] != "" { // a person or a body, whose office is named beside it
		found = quoted
	}
	words := asked.words(m[1] + m[2] + m[3])
	return len(words) > 0 && !anyHasAll(found, words)
}

// haveYears reports whether any quote is about a year that the question names, or the documents are about none.
func haveYears(q Question, chosen []quote) bool {
	asked := year.FindAllString(gist(q.Text), maxPages)
	if len(asked) == 0 {
		return true
	}
	spanned := q.yearsIn(gist(q.Text))
	dated := false
	for _, c := range chosen {
		about := strings.Join(append(headerRows(c.from, c.span), c.from.Filename, c.from.Header, c.from.Columns, c.from.Text), "\n")
		if slices.ContainsFunc(asked, func(y string) bool { return strings.Contains(about, y) }) || len(between(spanned, about)) > 0 {
			return true
		}
		dated = dated || year.MatchString(about)
	}
	return !dated
}

// inLanguage reports whether any quote is in the language of the question, or that language is unknown.
func inLanguage(q Question, chosen []quote) bool {
	return len(q.spoken) == 0 || slices.ContainsFunc(chosen, func(c quote) bool {
		return c.from.Language == "" || slices.Contains(q.spoken, c.from.Language)
	})
}

const german bm25.Language = "de"

// capitalisesNouns reports whether a question may be in a language in which a capital letter does not mean a name.
func (q Question) capitalisesNouns() bool {
	return slices.Contains(q.spoken, german) || (len(q.Languages) == 1 && q.Languages[0] == german)
}
