package document

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// JoinTitles joins the lines of titles that are separate blocks, for example where a column begins beside the second
// line. It returns the remaining blocks, in the array of blocks. body is the size of the body type, in points.
func JoinTitles(blocks []page.Block, body float64) []page.Block {
	out := blocks[:0]
	for _, b := range blocks {
		if n := len(out); n > 0 && titleGoesOn(out[n-1], b, body) {
			last := &out[n-1]
			last.Spans = append(append(last.Spans, page.Span{Text: " ", Bold: b.Font.Bold}), b.Spans...)
			last.Box = ink.Union(last.Box, b.Box)
			continue
		}
		out = append(out, b)
	}
	return out
}

// titleGoesOn reports whether b is the next line of a title: in the same type, larger than the body's or bold,
// beginning with a lowercase letter, and one line below.
func titleGoesOn(title, b page.Block, body float64) bool {
	if title.Kind != page.Paragraph || title.Tagged || b.Tagged || !text.Continues(title, b) {
		return false
	}
	size := b.Font.Size
	large := size >= HeadingSize*body || b.Font.Bold
	if !large || len(title.Text())+len(b.Text()) > maxBoldHeading {
		return false
	}
	gap, left := b.Box.Y0-title.Box.Y1, math.Abs(b.Box.X0-title.Box.X0)
	middle := math.Abs(b.Box.X0+b.Box.X1-title.Box.X0-title.Box.X1) / 2
	return gap > -slantedOverlap*size && gap < titleLeading*size && min(left, middle) < titleLeading*size
}
