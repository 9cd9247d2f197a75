package answer

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/pattern"
)

// apartInMeaning is the least similarity between the rest of a question that names something and the rest of the
// quotes. Below it, the quotes merely name the same thing. Values from .17 to .2 make no difference to the bench's
// questions, of which the conversations' first ones have .28 or more, nor to fifteen near misses.
const apartInMeaning = .2

// misses reports whether the quotes have the names in a question but nothing like the rest of it: "Where was Ann Rowan
// born?" is close to every sentence about Ann Rowan. In lexical search, none of the quotes has a word of the rest. It
// applies only to questions that do not depend on earlier ones.
func (q question) misses(asked Question, chosen []quote, compared bool) bool {
	if asked.capitalisesNouns() || (len(asked.History) > 0 && leans(asked.Text)) {
		return false
	}
	text := gist(asked.Text)
	named := namesOf(text)
	rest := apartFrom(text, named)
	words := asked.words(q.kind.without(without(rest, showing, reporting)))
	if len(named) == 0 || len(words) == 0 {
		return false
	}
	if slices.ContainsFunc(chosen, func(c quote) bool { return strings.Contains(c.text, "\t") }) {
		return false // a row says by its column, not by its words, what its cells are
	}
	if !compared {
		return !slices.ContainsFunc(chosen, func(c quote) bool { return hasAny(c.terms, words) })
	}
	return unlike(asked, rest, named, chosen)
}

// reporting matches the words of a question for whatever someone has found or said.
var reporting = pattern.New(`(?i)\b(?:finds?|found|conclude[sd]?|reports?|reported|argue[sd]?|propose[sd]?|claims?|claimed|suggests?|suggested|observe[sd]?|discover(?:s|ed)?|` +
	`colleagues|et al|co-?authors|team|herausgefunden|gefunden|berichten?|berichtete|trouvé|encontr(?:ó|aron)|trovato)\b`)

// unlike reports whether the quotes, without some names, mean something else than the rest of a question.
func unlike(asked Question, rest string, named map[string]bool, chosen []quote) bool {
	var texts []string
	for _, c := range chosen {
		texts = append(texts, apartFrom(c.text, named))
	}
	near := asked.Meaning([]string{rest}, texts)
	if len(near) != 1 || len(near[0]) != len(texts) {
		return false
	}
	return slices.Max(near[0]) < apartInMeaning
}

// without returns a question without the words that say what kind of thing it asks for, its figures and its years.
func (k kind) without(text string) string {
	if k.asks == nil {
		return without(text, figures, polite, year)
	}
	return without(text, k.asks, figures, polite, year)
}

// hasAny reports whether a text with these terms has any of the words.
func hasAny(terms map[uint32]bool, words []uint32) bool {
	return slices.ContainsFunc(words, func(id uint32) bool { return terms[id] })
}

// namesOf returns the capitalised words of a question after the first, in lower case.
func namesOf(question string) map[string]bool {
	out := map[string]bool{}
	for i, w := range strings.Fields(question) {
		if w = trimmedWord(w); i > 0 && unicode.IsUpper(runeAt(w, 0)) {
			out[strings.ToLower(w)] = true
		}
	}
	return out
}

// apartFrom returns a text without the given words.
func apartFrom(text string, words map[string]bool) string {
	var out []string
	for w := range strings.FieldsSeq(text) {
		if !words[strings.ToLower(trimmedWord(w))] {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// trimmedWord returns a word without the marks around it and the ending of a possessive.
func trimmedWord(w string) string {
	w = strings.Trim(w, `'"“”„«»().,?!:;*_`)
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
}
