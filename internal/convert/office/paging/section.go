package paging

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

// Section is a part of a document with separate page headers and footers.
type Section struct {
	Start       int // index of its first block
	Heads, Feet []page.Block
}

// Running turns blocks into running heads or feet: lines of text, with one line per table row. It drops a page number
// that stands alone, because it would appear only once.
func Running(blocks []page.Block, kind page.Kind) []page.Block {
	var out []page.Block
	for _, b := range blocks {
		lines := [][]page.Span{b.Spans}
		if b.Table != nil {
			lines = nil
			for row := range strings.SplitSeq(b.Text(), "\n") {
				lines = append(lines, []page.Span{{Text: strings.Join(strings.FieldsFunc(row, func(r rune) bool { return r == '\t' }), " | ")}})
			}
		}
		for _, spans := range lines {
			line := page.Block{Kind: kind, Spans: spans}
			if strings.ContainsFunc(line.Text(), unicode.IsLetter) {
				out = append(out, line)
			}
		}
	}
	return out
}

// Furnish puts headers and footers on the page where their section begins. breaks are the positions where the pages
// begin.
func Furnish(pages []page.Page, breaks []Mark, sections []Section) {
	at := 0
	var heads, feet []page.Block
	put := func() {
		pages[at].Blocks = slices.Concat(heads, pages[at].Blocks, feet)
		heads, feet = nil, nil
	}
	for _, s := range sections {
		for at < len(breaks) && (breaks[at].Block < s.Start || (breaks[at].Block == s.Start && breaks[at].At == 0)) {
			if len(heads)+len(feet) > 0 {
				put()
			}
			at++
		}
		heads, feet = append(heads, s.Heads...), append(feet, s.Feet...)
	}
	put()
}
