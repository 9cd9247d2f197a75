package document

import (
	"math"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var (
	// sectionTitle matches the title of a section: its number or letter, followed by a capital.
	sectionTitle = pattern.New(`^(?:(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,3}\.?|\d{1,2}\.?|[A-Z]\.|[IVX]{1,5}\.(?:\d{1,2})?)\s+\p{Lu}`)
	// dateLine matches a date, which begins like such a title.
	dateLine = pattern.New(`^\d{1,2}\.?\s+\p{L}+\s+\d{4}\b`)
)

// isNumbered reports whether block i is a section title that only its number distinguishes from text: a short line
// right above a paragraph, and not below a list item unless it is in italics or capitals.
func isNumbered(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := furnitureText(&b)
	named := len(title) <= maxNumbered && sectionTitle.MatchString(title) && !dateLine.MatchString(title)
	if !named || strings.ContainsAny(title[len(title)-1:], ".,;:") || b.Box.Y1-b.Box.Y0 > furnitureHeight*b.Font.Size || raised(b) {
		return false
	}
	plain := !allItalic(b) && !isCapitals(title)
	if i > 0 && plain && blocks[i-1].Kind == page.ListItem {
		return false
	}
	if i > 0 && blocks[i-1].Kind == page.Paragraph && sectionTitle.MatchString(blocks[i-1].Text()) {
		return false
	}
	return i+1 < len(blocks) && names(b, blocks[i+1])
}

// raised reports whether a block begins with a superscript, like a note or an affiliation.
func raised(b page.Block) bool { return len(b.Spans) > 0 && b.Spans[0].Sup }

// names reports whether a title is right above a paragraph of running text, which is wider.
func names(title, next page.Block) bool {
	if next.Kind != page.Paragraph || next.Font == nil || len(next.Text()) < leastBelow || !startsLikeHeading(next.Text()) || sectionTitle.MatchString(next.Text()) {
		return false
	}
	if next.Box.X1-next.Box.X0 < title.Box.X1-title.Box.X0 {
		return false
	}
	size, gap := title.Font.Size, next.Box.Y0-title.Box.Y1
	level := math.Abs(next.Box.X0-title.Box.X0) < slantedIndent*size
	centred := math.Abs(next.Box.X0+next.Box.X1-title.Box.X0-title.Box.X1)/2 < bylineShift*size
	return gap > -slantedOverlap*size && gap < numberedGap*size && (level || centred)
}

// isCapitals reports whether a text has letters and none of them is lowercase.
func isCapitals(text string) bool {
	return strings.ToUpper(text) == text && strings.ToLower(text) != text
}
