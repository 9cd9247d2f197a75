package document

import (
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var footnoteLabel = pattern.New(`^(\d{1,3}|[*†‡§¶]{1,3})\s*`)

// MarkFootnotes turns paragraphs low on the page that begin with a label referred to by a superscript into
// footnotes, and links the two, in place. A label without a reference stays text. height is that of the page
// and body the size of its type, both in points.
func MarkFootnotes(blocks []page.Block, height, body float64) {
	references := map[string][]*page.Span{}
	for i := range blocks {
		collectReferences(&blocks[i], references)
	}
	for i := range blocks {
		b := &blocks[i]
		if b.Font == nil || b.Table != nil || len(b.Spans) == 0 {
			continue
		}
		if b.Font.Size > footnoteSize*body || b.Box.Y0 < footnoteTop*height {
			continue
		}
		label := footnoteLabel.FindString(b.Spans[0].Text)
		key := strings.TrimSpace(label)
		if key == "" || len(references[key]) == 0 || label == b.Text() {
			continue
		}
		for _, s := range references[key] {
			if s != &b.Spans[0] {
				s.Note, s.Text, s.Sup = key, "", false
			}
		}
		references[key] = references[key][:1] // all are linked now; one is kept to show that the label is in use
		b.Kind, b.Marker = page.Footnote, key
		if b.Spans[0].Text = strings.TrimPrefix(b.Spans[0].Text, label); b.Spans[0].Text == "" {
			b.Spans = b.Spans[1:]
		}
	}
}

// collectReferences adds the superscripts of a block that could refer to footnotes. At the start of a block
// they are labels instead.
func collectReferences(b *page.Block, out map[string][]*page.Span) {
	if b.Table != nil {
		return
	}
	for k := range b.Spans {
		s := &b.Spans[k]
		text := strings.TrimSpace(s.Text)
		isLabel := text != "" && len(text) <= maxReference && footnoteLabel.FindString(text) == text
		if k > 0 && s.Sup && isLabel {
			passSpace(b.Spans[k:])
			out[text] = append(out[text], s)
		}
	}
}

// passSpace moves the space at the end of a reference to the text that follows, because the reference loses its own
// text.
func passSpace(spans []page.Span) {
	bare := strings.TrimRight(spans[0].Text, " ")
	if bare == spans[0].Text || len(spans) == 1 {
		return
	}
	spans[0].Text = bare
	spans[1].Text = " " + strings.TrimLeft(spans[1].Text, " ")
}
