package document

import (
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// partLabel matches the label of a part of a book, such as "Chapter", with its number, letter, or number in words, as
// LaTeX classes write it.
var partLabel = pattern.New(`^(?i:chapter|appendix|part|chapitre|annexe|partie|kapitel|anhang|teil|capítulo|apéndice|parte|capitolo|appendice|capítol|apèndix|hoofdstuk|bijlage|deel|rozdział|kapitola|dodatek|глава|часть|приложение)\s+(?:\d{1,3}|[A-Z]|[IVXLC]{1,7}|(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?))[.:]?$`)

// ownNumber matches the beginning of a title that has a number of its own, as the items of a report have.
var ownNumber = pattern.New(`^(?i:(?:item|article|section|note|rule|schedule)\s+)?[\dIVX]+(?:[.:\s]|$)`)

// JoinLabels joins the label of a part of a book with the number below it, such as "CHAPTER" with "SEVEN", and both
// with the title below them. It returns the remaining blocks.
func JoinLabels(blocks []page.Block, body float64) []page.Block {
	out := blocks[:0]
	for _, b := range blocks {
		if n := len(out); n > 0 && labels(out[n-1], b, body) {
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

// labels reports whether the label of a part of a book continues in b, which is below it and no smaller. If the label
// is in the type of the text, it must be centred above the title.
func labels(label, b page.Block, body float64) bool {
	if !isUntagged(label) || !isTitle(b, body) || b.Font.Size < sameSize*label.Font.Size {
		return false
	}
	gap := b.Box.Y0 - label.Box.Y1
	if gap <= -slantedOverlap*b.Font.Size || gap >= partGap*b.Font.Size {
		return false
	}
	word, text := strings.TrimSpace(label.Text()), strings.TrimSpace(b.Text())
	if !isTitle(label, body) {
		return isCentred(b, label) && entitles(word, text)
	}
	return labelsPart(word, text) || entitles(word, text)
}

// isUntagged reports whether no tag says what kind of text a block is.
func isUntagged(b page.Block) bool {
	return (b.Kind == page.Paragraph || b.Kind == page.Heading) && !b.Tagged && b.Font != nil
}

// labelsPart reports whether a text is the word for a part of a book, and the other one its number.
func labelsPart(word, number string) bool { return partLabel.MatchString(word + " " + number) }

// entitles reports whether a text is the title of the part with this label. "Item 1" below "Part I" is not.
func entitles(label, title string) bool {
	return partLabel.MatchString(label) && !ownNumber.MatchString(title) && !partLabel.MatchString(title)
}

// isTitle reports whether an untagged block is as short as a title, and large or bold.
func isTitle(b page.Block, body float64) bool {
	if !isUntagged(b) || len(b.Text()) > maxBoldHeading {
		return false
	}
	return b.Font.Size >= HeadingSize*body || (b.Font.Bold && b.Font.Size >= leastSize*body)
}
