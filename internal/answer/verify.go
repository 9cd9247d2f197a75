package answer

import (
	"slices"
	"strings"
)

const (
	leastWords = 4  // of a quote; fewer are enough if one of them is a number
	leastLabel = 2  // words of a quote with a number: it and its label
	likeness   = .9 // similarity of a quote that is not verbatim to the text of the passage
	maxFuzzy   = 1200
)

// foundQuote is the place of a quote: a byte range of a passage's text.
type foundQuote struct {
	passage    int // index
	start, end int
}

// evidence finds quotes in the passages that were shown to a model.
type evidence struct {
	passages []Passage
	normal   []normal
}

func newEvidence(passages []Passage) *evidence {
	e := &evidence{passages: passages, normal: make([]normal, len(passages))}
	for i, p := range passages {
		e.normal[i] = normalise(p.Text)
	}
	return e
}

// find looks for a quote in the passage that the model names, and then in others of the same file, because passages
// overlap and models confuse neighbours. Text that is merely similar counts only in the named passage.
func (e *evidence) find(passage int, quote string) (foundQuote, bool) {
	parts := phrases(quote)
	if parts == nil {
		return foundQuote{}, false
	}
	if f, ok := e.verbatim(passage, parts); ok {
		return f, true
	}
	for i, p := range e.passages {
		if i == passage || p.File != e.passages[passage].File {
			continue
		}
		if f, ok := e.verbatim(i, parts); ok {
			return f, true
		}
	}
	if len(parts) == 1 {
		return e.similar(passage, parts[0])
	}
	return foundQuote{}, false
}

// phrases returns the parts of a quote between ellipses, in normal form, or nil if there is too little to check.
func phrases(quote string) []string {
	var parts []string
	words, digits := 0, false
	for part := range strings.SplitSeq(strings.ReplaceAll(quote, "…", "..."), "...") {
		n := strings.Trim(normalise(part).text, " .,;:!?()[]")
		if n == "" {
			continue
		}
		parts = append(parts, n)
		words += wordCount(n)
		digits = digits || strings.ContainsAny(n, "0123456789")
	}
	if words >= leastWords || (digits && words >= leastLabel) {
		return parts
	}
	return nil
}

// verbatim finds the phrases in order.
func (e *evidence) verbatim(passage int, parts []string) (foundQuote, bool) {
	n := e.normal[passage]
	start, end := -1, 0
	for _, p := range parts {
		rest := normal{text: n.text[end:]}
		i := rest.find(p)
		if i < 0 {
			return foundQuote{}, false
		}
		if start < 0 {
			start = end + i
		}
		end += i + len(p)
	}
	from, to := n.original(start, end)
	return foundQuote{passage, from, to}, true
}

// similar finds text that differs from a phrase in a few characters, as after OCR. Numbers and negations must agree,
// because in them a few characters change the meaning.
func (e *evidence) similar(passage int, phrase string) (foundQuote, bool) {
	n := e.normal[passage]
	if len(phrase) > maxFuzzy {
		return foundQuote{}, false
	}
	start, end, distance := closest(phrase, n.text)
	if float64(distance) > (1-likeness)*float64(len(phrase)) {
		return foundQuote{}, false
	}
	there := n.text[start:end]
	if !slices.Equal(digitRuns(phrase), digitRuns(there)) || !slices.Equal(negations(phrase), negations(there)) {
		return foundQuote{}, false
	}
	from, to := n.original(start, end)
	return foundQuote{passage, from, to}, true
}

// closest returns the part of text with the smallest edit distance to pattern (Sellers, 1980); offsets are in bytes.
func closest(pattern, text string) (start, end, distance int) {
	type cell struct{ cost, from int }
	above := make([]cell, len(text)+1)
	for j := range above {
		above[j] = cell{0, j}
	}
	row := make([]cell, len(text)+1)
	for i := range len(pattern) {
		row[0] = cell{i + 1, 0}
		for j := range len(text) {
			best := above[j]
			if pattern[i] != text[j] {
				best.cost++
			}
			if c := above[j+1]; c.cost+1 < best.cost {
				best = cell{c.cost + 1, c.from}
			}
			if c := row[j]; c.cost+1 < best.cost {
				best = cell{c.cost + 1, c.from}
			}
			row[j+1] = best
		}
		above, row = row, above
	}
	best := 0
	for j := range above {
		if above[j].cost < above[best].cost {
			best = j
		}
	}
	return above[best].from, best, above[best].cost
}

func digitRuns(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

var negating = map[string]bool{
	"no": true, "not": true, "never": true, "none": true, "nor": true, "cannot": true, "without": true, "nicht": true, "kein": true,
	"keine": true, "keinen": true, "nie": true, "ohne": true, "ne": true, "pas": true, "sans": true, "sin": true, "non": true,
}

func negations(s string) []string {
	return slices.DeleteFunc(strings.Fields(s), func(w string) bool {
		return !negating[strings.Trim(w, ".,;:!?()")] && !strings.HasSuffix(w, "nt")
	})
}
