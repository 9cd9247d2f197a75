package answer

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

const (
	mostOfFront = 500 // bytes that are quoted of a document's beginning
	mostLines   = 10  // … and lines
	mostWords   = 20  // of a sentence there: "A program for …", "By … from the Institute for …"
	mostOfTitle = 2   // passages that may have its title, after the authors and the like
	shortName   = 4   // characters of a file name that a question may contain by chance
)

// date matches a date or a year.
var date = pattern.New(`(?i)\b(1[5-9]|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]`)

// imprint is a fact that a document states about itself.
type imprint struct{ asks, has *pattern.Pattern }

// imprints are the questions that the beginning of a document answers, often without a verb or a label: just a name or
// a day.
var imprints = []imprint{
	{
		asks: pattern.New(`(?i)\b(who (?:wrote|has written|authored)|by whom|von wem|par qui|por qui[eé]n|da chi|por quem|auth?ors?|written by|writers?|auth?or(?:en|in|es|a|i)|verfasser(?:in)?|geschrieben|verfasst|auteurs?|écrite?|` +
			`escrit[oa]|escribió|escreveu|scritt[oa]|scrisse)\b`),
		has: pattern.New(`\S@\S+\.\w|(?m)^\W*(?i:by|von|par|por|di|door|auth?ors?:|auth?or(?:en|es):|auteurs?:)\s+\p{Lu}|\n(?:(?:\p{Lu}[\pL'’.-]*|and|und|et|y|e|&|von|van|de|der|da)[,;*∗†‡§\d]*[ \t]*){2,9}(?:\n|$)`),
	},
	{asks: pattern.New(`(?i)\b(titles?|titled|titels?|titre|título|titolo)\b`), has: pattern.New(`\pL`)},
	{
		asks: pattern.New(`(?i)\b(when|dates?|dated|published|publication|issued|released|received|wann|datum|veröffentlicht|erschienen|quand|publiée?|paru|` +
			`cu[aá]ndo|publicad[oa]|fecha|quando|(?:la|quale|qual|che|di|da) data|pubblicat[oa])\b`),
		has: date,
	},
	{
		asks: pattern.New(`(?i)\b((?:which|what) (?:version|edition|revision)|welche (?:version|ausgabe|auflage|fassung)|quelle (?:version|édition)|qu[eé] (?:versión|edición))\b`),
		has:  pattern.New(`(?i)\b(?:version|edition|revision|ausgabe|auflage|fassung|édition|versión|edición|rev\.|v\.?\d)\b|\b\d+\.\d+\b`),
	},
}

var letter = pattern.New(`\pL`)

// firstHeading matches the heading with which the text begins: "1 Introduction".
var firstHeading = pattern.New(`^1(?:\.\d+)*\.?\s+\pL[^\t]*[^\t.!?;:]$`)

// imprintOf returns which of a document's authors, title, date and version a question asks for, and the rest of the
// question.
func imprintOf(q Question) (asked []imprint, rest string) {
	rest = gist(q.Text)
	for _, i := range imprints {
		if left := i.asks.ReplaceAllString(rest, " "); left != rest {
			asked, rest = append(asked, i), left
		}
	}
	return asked, rest
}

// frontOf quotes the beginning of the document that a question means, if the question asks for what is stated there and
// consists of little more than the document's name. The passages include those of the first page. Quotes that say the
// same in a sentence, in the question's words, come first. If there is neither, silent is true.
func frontOf(q Question, passages []Passage, otherwise []quote) (chosen []quote, silent bool) {
	asked, rest := imprintOf(q)
	if len(asked) == 0 {
		return nil, false
	}
	meant := documentMeant(q, rest, passages)
	for _, p := range meant {
		c, ok := p.front()
		for _, i := range asked {
			ok = ok && i.has.MatchString(c.text)
		}
		if ok {
			return append(saying(asked, c, otherwise), c), false
		}
	}
	return nil, len(meant) > 0 && len(saying(asked, quote{}, otherwise)) == 0
}

