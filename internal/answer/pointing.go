package answer

import (
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// tableTitle matches the beginning of a table title: its number and a mark after it. A sentence that begins with "Table
// 2 shows" has no such mark.
var tableTitle = pattern.New(`^(?i:table|tabelle)\s+(?:[A-Z]?\d+(?:[.-]\d+)*|[A-Z]|[IVX]+)\s*[.:|–—]`)

// numberedHeading matches a heading with a multi-level number, with which no sentence or item begins.
var numberedHeading = pattern.New(`^\d+(?:\.\d+)+\.?\s+\pL[^\t]*[^\t.!?;:]$`)

// isNumberedHeading reports whether a text is a heading by its number.
func isNumberedHeading(text string) bool {
	return len(strings.Fields(text)) <= fewInALine+1 && numberedHeading.MatchString(text)
}

// isQuestion reports whether a text is a question, as in instructions and FAQs. It shares words with the user's
// question but does not answer it.
func isQuestion(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)")
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？")
}

// isTableTitle reports whether a text is a table title and the question is not about tables as such: the answer is then
// in the rows below. Figure captions do not count, because nothing else says what a figure shows.
func (q question) isTableTitle(text string) bool { return !q.kind.form && tableTitle.MatchString(text) }

// points reports whether a quote is a reason to cite its page but not an answer.
func (c quote) points() bool { return c.asks || c.title }

// forPage returns the evidence for a quote's page. That a title is not a sentence counts only against quoting it, and
// its paragraph only distinguishes it from other sentences.
func (c quote) forPage() Fit {
	fit := c.fit
	fit[ofWords] -= c.lift
	if c.title {
		fit[ofForm] = 0
	}
	return fit
}

// leads reports whether one quote says what the next one is about, so that its evidence counts for the next one too: a
// question and the text after it, a sentence and the list after it.
func (q question) leads(before, next quote) bool {
	if !before.from.is(next.from) || next.asks {
		return false
	}
	return before.asks || (next.list && q.kind.several)
}

// signpost matches a sentence that only says which part of the document is about something.
var signpost = pattern.New(`(?i)^(?:(?:the )?(?:following|next|remaining) |in )?(?:sections?|chapters?|parts?|abschnitte?|kapitel|sections?|chapitres?)(?: \d[\d.]*(?:,| and| to| bis| und| et|–|-)?)* ` +
	`(?:(?:then|will|also|finally|we|briefly) ){0,2}(?:introduces?|describes?|explains?|presents?|discuss(?:es)?|reviews?|outlines?|summari[sz]es?|concludes?|covers?|deals? with|(?:is|are) (?:concerned with|devoted to)|` +
	`beschreib(?:t|en)|behandel(?:t|n)|stell(?:t|en)|décri(?:t|vent)|présente(?:nt)?)\b`)

// announcing matches a sentence that only says that there is something.
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

// headOf returns the heading or the line ending in a colon above a quoted list item, if the item is not a sentence:
// without that line it says nothing, or the opposite.
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
