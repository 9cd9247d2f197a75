package document

import (
	"math"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// isTerm reports whether block i is one of several terms at the same edge, each above a single paragraph that explains it and is indented. The
// text of a section is neither.
func isTerm(blocks []page.Block, i int) bool {
	if !explained(blocks, i) {
		return false
	}
	isAnother := func(k int) bool {
		return explained(blocks, k) && math.Abs(blocks[k].Box.X0-blocks[i].Box.X0) < text.FirstIndent*blocks[i].Font.Size
	}
	n := 1
	for k := i - 2; k >= 0 && n < leastTerms && isAnother(k); k -= 2 {
		n++
	}
	for k := i + 2; n < leastTerms && isAnother(k); k += 2 {
		n++
	}
	return n >= leastTerms
}

// explained reports whether block i is a line right above an indented paragraph in type of the same size. Capitals
// alone are the titles of a manual, whose text is indented as well.
func explained(blocks []page.Block, i int) bool {
	if i+1 >= len(blocks) {
		return false
	}
	b, next := blocks[i], blocks[i+1]
	if b.Kind != page.Paragraph || next.Kind != page.Paragraph || b.Font == nil || next.Font == nil {
		return false
	}
	size, gap := next.Font.Size, next.Box.Y0-b.Box.Y1
	line := b.Font.Size < HeadingSize*size && b.Box.Y1-b.Box.Y0 < furnitureHeight*b.Font.Size
	below := gap > -slantedOverlap*size && gap < slantedGap*size && next.Box.X0-b.Box.X0 >= text.FirstIndent*size
	return line && below && strings.ToUpper(b.Text()) != b.Text()
}
