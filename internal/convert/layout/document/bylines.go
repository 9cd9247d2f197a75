package document

import (
	"math"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	// bylineShift is the largest distance of the middles of a title and a line that is centred below it, in ems of the line.
	// The lines of LaTeX's titles, which have marks of notes beside them, are .4 apart.
	bylineShift = 0.8
	// maxBylines is the most blocks between a title and a line about its authors.
	maxBylines = 6
)

// monthOrDate matches a date and nothing else, with or without the day, the day of the week or the time.
var monthOrDate = pattern.New(`^(?:\p{L}{3,}\.?,?\s+)?(?:\p{L}{3,}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:[\d:]{5,8}\s+\p{Lu}{3,4}\s+)?(?:1[5-9]|20)\d{2}|\d{1,2}\.?(?:er)?\s+(?:de\s+)?\p{L}{3,}\.?\s+(?:de\s+)?(?:1[5-9]|20)\d{2})$`)

// isByline reports whether block i is one of the lines centred below a larger title that say who wrote the document and when:
// one of them is an address or a date, and none is bold.
func isByline(blocks []page.Block, i int) bool {
	first := i
	for first > 0 && i-first < maxBylines && !largerThan(blocks[first-1], blocks[i]) {
		first--
	}
	if first == 0 || !largerThan(blocks[first-1], blocks[i]) {
		return false
	}
	title, dated := blocks[first-1], false
	for j := first; j < min(len(blocks), i+maxBylines); j++ {
		switch below := isBelowTitle(blocks[j], title); {
		case !below && j >= i:
			return dated && j > i
		case !below:
			dated = false // a subtitle of several lines, or what is beside the title
			continue
		}
		label := withoutNotes(blocks[j])
		dated = dated || contact.MatchString(label) || monthOrDate.MatchString(label)
	}
	return dated
}

// isBelowTitle reports whether a block is centred below a larger title in type that is not bold.
func isBelowTitle(b, title page.Block) bool {
	unlike := b.Font == nil || b.Font.Bold || b.Table != nil || len(b.Text()) > maxEdgeText
	if unlike || !largerThan(title, b) || b.Box.Y0 < title.Box.Y0 {
		return false
	}
	shift := math.Abs(b.Box.X0+b.Box.X1-title.Box.X0-title.Box.X1) / 2
	return shift <= bylineShift*b.Font.Size
}
