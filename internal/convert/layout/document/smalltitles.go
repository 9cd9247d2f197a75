package document

import (
	"math"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// isSmallTitle reports whether block i is a bold title in smaller type than the text, as browsers and manuals set
// titles of the deepest levels: a line by itself, closer to the text below than to the text above. Labels of tables and
// drawings are as small, but have no body text below them at the same left edge.
func (s *Survey) isSmallTitle(blocks []page.Block, i int) bool {
	b := blocks[i]
	if !b.Font.Bold || b.Font.Size < smallSize*s.body {
		return false
	}
	if isTitleOfSmallText(blocks, i) {
		return true
	}
	if !s.headsText(blocks, i) {
		return false
	}
	above, below := b.Box.Y0-blocks[i-1].Box.Y1, blocks[i+1].Box.Y0-b.Box.Y1
	return above > smallAbove*below || sectionTitle.MatchString(withoutNotes(b))
}

// isTitleOfSmallText reports whether block i is a centred line close above a paragraph in type as small as its own,
// like the title of an abstract.
func isTitleOfSmallText(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := withoutNotes(b)
	if b.Kind != page.Paragraph || raised(b) || !isOneLine(b) || i+1 == len(blocks) {
		return false
	}
	if !startsLikeHeading(title) || len(title) > maxSmallTitle || endsSentence(title) || strings.HasSuffix(title, ":") {
		return false
	}
	next := blocks[i+1]
	if next.Kind != page.Paragraph || next.Font == nil || next.Font.Bold || len(next.Text()) < leastBelow {
		return false
	}
	below := next.Box.Y0 - b.Box.Y1
	near := below > 0 && below < numberedGap*b.Font.Size
	same := halfPoint(next.Font.Size) == halfPoint(b.Font.Size)
	wide := next.Box.X1-next.Box.X0 > titleOfText*(b.Box.X1-b.Box.X0)
	return near && same && wide && isCentred(b, next)
}

// isTintedTitle reports whether block i is a title in a colour of its own, as word processors set titles of lower
// levels. A line above a listing is a caption, not a title.
func (s *Survey) isTintedTitle(blocks []page.Block, i int) bool {
	if blocks[i].Font.Size < leastSize*s.body || !s.headsText(blocks, i) {
		return false
	}
	below := blocks[i+1]
	return below.Kind != page.Code && s.tinted(blocks[i].Font, below.Font)
}

// isSlantedTitle reports whether block i is the title of a list: a line by itself in italics and in larger type than the
// text, right above the list.
func (s *Survey) isSlantedTitle(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := withoutNotes(b)
	if b.Kind != page.Paragraph || b.Font.Size < tierSize*s.body || !isOneLine(b) || !allItalic(b) || i+1 == len(blocks) {
		return false
	}
	if !startsLikeHeading(title) || endsSentence(title) || strings.HasSuffix(title, ":") {
		return false
	}
	next, size := blocks[i+1], b.Font.Size
	below := next.Box.Y0 - b.Box.Y1
	item := next.Kind == page.ListItem && next.Font != nil && next.Font.Size*tierSize <= size && !allItalic(next)
	return item && below > -slantedOverlap*size && below < slantedGap*size && math.Abs(next.Box.X0-b.Box.X0) < slantedIndent*size
}

// isSmallCapsTitle reports whether block i is a title in small capitals, as mathematics journals set them: a centred
// line close above a text in other type that is at least as wide.
func (s *Survey) isSmallCapsTitle(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := withoutNotes(b)
	if !b.Font.SmallCaps || !isOneLine(b) || i+1 == len(blocks) || !startsLikeHeading(title) || endsSentence(title) {
		return false
	}
	next := blocks[i+1]
	text := next.Font != nil && !next.Font.SmallCaps && (next.Kind == page.Paragraph || next.Kind == page.ListItem)
	below := next.Box.Y0 - b.Box.Y1
	return text && len(next.Text()) >= smallBelow && below > 0 && below < numberedGap*b.Font.Size && isCentred(b, next) && next.Box.X1-next.Box.X0 > b.Box.X1-b.Box.X0
}

// headsText reports whether block i is a line by itself, worded like a title, close above body text at the same left
// edge.
func (s *Survey) headsText(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := withoutNotes(b)
	line := b.Kind == page.Paragraph && !raised(b) && isOneLine(b)
	if !line || i == 0 || i+1 == len(blocks) {
		return false
	}
	if !startsLikeHeading(title) || endsSentence(title) || strings.HasSuffix(title, ":") || len(title) > maxBoldHeading {
		return false
	}
	below := blocks[i+1].Box.Y0 - b.Box.Y1
	near := below > -slantedOverlap*b.Font.Size && below < numberedGap*b.Font.Size
	return near && math.Abs(blocks[i+1].Box.X0-b.Box.X0) < text.FirstIndent*b.Font.Size && s.isBody(blocks[i+1])
}

// isBody reports whether a block is body text at least as long as a line, or a listing.
func (s *Survey) isBody(b page.Block) bool {
	if b.Kind == page.Code {
		return true
	}
	return b.Kind == page.Paragraph && b.Font != nil && !b.Font.Bold && b.Font.Size >= bodySize*s.body && len(b.Text()) >= smallBelow
}
