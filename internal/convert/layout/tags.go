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

// checkTags reads the tags of a page's text out of its structure tree, and drops both when the tree cannot be believed.
// Headings too long to be some lose their rank.
func checkTags(in *Input) {
	if in.Structure == nil || len(in.Words) > 0 { // the tree says nothing of what OCR read
		in.Structure = nil
		return
	}
	tags := map[int]Tag{}
	collectTags(in.Structure, Tag{}, new(int), tags)
	all, tagged, headings := 0, 0, 0
	lengths := map[int]int{}
	for _, g := range in.Glyphs {
		tag, ok := tags[g.Content]
		if unicode.IsSpace(g.Rune) || !ok && atEdge(in, g) {
			continue
		}
		all++
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
		in.Structure = nil
		return
	}
	for id, tag := range tags {
		if lengths[tag.Element] > maxHeading {
			tags[id] = Tag{Element: tag.Element}
		}
	}
	in.tags = tags
}

// atEdge reports a place where running heads stand: trees leave them out.
func atEdge(in *Input, g Glyph) bool {
	return g.Y < edgeBand*in.Height || g.Y > (1-edgeBand)*in.Height
}

// collectTags gives marked content the tag of the text that it is part of.
func collectTags(e *Element, around Tag, elements *int, out map[int]Tag) {
	*elements++
	if *elements > 1 && (around.Element == 0 || !e.inline() && around.Heading == 0) {
		around = Tag{Element: *elements, Heading: e.Level}
	}
	for _, k := range e.Kids {
		if k.Element != nil {
			collectTags(k.Element, around, elements, out)
		} else {
			out[k.Content] = around
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
