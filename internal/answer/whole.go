package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/passage"
	"quire/internal/pattern"
)

// These are the factors for how well a span stands alone as a quote, measured on what people called fragments.
const (
	fragment   = .5 // a line without the end of a sentence, or the rest of a sentence
	fewInALine = 8  // greatest number of words in a heading or label: a line without the end of a sentence
	totalShare = 1.1
	leastWhole = .8 // the form of a whole sentence of three words or more
)

var total = pattern.New(`(?i)^\W*(grand |net )?(total|gesamt|summe|insgesamt)`)

// standing returns a factor for how well a span of a passage stands alone. Headings, labels and the rest of a sentence
// do so poorly; 0 means never quote it. A short line that has what the question asks for, such as a telephone number,
// counts as whole.
func (k kind) standing(p Passage, s span) float64 {
	text := p.Text[s.start:s.end]
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case last == ':' || last == '：':
		return 0
	case strings.Contains(text, "\t"):
		if k.figures && total.MatchString(text) {
			return totalShare
		}
		return 1
	case s.start == 0 && unicode.IsLower(runeAt(text, 0)):
		return fragment
	case k.answeredBy(text):
		return 1
	case isLabel(text), leaders.MatchString(text):
		return fragment
	}
	return 1
}

// isLabel reports whether a text is a heading or a label: a short line in capitals or without the end of a sentence.
func isLabel(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	short := len(strings.Fields(text)) <= fewInALine
	return isCapitals(text) || (short && !strings.ContainsRune(".!?:。！？：…\"”’»)", last) && !strings.Contains(text, "\t"))
}

// isCapitals reports whether a text is so short and all in capitals that it is a heading, whatever it ends with.
func isCapitals(text string) bool {
	return strings.ToUpper(text) == text && strings.ToLower(text) != text && len(strings.Fields(text)) <= fewInALine
}

// runs returns the ranges of a passage's text that can hold a sentence: spans that a page's end cuts in two are one.
func runs(p passage.Passage) []span {
	var out []span
	for i, s := range p.Spans {
		if n := len(out); i > 0 && p.Text[out[n-1].end:s.Start] == " " {
			out[n-1].end = s.End
			continue
		}
		out = append(out, span{s.Start, s.End})
	}
	return out
}
