package layout

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// tagOf is the tag that all words of lines share, else the zero Tag.
func tagOf(lines ...line) ink.Tag {
	tag := lines[0].words[0].tag
	for _, l := range lines {
		for _, w := range l.words {
			if w.tag != tag {
				return ink.Tag{}
			}
		}
	}
	return tag
}

// applyTag makes a block what its tag says. What is no heading is only marked: whether that can be believed shows in
// the whole document, where headings have to be tagged too.
func applyTag(b *page.Block, lines []line) (heading bool) {
	tag := tagOf(lines...)
	b.Tagged = tag.Element > 0
	if tag.Heading == 0 {
		return false
	}
	b.Kind, b.Level, b.Spans = page.Heading, tag.Heading, spans(lines)
	return true
}
