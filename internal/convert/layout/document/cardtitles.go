package document

import (
	"math"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// cardTitles returns the indices of the titles of cards, boxes, and columns on a slide: at least two lines in bold type of one
// size, each right above text that is no larger and not in bold. The usual type of other slides says nothing about them.
func cardTitles(p *page.Page) map[int]bool {
	if p.Width <= p.Height {
		return nil
	}
	bySize, out := map[float64][]int{}, map[int]bool{}
	for i := range p.Blocks {
		if titlesCard(p.Blocks, i) {
			size := halfPoint(p.Blocks[i].Font.Size)
			bySize[size] = append(bySize[size], i)
		}
	}
	for _, titles := range bySize {
		for _, i := range titles {
			out[i] = len(titles) > 1
		}
	}
	return out
}

// titlesCard reports whether block i is a line in bold right above text at its left edge or centred below it.
func titlesCard(blocks []page.Block, i int) bool {
	b := blocks[i]
	if i+1 == len(blocks) || !couldHead(b) || !b.Font.Bold || b.Kind != page.Paragraph || !isOneLine(b) {
		return false
	}
	title, next := withoutNotes(b), blocks[i+1]
	if !startsLikeHeading(title) || endsSentence(title) || strings.HasSuffix(title, ":") || len(title) > maxSmallTitle {
		return false
	}
	if (next.Kind != page.Paragraph && next.Kind != page.ListItem) || next.Font == nil || next.Font.Bold {
		return false
	}
	size := b.Font.Size
	if next.Font.Size > HeadingSize*size || len(next.Text()) <= len(title) {
		return false
	}
	below := next.Box.Y0 - b.Box.Y1
	near := below > -slantedOverlap*size && below < cardGap*size
	indent := next.Box.X0 - b.Box.X0
	return near && ((indent > -text.FirstIndent*size && indent < cardIndent*size) || isCentred(b, next))
}

// isSentence reports whether a block of a slide is a sentence below text in larger type, or a quotation, rather than a
// heading. above is the largest type above it.
func isSentence(p *page.Page, b *page.Block, above float64) bool {
	if p.Width <= p.Height || b.Font == nil {
		return false
	}
	words := withoutNotes(*b)
	if strings.HasPrefix(words, "“") && strings.HasSuffix(words, ".”") {
		return true
	}
	sentence := !b.Font.Bold && strings.HasSuffix(words, ".") && len(strings.Fields(words)) >= text.ProseLine
	return sentence && math.Round(above) > math.Round(b.Font.Size)
}
