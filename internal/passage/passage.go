// Package passage splits the pages of a document into passages: the units that are indexed, ranked, shown to models and
// quoted.
//
// A passage is a window of about 200 words within one page, including 50 words of the preceding window. It extends
// beyond its page only for the rest of a sentence. Tables stay whole, or are cut between rows. Every piece of a
// passage's text knows its page, so the page of a quote is the page of the quoted characters and not that of the
// passage around them.
package passage

import (
	"cmp"
	"strings"
)

// Kind distinguishes prose from tables.
type Kind string

// The kinds of passages.
const (
	Text  Kind = "text"
	Table Kind = "table" // most of its words are in tables
)

// Options are the sizes of passages and what is known about the document besides its pages.
type Options struct {
	Words   int // size of a window in words; 0 means 200
	Overlap int // words repeated from the preceding window; 0 means 50, at most a quarter of Words

	FileName string // the document's path or name, for the header
	Title    string // the document's title, if its format has one
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
	// Header locates the passage: words of the file name, the document's title or first words, and the headings
	// above. It is indexed and shown to models; it is never quoted.
	Header string `json:"header"`
	// Headings are those above the passage's first words and those at its beginning, outermost first. Long ones are
	// shortened.
	Headings []string `json:"headings,omitempty"`
	// Columns are the header rows of the table that Text continues, unless they are in Text. They are used like
	// Header.
	Columns string `json:"columns,omitempty"`
	// Text is only the document's own text, the only part that may be quoted.
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

// Shown returns the passage as a model reads it: header, columns and text.
func (p Passage) Shown() string {
	parts := make([]string, 0, 3)
	for _, s := range []string{p.Header, p.Columns, p.Text} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n")
}

// Embedded returns the text from which the passage's vector is computed: the file's name, the headings above, columns
// and text. The document's first words, which are also in the header, are left out, because they would fill much of the
// few hundred tokens that encoders read and are the same in all passages of a file.
func (p Passage) Embedded() string {
	if lines := strings.Split(p.Header, "\n"); len(lines) > nameAndLead {
		p.Header = lines[0] + "\n" + lines[len(lines)-1]
	} else {
		p.Header = lines[0]
	}
	return p.Shown()
}

// nameAndLead is the maximum number of header lines without headings. A header with the document's title has one more.
const nameAndLead = 2

// Pages returns the first and last page of the byte range [start, end) of the passage's text: the pages of a quote.
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
