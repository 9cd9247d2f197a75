package answer

import (
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// leastSupport is the share of a sentence's words that its quotes must contain. Half leaves room for synonyms, such as
// "revenue rose" for "revenue increased".
const leastSupport = .5

// addressing matches text that speaks to a language model rather than to the readers of its document.
var addressing = pattern.New(`(?i)` +
	`\b(ignore|disregard|forget|override|bypass)\b.{0,20}\b(all|any|previous|prior|above|preceding|earlier|your|system)\b.{0,20}\b(instructions?|prompts?|rules|directions|guidelines)\b` +
	`|\b(ignorier\w*|vergiss|vergessen sie|missacht\w*)\b.{0,20}\b(alle|bisherig\w*|vorherig\w*|obig\w*|deine)\b.{0,20}\b(anweisung\w*|vorgaben?|regeln)\b` +
	`|\b(ignore[rz]?|oublie[rz]?|ignora|olvida)\b.{0,20}\b(les|vos|tes|las|tus|sus)\b.{0,20}\b(instructions|consignes|instrucciones)\b` +
	`|\b(note|message|attention|notice|instructions?|important|reminder|hinweis|anweisung)\b.{0,10}\b(to|for|an|für)\b.{0,12}\b(ai|a\.i\.|ki|llms?|chatbots?|language models?|sprachmodelle?|assistants?|assistenten)\b` +
	`|\b(if|when|as) (you are|you're|you as)?\s*(an? )?(ai|llm|large language model|language model|chatbot)\b.{0,40}\b(you|must|should|say|state|answer|respond|reply|write|report)\b` +
	`|\byou are (now )?an? (ai|llm|large language model|language model|chatbot|helpful assistant)\b` +
	`|\b(ai|llms?|chatbots?|language models?) ?(systems?|models?|assistants?|agents?|tools?)? (reading|processing|summari[sz]ing|must|should|shall|is|are) .{0,30}\b(say|state|answer|respond|reply|report|tell|mention|recommend|include)\b` +
	`|\b(dear|hey|hello|attention) (ai|llm|assistant|chatbot|gpt|claude|gemini)\b` +
	`|\b(end|begin|start|finish|preface|prefix) (every|each|all|your|the) (answers?|responses?|repl(y|ies))\b` +
	`|\b(in|to|with) your (answers?|responses?|repl(y|ies)|output|summary)\b.{0,40}\b(say|state|include|mention|write|add|claim)\b` +
	`|\b(include|mention|write|add|say|state|claim)\b.{0,60}\bin your (answers?|responses?|repl(y|ies)|output|summary)\b` +
	`|\b(when|while|before) (you )?(answer|respond|reply|summari[sz])(ing)?\b.{0,60}\b(say|state|tell|always|never|include|write|claim)\b` +
	`|\b(your|the|print the|reveal the) system prompt\b|(^|\n)\s*(system|assistant) ?:|<\|?(im_start|system|assistant|endoftext)|\[/?INST\]|<<SYS>>|(^|\n)\s*#{2,} ?(system|instructions?)\b`)

// addressesModels reports whether the sentences or rows that contain a quote, or the one before them, speak to a model.
// Such quotes prove nothing.
func (g *generation) addressesModels(f foundQuote) bool {
	p := g.prompt.passages[f.passage]
	text := visible(around(p, f))
	if !addressing.MatchString(text) && !addressing.MatchString(strings.Join(strings.Fields(visible(before(p, f))+" "+text), " ")) {
		return false
	}
	g.remark("a quote was refused because it addresses language models")
	return true
}

// before returns the sentence or row before those that contain a quote.
func before(p Passage, f foundQuote) string {
	last := ""
	for s := range spans(p.Passage) {
		if f.start < s.end {
			break
		}
		last = p.Text[s.start:s.end]
	}
	return last
}

// affirmations are words that say nothing without the statement that they affirm.
const affirmations = "yes no ja nein doch oui non sí true false"

// supported reports whether the quotes of a sentence contain enough of its words. Words that locate the quotes, such as
// those of headings, count neither way. Words cannot be compared if the question is in a different language from the
// file.
func (g *generation) supported(c checked) bool {
	language := g.prompt.passages[c.found[0].passage].Language
	if language == "" {
		language = bm25.English
	}
	if g.foreign(language) {
		return true
	}
	said := wordsOf(language, c.Text)
	proven, located := wordsOf(language, strings.Join(c.sums, "\n")), wordsOf(language, affirmations)
	for _, f := range c.found {
		p := g.prompt.passages[f.passage]
		text := around(p, f)
		for w := range wordsOf(language, text+"\n"+normalise(text).text) { // also without hyphens
			proven[w] = true
		}
		for w := range wordsOf(language, p.Header+" "+p.Columns+" "+p.Filename) {
			located[w] = true
		}
	}
	have, all := 0, 0
	for w := range said {
		if proven[w] {
			have++
		} else if located[w] {
			continue
		}
		all++
	}
	return float64(have) >= leastSupport*float64(all)
}

func wordsOf(language bm25.Language, text string) map[uint32]bool {
	return set(bm25.Document(language, text).IDs)
}

// foreign reports whether the question, and so the answer, is in a different language from a file.
func (g *generation) foreign(language bm25.Language) bool {
	var p bm25.Profile
	p.Add(g.prompt.question)
	asked := p.Language()
	return asked != "" && asked != language
}
