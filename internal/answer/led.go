package answer

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

// mostLed is how many bytes are quoted of what a heading introduces: some five sentences or ten rows.
const mostLed = 600

// withLed quotes headings, table titles, questions, and sentences before a list together with what they introduce,
// because that is where the answer is. A quote that an earlier one already contains is left out.
func (q question) withLed(chosen []quote) []quote {
	var out []quote
	for _, c := range chosen {
		with := q.led(c)
		if q.decided && slices.ContainsFunc(chosen, func(o quote) bool { return o.text != c.text && strings.Contains(with.text, o.text) }) {
			with = c // what it introduces is quoted anyway
		}
		if !slices.ContainsFunc(out, func(o quote) bool { return with.repeats(o) || (q.heads(c.text) && same(o, with)) }) {
			out = append(out, with)
		}
	}
	return out
}

// repeats reports whether a quote has text of an earlier one on the same page.
func (c quote) repeats(o quote) bool {
	overlaps := c.from.is(o.from) && c.span.start < o.span.end && o.span.start < c.span.end
	return overlaps || (o.at == c.at && same(o, c))
}

// led returns a quote together with what it introduces on its page, if anything.
func (q question) led(c quote) quote {
	if c.list || strings.Contains(c.text, "\t") || bullet.MatchString(c.text) {
		return c
	}
	before, blocks := c.text, starts(c.from)
	entry := blocks[c.span.start] && entryOf.MatchString(c.text)
	leads, most := entry || c.points() || q.heads(c.text), mostLed
	for s := range spans(c.from.Passage) {
		if s.start < c.span.end {
			continue
		}
		text := c.from.Text[s.start:s.end]
		if before == c.text && q.kind.listing() && isFirstItem(text) {
			leads, most = true, mostOfList
		}
		if before == c.text && !blocks[s.start] && (q.decides(text) || q.announces(c, text)) {
			c.span.end = s.end
			break
		}
		page, _ := c.from.Pages(s.start, s.end)
		further := blocks[s.start] && (entry || opens(before, text, most == mostOfList))
		if !leads || further || page != c.first || leaders.MatchString(text) {
			break
		}
		if s.end-c.span.start > most {
			c.cut = strings.Contains(text, "\t")
			break
		}
		c.span.end, before = s.end, text
	}
	c.text = c.from.Text[c.span.start:c.span.end]
	return c
}

// entryOf matches the beginning of an entry: a word or a few, followed by their meaning in one or more sentences.
var entryOf = pattern.New(`^[^\s:]{1,40}(?: [^\s:]{1,40}){0,3}: \S`)

// starts returns where the blocks of a passage start.
func starts(p Passage) map[int]bool {
	out := map[int]bool{}
	for _, r := range runs(p.Passage) {
		out[r.start] = true
	}
	return out
}

// valued matches a label with its value after it: "Length 8.0 m", "Contact: Jane Doe".
var valued = pattern.New(`\d[\d.,]*\s*(?:\pL|\p{Sc}|%)?\)?$|\pL:\s+\S`)

// heads reports whether a text is a heading, or a label without its value, that does not contain what is asked for.
func (q question) heads(text string) bool {
	return isLabel(text) && !q.kind.answeredBy(text) && !valued.MatchString(ordinal.ReplaceAllString(text, " "))
}

// opens reports whether a text begins another part: after a list, anything that is not an item of it; otherwise a
// heading below a sentence, an item or a row.
func opens(before, text string, list bool) bool {
	if bullet.MatchString(text) {
		return false
	}
	return list || (isLabel(text) && !isLabel(before))
}
