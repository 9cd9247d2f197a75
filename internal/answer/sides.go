package answer

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

// longestSide is the maximum number of words that name one of two compared things.
const longestSide = 5

// sides match a question that compares two things, captured by the groups. What follows the second thing is not part of
// it.
var sides = []*pattern.Pattern{
	pattern.New(`(?i)\b(?:between|zwischen|entre|tra|fra)\s+(.{1,80}?)\s+(?:and|und|et|y|e|en)\s+(.{1,80}?)` + sideEnds),
	pattern.New(`(?i)\b(?:compar(?:e|ing|ison)|vergleich(?:e|en)?|comparez?|comparar)\s(?:.{1,60}?\s(?:of|in|for|von|de)\s+)?(.{1,60}?)\s+(?:and|with|to|und|mit|et|avec|y|con)\s+(.{1,60}?)` + sideEnds),
	pattern.New(`(?i)^\W*(?:is|are|was|were|do|does|did|ist|sind|war(?:en)?)\s+(.{1,60}?)\s+(?:(?:more|less|fewer)\s+)?\pL+\s+(?:than|als)\s+(?:(?:those|that|the ones?|die|der|das) (?:of|in|for|von|bei)\s+)?(.{1,60}?)` + sideEnds),
	pattern.New(`(?i)[,:]\s*(?:in |by |for |the )?([^,:]{1,60}?)\s+(?:or|oder|ou|versus|vs\.?)\s+(?:in |by |for |the )?(.{1,60}?)` + sideEnds),
	pattern.New(`(?i)(\S{2,40})\s+(?:versus|vs\.?)\s+(\S{2,40}?)` + sideEnds),
}

const sideEnds = `(?:\s*[,;:.?!]|\s+(?:in|at|for|of|on|when|if|bei|im|für|von|dans|en)\s|\s*$)`

// sidesOf returns the words of the two things that a question compares, without the words they share.
func sidesOf(q Question) (both [2][]uint32, ok bool) {
	text := gist(q.Text)
	for _, p := range sides {
		m := p.FindStringSubmatch(text)
		if m == nil || len(strings.Fields(m[1])) > longestSide || len(strings.Fields(m[2])) > longestSide {
			continue
		}
		a, b := q.words(parted(m[1])), q.words(parted(m[2]))
		both[0] = slices.DeleteFunc(slices.Clone(a), func(id uint32) bool { return slices.Contains(b, id) })
		both[1] = slices.DeleteFunc(slices.Clone(b), func(id uint32) bool { return slices.Contains(a, id) })
		return both, len(both[0]) > 0 && len(both[1]) > 0
	}
	return both, false
}

// fromBothSides adds, for a question that compares two things, the best quote about each one that the chosen quotes do
// not mention. A quote that mentions the other thing as well is just as good. It reports whether one side is missing
// from all pages.
func (q question) fromBothSides(asked Question, chosen []quote, pages []Candidate) (all []quote, missing bool) {
	both, ok := sidesOf(asked)
	if !ok {
		return chosen, false
	}
	for _, side := range both {
		about := func(c quote) bool { return q.mentions(c, side) }
		if slices.ContainsFunc(chosen, about) {
			continue
		}
		with := make([]Candidate, 0, len(pages))
		for _, p := range pages {
			p.quotes = slices.DeleteFunc(slices.Clone(p.quotes), func(c quote) bool { return !about(c) || c.points() })
			if len(p.quotes) > 0 {
				with = append(with, p)
			}
		}
		if len(with) == 0 {
			missing = true
			continue
		}
		best, _ := q.bestOfEach(with)
		chosen = append(chosen, best[0])
	}
	return chosen, missing
}

// mentions reports whether a quote, the text above it or the name of its file has all the given words.
func (q question) mentions(c quote, words []uint32) bool {
	return !slices.ContainsFunc(words, func(id uint32) bool { return !c.terms[id] })
}
