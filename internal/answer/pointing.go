package answer

import (
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// tableTitle matches how the title of a table begins: with its number and a mark after it. A sentence that begins with "Table 2 shows"
// has none.
var tableTitle = pattern.New(`^(?i:table|tabelle)\s+(?:[A-Z]?\d+(?:[.-]\d+)*|[A-Z]|[IVX]+)\s*[.:|–—]`)

// numberedHeading matches a heading with a number of several levels: no sentence or item begins with one.
var numberedHeading = pattern.New(`^\d+(?:\.\d+)+\.?\s+\pL[^\t]*[^\t.!?;:]$`)

// isNumberedHeading reports whether a text is a heading by its number.
func isNumberedHeading(text string) bool {
	return len(strings.Fields(text)) <= fewInALine+1 && numberedHeading.MatchString(text)
}

// isQuestion reports whether a text is a question, like the headings of instructions and lists of questions that are often asked. It
// has the words of a question put to the document, but not its answer.
func isQuestion(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)")
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？")
}

// isTableTitle reports whether a text is the title of a table and the question asks for something else: the answer is in the rows below. What
// a figure shows is said nowhere but in its title.
func (q question) isTableTitle(text string) bool { return !q.kind.form && tableTitle.MatchString(text) }

// points reports whether a quote is a reason to cite its page, and no answer.
func (c quote) points() bool { return c.asks || c.title }

// forPage returns what speaks for a quote's page. That a title is no sentence only speaks against quoting it, and its paragraph only
// tells it from other sentences.
func (c quote) forPage() Fit {
	fit := c.fit
	fit[ofWords] -= c.lift
	if c.title {
		fit[ofForm] = 0
	}
	return fit
}

// leads reports whether one quote says what the next one is about, so that what speaks for it speaks for the next, too: a question
// for what follows it, a sentence for the list after it.
func (q question) leads(before, next quote) bool {
	if !before.from.is(next.from) || next.asks {
		return false
	}
	return before.asks || (next.list && q.kind.several)
}

// signpost matches a sentence that says which part of the document is about something, and nothing of it.
var signpost = pattern.New(`(?i)^(?:(?:the )?(?:following|next|remaining) |in )?(?:sections?|chapters?|parts?|abschnitte?|kapitel|sections?|chapitres?)(?: \d[\d.]*(?:,| and| to| bis| und| et|–|-)?)* ` +
	`(?:(?:then|will|also|finally|we|briefly) ){0,2}(?:introduces?|describes?|explains?|presents?|discuss(?:es)?|reviews?|outlines?|summari[sz]es?|concludes?|covers?|deals? with|(?:is|are) (?:concerned with|devoted to)|` +
	`beschreib(?:t|en)|behandel(?:t|n)|stell(?:t|en)|décri(?:t|vent)|présente(?:nt)?)\b`)

// announcing matches a sentence that says only that there is something.
var announcing = pattern.New(`(?i)\b(?:there (?:is|are|was|were|remains?)|es gibt|gibt es|il y a|hay)\b.*?([\pL-]+)\W*$`)

// explaining matches the beginning of a sentence that says what the sentence before it means.
var explaining = pattern.New(`(?i)^(?:it|this|that|they|these|es|das|dies|cela|ça|esto|eso|ciò|questo) (?:means?|is|are|refers?|stands?|bedeutet|heißt|ist|signifie|veut dire|est|significa|vuol dire|è)\b`)

// announces reports whether a quote only says that there is what is asked for, so that the sentence after it says what it is, or
// whether that sentence explains a term that is asked for.
func (q question) announces(c quote, after string) bool {
	if q.kind.defines && explaining.MatchString(after) {
		return true
	}
	m := announcing.FindStringSubmatch(c.text)
	if m == nil || isLabel(after) || q.decided {
		return false
	}
	words := bm25.Document(c.from.Language, m[1]).IDs
	return len(words) > 0 && q.hasAll(c.from.Language, words)
}

// headOf returns the heading or the line ending in a colon below which a quoted list item stands, if the item is no sentence: it
// says nothing without it, or the opposite.
func headOf(c quote) string {
	if c.list || !bullet.MatchString(c.text) || !isLabel(c.text) {
		return ""
	}
	head := ""
	for s := range spans(c.from.Passage) {
		if s.start >= c.span.start {
			break
		}
		switch text := c.from.Text[s.start:s.end]; {
		case bullet.MatchString(text):
		case isLabel(text), strings.HasSuffix(text, ":"):
			head = text
		default:
			head = ""
		}
	}
	return head
}
