package para

import (
	"strings"

	"quire/internal/convert/page"
)

// Listing tracks the code at the end of a flow of blocks.
type Listing struct {
	// Open is set when the last paragraph was code, so that the next one can continue its block.
	Open  bool
	blank int // lines without text since that paragraph
}

// Break makes the next line of code begin a new block.
func (l *Listing) Break() { *l = Listing{} }

// Add adds a paragraph of code to the last block if that is code and the paragraph is not set apart. Otherwise it
// returns a block to be added, and true, unless the paragraph has no text.
func (l *Listing) Add(blocks []page.Block, spans []page.Span, apart bool) (page.Block, bool) {
	text := page.Block{Spans: spans}.Text()
	if strings.TrimSpace(text) == "" {
		l.blank++
		return page.Block{}, false
	}
	n := len(blocks) - 1
	goesOn := l.Open && n >= 0 && blocks[n].Kind == page.Code && !apart
	blank := strings.Repeat("\n", l.blank)
	*l = Listing{Open: true}
	if goesOn {
		blocks[n].Spans = append(blocks[n].Spans, page.Span{Text: "\n" + blank + text})
		return page.Block{}, false
	}
	return page.Block{Kind: page.Code, Spans: []page.Span{{Text: text}}}, true
}
