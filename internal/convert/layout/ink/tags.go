package ink

import (
	"unicode"
)

// Tag is what a document's structure tree says about a piece of text.
type Tag struct {
	// Element numbers the elements of a page from 1; 0 marks text outside all elements.
	Element int
	// Heading is the level of a heading, 0 for other text.
	Heading int
}

// CheckTags derives the tags of a page's text from its structure tree. It drops the tree if it does not fit the
// page, and strips the level from headings that are too long to be headings.
func CheckTags(in *Input) {
	if in.Structure == nil || len(in.Words) > 0 { // the tree does not know what OCR read
		in.Structure = nil
		return
	}
	tags := map[int]Tag{}
	collectTags(in.Structure, Tag{}, new(int), tags)
	all, tagged, headings := 0, 0, 0
	lengths := map[int]int{}
	for _, g := range in.Glyphs {
		tag, ok := tags[g.Content]
		if unicode.IsSpace(g.Rune) || (!ok && atEdge(in, g)) {
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
	manyHeadings := float64(headings) > headingShare*float64(all) && all > MaxHeading
	if float64(tagged) < taggedShare*float64(all) || manyHeadings {
		in.Structure = nil
		return
	}
	for id, tag := range tags {
		if lengths[tag.Element] > MaxHeading {
			tags[id] = Tag{Element: tag.Element}
		}
	}
	in.tags = tags
}

// atEdge reports whether a glyph is where running heads are found, which structure trees leave out.
func atEdge(in *Input, g Glyph) bool {
	return g.Y < EdgeBand*in.Height || g.Y > (1-EdgeBand)*in.Height
}

// collectTags records, for all marked content below e, the tag of the text that it belongs to.
func collectTags(e *Element, around Tag, elements *int, out map[int]Tag) {
	*elements++
	if *elements > 1 && (around.Element == 0 || (!e.Inline() && around.Heading == 0)) {
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

// Tag returns the tag of marked content by its id, or the zero Tag for text outside the tree. CheckTags must be
// called first.
func (in *Input) Tag(content int) Tag { return in.tags[content] }
