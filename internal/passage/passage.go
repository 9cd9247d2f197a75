// Package passage cuts the pages of a document into passages: the units that are indexed, ranked, shown to models and
// quoted.
//
// A passage is a window of about 200 words inside one page, with 50 words of the window before it. It leaves its page
// only for the rest of a sentence. Tables stay whole, or are cut between rows. Every piece of a passage's text knows
// its page, so that the page of a quote is the page of the quoted characters and not of the passage around them.
package passage

import (
	"cmp"
	"strings"
)

// Kind tells prose from tables.
type Kind string

// The kinds of passages.
const (
	Text  Kind = "text"
	Table Kind = "table" // most of its words stand in tables
)

// Options are the sizes of passages and what is known of the document besides its pages.
type Options struct {
	Words   int // size of a window in words; 0 is 200
	Overlap int // words that a window repeats of the one before it; 0 is 50, at most a quarter of Words

	FileName string // the document's path or name, for the header
	Title    string // the document's title, when its format has one
}

func (o Options) withDefaults() Options {
	o.Words = cmp.Or(o.Words, 200)
	o.Overlap = min(cmp.Or(o.Overlap, 50), o.Words/4)
	return o
}

// Passage is a piece of a document's text.
type Passage struct {
	Number    int  `json:"number"`     // position in the document, from 0
	PageStart int  `json:"page_start"` // first page of Text
	PageEnd   int  `json:"page_end"`   // last page of Text
	Kind      Kind `json:"kind"`
	// Header places the passage: words of the file name, title or first words of the document, headings above. It is
	// indexed and shown to models; it is never quoted.
	Header string `json:"header"`
	// Columns are the header rows of the table that Text continues, when they are not in Text. Like Header.
	Columns string `json:"columns,omitempty"`
	// Text is the document's own text and nothing else: what may be quoted.
	Text  string `json:"text"`
	Spans []Span `json:"spans"`
}

// Span is a run of a passage's text that comes from one block.
type Span struct {
	Page  int `json:"page"`
	Block int `json:"block"` // index in the page's blocks
	From  int `json:"from"`  // byte offset in the block's text (BlockText)
	Start int `json:"start"` // byte range in the passage's text
	End   int `json:"end"`
}

// Shown is the passage as a model reads it: header, columns and text.
func (p Passage) Shown() string {
	parts := make([]string, 0, 3)
	for _, s := range []string{p.Header, p.Columns, p.Text} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n")
}

// Pages are the first and last page of the byte range [start, end) of the passage's text: the pages of a quote.
func (p Passage) Pages(start, end int) (first, last int) {
	for _, s := range p.Spans {
		if s.End <= start || s.Start >= end {
			continue
		}
		if first == 0 {
			first = s.Page
		}
		last = s.Page
	}
	if first == 0 {
		return p.PageStart, p.PageEnd
	}
	return first, last
}
