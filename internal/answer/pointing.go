package answer

import (
	"strings"

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

// forPage returns what speaks for a quote's page. That a title is no sentence only speaks against quoting it.
func (c quote) forPage() Fit {
	fit := c.fit
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
