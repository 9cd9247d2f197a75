package answer

import (
	"slices"
	"strings"
	"unicode"
)

// apartInMeaning is the least similarity between the rest of a question that names something and the rest of the
// quotes. Below it, the quotes merely name the same thing. Values from .17 to .2 make no difference to the bench's
// questions, of which the conversations' first ones have .28 or more, nor to fifteen near misses.
const apartInMeaning = .2

// misses reports whether the quotes have the names in a question but nothing like the rest of it: "Where was Ann Rowan
// born?" is close to every sentence about Ann Rowan. It applies only to questions that do not depend on earlier ones.
func (q question) misses(asked Question, chosen []quote) bool {
	if asked.Meaning == nil || asked.capitalisesNouns() || (len(asked.History) > 0 && leans(asked.Text)) {
		return false
	}
	text := gist(asked.Text)
	named := namesOf(text)
	rest := apartFrom(text, named)
	words := asked.words(without(rest, figures, polite, year))
	if q.kind.asks != nil {
		words = asked.words(without(rest, q.kind.asks, figures, polite, year))
	}
	if len(named) == 0 || len(words) == 0 {
		return false
	}
	var texts []string
	for _, c := range chosen {
		if strings.Contains(c.text, "\t") {
			return false // what the cells of a row are is said by their columns, not by its words
		}
		texts = append(texts, apartFrom(c.text, named))
	}
	near := asked.Meaning([]string{rest}, texts)
	if len(near) != 1 || len(near[0]) != len(texts) {
		return false
	}
	return slices.Max(near[0]) < apartInMeaning
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
