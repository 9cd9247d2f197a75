package layout

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

// LeastCoverage is the share of a page's own words that its blocks have to hold: below it something was lost.
const LeastCoverage = .98

// Coverage is the share of the words in source that stand in the blocks, from 0 to 1; numbers count double. A
// page without words is covered.
func Coverage(source string, blocks []page.Block) float64 {
	have := map[string]int{}
	for _, b := range blocks {
		countTokens(blockText(b), have)
	}
	want := map[string]int{}
	countTokens(source, want)
	found, all := 0, 0
	for token, n := range want {
		weight := 1
		if token[0] >= '0' && token[0] <= '9' {
			weight = 2
		}
		all += weight * n
		found += weight * min(n, have[token])
	}
	if all == 0 {
		return 1
	}
	return float64(found) / float64(all)
}

// Lost reports a page of which the layout lost words.
func Lost(p *page.Page) bool { return p.Coverage > 0 && p.Coverage < LeastCoverage }

// checkCoverage measures what the layout kept of a page's words, and notes a page of which it lost some.
func checkCoverage(p *page.Page, words []word) {
	if len(words) == 0 {
		return
	}
	// Of nothing kept at all there is still a trace: 0 stands for a page that was not measured.
	p.Coverage = max(Coverage(sourceText(words), p.Blocks), math.SmallestNonzeroFloat32)
	if Lost(p) {
		p.Notes = append(p.Notes, fmt.Sprintf("coverage %.3f: words of the page are missing from its blocks", p.Coverage))
	}
}

func sourceText(words []word) string {
	var s strings.Builder
	for _, w := range words {
		if !w.glued {
			s.WriteByte(' ')
		}
		if w.hyphen { // the rest of the word follows
			s.WriteString(strings.TrimSuffix(w.text, "-"))
			s.WriteString("\u00ad")
			continue
		}
		s.WriteString(w.text)
	}
	return strings.ReplaceAll(s.String(), "\u00ad ", "")
}

func blockText(b page.Block) string {
	text := b.Marker + " " + b.Text()
	for _, s := range b.Spans {
		text += " " + s.Note
	}
	return text
}

// countTokens counts the words of text. What typography puts between them, and where lines end, does not count:
// a token is a run of letters or of digits, or a character of a script without spaces, whose lines join to one run.
func countTokens(text string, into map[string]int) {
	text = strings.ReplaceAll(text, "\u00ad", "")
	kind := func(r rune) int {
		switch {
		case unicode.IsDigit(r):
			return 1
		case !unicode.IsLetter(r):
			return 0
		case ideographic(r):
			return 3
		}
		return 2
	}
	start, last := 0, 0
	for i, r := range text {
		if k := kind(r); k != last || k == 3 {
			if last != 0 {
				into[text[start:i]]++
			}
			start, last = i, k
		}
	}
	if last != 0 {
		into[text[start:]]++
	}
}
