package document

import "quire/internal/convert/page"

// inRow reports whether block i is level with a neighbour in reading order that is in the same type and as short: the
// header cells of a table, or labels of a drawing, side by side. A title has the text that it names below it.
func inRow(blocks []page.Block, i int) bool {
	return (i > 0 && beside(blocks[i-1], blocks[i])) || (i+1 < len(blocks) && beside(blocks[i], blocks[i+1]))
}

// beside reports whether two blocks are short texts in the same type, level with each other.
func beside(a, b page.Block) bool {
	if !isShort(a) || !isShort(b) || halfPoint(a.Font.Size) != halfPoint(b.Font.Size) || a.Font.Bold != b.Font.Bold {
		return false
	}
	overlap := min(a.Box.Y1, b.Box.Y1) - max(a.Box.Y0, b.Box.Y0)
	level := overlap > levelOverlap*min(a.Box.Y1-a.Box.Y0, b.Box.Y1-b.Box.Y0)
	return level && (a.Box.X1 <= b.Box.X0 || b.Box.X1 <= a.Box.X0)
}

// isShort reports whether a block is a short text with a word in it, unlike the numbers beside titles.
func isShort(b page.Block) bool {
	return b.Kind == page.Paragraph && b.Font != nil && len(b.Text()) <= maxBoldHeading && hasWord(b.Text())
}
