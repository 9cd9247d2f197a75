package text

import (
	"regexp"
	"strings"

	"quire/internal/convert/page"
)

// caption is how a caption reads: a label with a number, then a separator or a title; "Table 3 shows" is a
// sentence.
var caption = regexp.MustCompile(`^(?i:tables?|figures?|fig\.|exhibit|chart|diagram|graph|box|tab\.|abb\.|tabelle|abbildung|tableau|tabla)\s*[A-Z]?[\d.\-]*\d[a-z]?\s*(?:[.:|–—]|$|\p{Lu})`)

// maxCaption is the length of the longest caption, in bytes.
const maxCaption = 600

// MarkCaptions turns paragraphs that are captions into such. The type that sets a whole caption apart is not
// emphasis.
func MarkCaptions(blocks []page.Block) {
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != page.Paragraph || b.Continues {
			continue
		}
		if text := b.Text(); len(text) <= maxCaption && caption.MatchString(strings.TrimSpace(text)) {
			b.Kind = page.Caption
			Plain(b.Spans)
		}
	}
}

// Plain takes off the emphasis that all spans share.
func Plain(spans []page.Span) {
	bold, italic := true, true
	for _, s := range spans {
		if strings.TrimSpace(s.Text) != "" && !s.Sup && !s.Sub {
			bold, italic = bold && s.Bold, italic && s.Italic
		}
	}
	for i := range spans {
		spans[i].Bold = spans[i].Bold && !bold
		spans[i].Italic = spans[i].Italic && !italic
	}
}
