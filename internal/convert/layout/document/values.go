package document

import (
	"math"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// isValue reports whether block i is what someone has filled in below a label in small type, and names no text that follows.
func (s *Survey) isValue(blocks []page.Block, i int) bool {
	if i == 0 || blocks[i-1].Kind != page.Paragraph || blocks[i-1].Font == nil {
		return false
	}
	label, b := blocks[i-1], blocks[i]
	small := label.Font.Size <= labelSize*min(s.body, b.Font.Size) && label.Box.Y1-label.Box.Y0 < furnitureHeight*label.Font.Size
	gap := b.Box.Y0 - label.Box.Y1
	below := gap > -slantedOverlap*b.Font.Size && gap < slantedGap*b.Font.Size && math.Abs(b.Box.X0-label.Box.X0) <= text.FirstIndent*b.Font.Size
	if !small || !below {
		return false
	}
	if i+1 == len(blocks) {
		return true
	}
	next := blocks[i+1]
	return next.Box.Y0-b.Box.Y1 > numberedGap*b.Font.Size || next.Table != nil || len(next.Text()) < leastBelow
}
