package answer

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

// showing matches words with which a question merely asks to see a place: "What does page 14 say?"
var showing = pattern.New(`(?i)\b(says?|said|shows?|shown|written|contains?|contents?|describes?|tells?|mentions?|mentioned|reads?|about|please|` +
	`steht|sagt|zeigt|beschreibe|enthält|inhalt)\b`)

// bare reports whether a question asks for a page as such: apart from the page it has no words of its own, or only the
// names of files. It returns the passages of these files.
func (l layout) bare(q Question, passages []Passage) (of []Passage, ok bool) {
	if len(l.pages) == 0 {
		return nil, false
	}
	rest := q.words(without(gist(q.Text), pageNumbers, pageOrdinal, ofDocuments, works, showing, polite))
	if len(rest) == 0 {
		return passages, true
	}
	of = named(q, rest, passages)
	return of, len(of) > 0
}

// leads returns the beginnings of the pages that the question names, in the question's order.
func (l layout) leads(passages []Passage) []quote {
	found := slices.DeleteFunc(slices.Clone(passages), func(p Passage) bool { return !l.named(p) })
	slices.SortStableFunc(found, func(a, b Passage) int { return a.Number - b.Number })
	var out []quote
	taken, most := map[place]int{}, max(perPlace, maxQuotes/max(len(l.pages), 1))
	for _, p := range found {
		for s := range spans(p.Passage) {
			first, last := p.Pages(s.start, s.end)
			at := place{p.File, first, first}
			on := slices.Contains(l.pagesOf(p.PageCount), first)
			c := quote{from: p, span: s, at: at, text: p.Text[s.start:s.end], first: first, last: last}
			whole := (kind{}).standing(p, s) >= 1 && len(strings.Fields(c.text)) > 2
			known := slices.ContainsFunc(out, func(o quote) bool { return same(o, c) })
			if !on || !whole || known || taken[at] == most || len(out) == maxQuotes {
				continue
			}
			taken[at]++
			out = append(out, c)
		}
	}
	return out
}
