package text

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// TagOf returns the tag shared by all words of lines, or the zero Tag if they differ. It needs at least one
// word.
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

// applyTag turns a block that is tagged as a heading into one, and reports whether it did. Other tagged text is
// only marked: whether it can be trusted not to be a heading depends on the whole document, where headings must
// be tagged too.
func applyTag(b *page.Block, lines []Line) (heading bool) {
	tag := TagOf(lines...)
	b.Tagged = tag.Element > 0
	if tag.Heading == 0 {
		return false
	}
	b.Kind, b.Level, b.Spans = page.Heading, tag.Heading, Spans(lines)
	return true
}