// saying returns the quotes that answer in the words of the question, apart from what is in the document's beginning.
func saying(asked []imprint, front quote, quotes []quote) []quote {
	return slices.DeleteFunc(slices.Clone(quotes), func(c quote) bool {
		says := func(i imprint) bool { return i.asks.MatchString(c.text) && !isLabel(c.text) }
		elsewhere := front.text != "" && (c.from.File != front.from.File || c.repeats(front))
		return elsewhere || !slices.ContainsFunc(asked, says)
	})
}

// documentMeant returns the passages of the files that a question means, given the rest of the question after what it
// asks for was removed. The rest must be a file's name, plus at most one word if the name is spelled out ("the package
// hausarbeit-jura").
func documentMeant(q Question, rest string, passages []Passage) []Passage {
	if of := meantBy(q, besidesDocuments(rest), passages); len(of) > 0 {
		return of
	}
	for _, p := range passages {
		if left := unnamed(rest, p.Filename); left != rest && len(q.words(besidesDocuments(left))) <= 1 {
			return named(q, q.words(p.Filename), passages)
		}
	}
	return titledWith(q, besidesDocuments(rest), passages)
}

// titledWith returns the passages of the one file that begins with all words of a text, if the question names a document
// by its subject: "the paper on microrobots".
func titledWith(q Question, text string, passages []Passage) []Passage {
	words, stems := q.words(text), stemsOf(q, text)
	if len(words) == 0 || !describedWork.MatchString(gist(q.Text)) {
		return nil
	}
	file := ""
	for _, p := range passages {
		if p.Number >= mostOfTitle || !hasAll(stems.in(p.Language, p.Text), words) {
			continue
		}
		if file != "" && file != p.File {
			return nil
		}
		file = p.File
	}
	return slices.DeleteFunc(slices.Clone(passages), func(p Passage) bool { return p.File != file })
}

// besidesDocuments returns a text without words for documents and without words that ask what they say.
func besidesDocuments(text string) string {
	return without(text, ofDocuments, works, showing, polite, interrogatives)
}

// interrogatives matches the words that ask for a person, a thing or a time.
var interrogatives = pattern.New(`(?i)\b(?:who|whom|whose|what|which|when|wer|wen|wessen|was|welche[mnrs]?|wann|qui|que|quel(?:le)?s?|quand|qui[eé]n(?:es)?|qu[eé]|cu[aá]l|cu[aá]ndo|chi|quale|quando|quem|wie|wat|welk|wanneer)\b`)

// unnamed returns a text in lower case without the name of a file, with or without its extension, or the text itself if it
// has no such name.
func unnamed(text, filename string) string {
	name := strings.ToLower(filename)
	if i := strings.LastIndexByte(name, '.'); i >= shortName {
		name = name[:i]
	}
	before, after, found := strings.Cut(strings.ToLower(text), name)
	if !found || len(name) < shortName {
		return text
	}
	return before + " " + after
}

// front returns the text before the first sentence on a document's first page, if the passage begins the document.
func (p Passage) front() (c quote, ok bool) {
	if p.Number != 0 || p.PageStart != 1 {
		return c, false
	}
	c = quote{from: p, first: 1, last: 1, at: place{p.File, 1, 1}}
	lines := 0
	for s := range spans(p.Passage) {
		if lines == 0 && !letter.MatchString(p.Text[s.start:s.end]) {
			continue // the number of the page
		}
		page, _ := p.Pages(s.start, s.end)
		long := isSentence(p, s) && len(strings.Fields(p.Text[s.start:s.end])) > mostWords
		body := long || (lines > 0 && firstHeading.MatchString(p.Text[s.start:s.end]))
		if body || page > 1 || lines == mostLines || s.end > mostOfFront {
			break
		}
		if lines == 0 {
			c.span.start = s.start
		}
		c.span.end, lines = s.end, lines+1
	}
	c.text = p.Text[c.span.start:c.span.end]
	return c, lines > 0
}
