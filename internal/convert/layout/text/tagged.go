package text

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// TagOf returns the tag that all words of lines share, the zero Tag when they differ. It needs at least one word.
func TagOf(lines ...Line) ink.Tag {
	tag := lines[0].Words[0].Tag
	for _, l := range lines {
		for _, w := range l.Words {
			if w.Tag != tag {
				return ink.Tag{}
			}
		}
	}
	return tag
}

// applyTag makes a heading of a block that is tagged as one, and reports whether it did. Other tagged text is only
// marked: whether to trust that it is no heading shows in the whole document, where headings have to be tagged too.
func applyTag(b *page.Block, lines []Line) (heading bool) {
	tag := TagOf(lines...)
	b.Tagged = tag.Element > 0
	if tag.Heading == 0 {
		return false
	}
	b.Kind, b.Level, b.Spans = page.Heading, tag.Heading, Spans(lines)
	return true
}
