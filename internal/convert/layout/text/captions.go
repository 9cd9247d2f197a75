package text

import (
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// caption matches a caption: a label with a number, then a separator or a title. "Table 3 shows" is a sentence.
var caption = pattern.New(`^(?i:tables?|figures?|fig\.|exhibit|chart|diagram|graph|box|tab\.|abb\.|tabelle|abbildung|tableau|tabla)\s*[A-Z]{0,3}[\d.\-]*\d[a-z]?\s*(?:[.:|–—]|$|\p{Lu})`)

// CaptionStart matches the beginning of a caption of a table or figure: its label and number, which may contain letters
// (ES-1, IV). It also matches a sentence that begins with such a reference; MarkCaptions looks closer.
var CaptionStart = pattern.New(`^(?i:tables?|figures?|fig\.|exhibit|chart|diagram|graph|box|tab\.|abb\.|tabelle|abbildung|tableau|tabla)(?:\s*\d+|\s+(?:[A-Z]{1,3}[.-]?\d+|[IVX]+\b))`)

// captionLetters are the first two letters of caption labels.
const captionLetters = "ta fi ex ch di gr bo ab"

// BeginsCaption reports whether the row begins like a caption. For most rows the first two letters decide.
func (r Row) BeginsCaption() bool {
	first := r.Runs[0]
	begins := first.Words[0].Text
	if len(begins) > 1 && !strings.Contains(captionLetters, strings.ToLower(begins[:2])) && runsLeft(first.Words) == first.Words[0].Mirrored {
		return false
	}
	return CaptionStart.MatchString(r.Text())
}

// MarkCaptions turns paragraphs that read like captions into captions, in place. A style that covers a whole
// caption is not emphasis and is cleared.
func MarkCaptions(blocks []page.Block) {
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != page.Paragraph || b.Continues {
			continue
		}
		if text := b.Text(); len(text) <= maxCaption && caption.MatchString(strings.TrimSpace(text)) {
			b.Kind = page.Caption
			ClearEmphasis(b.Spans)
		}
	}
}

// ClearEmphasis clears bold and italic if all spans share it, because it then distinguishes nothing.
// Superscripts and subscripts do not count.
func ClearEmphasis(spans []page.Span) {
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
