package layout

import (
	"unicode"

	"quire/internal/convert/page"
)

// Tag is what a document's structure tree says of a piece of text.
type Tag struct {
	// Element numbers the elements of a page from 1; 0 is text that is in none.
	Element int
	// Heading is the level of a heading, 0 for other text.
	Heading int
}

const (
	// A structure tree is believed when it holds this share of the page's characters and calls no more than that share
	// headings: many trees are left over from templates, or call all text the same.
	taggedShare  = .9
	headingShare = .4
)

// checkTags drops the tags of a page whose structure tree cannot be believed, and the headings too long to be some.
func checkTags(in *Input) {
	if len(in.Tags) == 0 {
		return
	}
	all, tagged, headings := 0, 0, 0
	lengths := map[int]int{}
	for _, g := range in.Glyphs {
		if unicode.IsSpace(g.Rune) {
			continue
		}
		all++
		tag, ok := in.Tags[g.Content]
		if !ok {
			continue
		}
		tagged++
		if tag.Heading > 0 {
			headings++
			lengths[tag.Element]++
		}
	}
	if float64(tagged) < taggedShare*float64(all) || float64(headings) > headingShare*float64(all) && all > maxHeading {
		in.Tags = nil
		return
	}
	for id, tag := range in.Tags {
		if lengths[tag.Element] > maxHeading {
			in.Tags[id] = Tag{Element: tag.Element}
		}
	}
}

// tagOf is the tag that all words of lines share, else the zero Tag.
func tagOf(lines ...line) Tag {
	tag := lines[0].words[0].tag
	for _, l := range lines {
		for _, w := range l.words {
			if w.tag != tag {
				return Tag{}
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
