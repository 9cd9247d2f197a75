package document

import (
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// partLabel matches what a part of a book calls itself, and its number, letter, or the name of its number, as classes of LaTeX
// write it.
var partLabel = pattern.New(`^(?i:chapter|appendix|part|chapitre|annexe|partie|kapitel|anhang|teil|capítulo|apéndice|parte|capitolo|appendice|capítol|apèndix|hoofdstuk|bijlage|deel|rozdział|kapitola|dodatek|глава|часть|приложение)\s+(?:\d{1,3}|[A-Z]|[IVXLC]{1,7}|(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?))[.:]?$`)

// JoinLabels joins what a part of a book calls itself with its number below, such as "CHAPTER" with "SEVEN", and returns the blocks
// that are left. The title of the part stays a block of its own.
func JoinLabels(blocks []page.Block, body float64) []page.Block {
	out := blocks[:0]
	for _, b := range blocks {
		if n := len(out); n > 0 && labelsPart(out[n-1], b, body) {
			label := out[n-1]
			b.Spans = append(append(label.Spans, page.Span{Text: " ", Bold: b.Font.Bold}), b.Spans...)
			b.Box = ink.Union(label.Box, b.Box)
			out[n-1] = b
			continue
		}
		out = append(out, b)
	}
	return out
}

// labelsPart reports whether a block is the word for a part of a book and b its number.
func labelsPart(label, b page.Block, body float64) bool {
	if !isTitle(label, body) || !isTitle(b, body) || b.Font.Size < sameSize*label.Font.Size {
		return false
	}
	gap := b.Box.Y0 - label.Box.Y1
	below := gap > -slantedOverlap*b.Font.Size && gap < partGap*b.Font.Size
	return below && partLabel.MatchString(strings.TrimSpace(label.Text())+" "+strings.TrimSpace(b.Text()))
}

// isTitle reports whether a block that no tag decides about is as short as a title, and large or bold.
func isTitle(b page.Block, body float64) bool {
	untagged := (b.Kind == page.Paragraph || b.Kind == page.Heading) && !b.Tagged && b.Font != nil
	if !untagged || len(b.Text()) > maxBoldHeading {
		return false
	}
	return b.Font.Size >= HeadingSize*body || (b.Font.Bold && b.Font.Size >= leastSize*body)
}

// namesTitle reports whether block i, such as "Chapter 7", stands above the title of that part in larger type. It is of the
// same level then: it would belong to the part before it.
func namesTitle(blocks []page.Block, i int) bool {
	if i+1 == len(blocks) || !partLabel.MatchString(strings.TrimSpace(blocks[i].Text())) {
		return false
	}
	label, title := blocks[i], blocks[i+1]
	if title.Kind != page.Paragraph || !couldHead(title) || title.Font.Size < label.Font.Size {
		return false
	}
	return title.Box.Y0-label.Box.Y1 < partGap*title.Font.Size && title.Box.Y0 > label.Box.Y0
}
