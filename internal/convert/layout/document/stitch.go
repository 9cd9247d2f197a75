package document

import (
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// StitchColumns marks the paragraphs at the top of a column that continue the sentence at the bottom of the
// previous one, in place. firsts holds the indices of the blocks that begin a region.
func StitchColumns(blocks []page.Block, firsts map[int]bool) {
	for i := range blocks {
		if !firsts[i] || blocks[i].Kind != page.Paragraph {
			continue
		}
		k := i - 1
		for k >= 0 && (blocks[k].Kind == page.TableKind || blocks[k].Kind == page.Picture) {
			k--
		}
		if k >= 0 && text.Continues(blocks[k], blocks[i]) && !(k == 0 && headsPage(blocks[0], blocks[i])) {
			blocks[i].Continues = true
		}
	}
}

// headsPage reports whether the first block of a page is a single line above the next one, as a running head is.
func headsPage(first, next page.Block) bool {
	return first.Box.Y1 <= next.Box.Y0 && isOneLine(first)
}
