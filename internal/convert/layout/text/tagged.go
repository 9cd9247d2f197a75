package text

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// TagOf is the tag that all words of lines share, else the zero Tag.
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

// applyTag makes a block what its tag says. What is no heading is only marked: whether that can be believed shows in
// the whole document, where headings have to be tagged too.
func applyTag(b *page.Block, lines []Line) (heading bool) {
	tag := TagOf(lines...)
	b.Tagged = tag.Element > 0
	if tag.Heading == 0 {
		return false
	}
	b.Kind, b.Level, b.Spans = page.Heading, tag.Heading, Spans(lines)
	return true
}
