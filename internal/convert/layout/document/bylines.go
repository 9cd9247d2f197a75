package document

import (
	"math"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	// bylineShift is the largest distance between the middles of a title and a line centred below it, in ems of the
	// line. In LaTeX titles, whose lines have note marks beside them, it is .4.
	bylineShift = 0.8
	// maxBylines is the maximum number of blocks between a title and a line about its authors.
	maxBylines = 6
	// noteSigns are the signs that refer to notes.
	noteSigns = "*∗†‡§¶"
)

// monthOrDate matches a date and nothing else, with or without the month, the day, the day of the week or the time.
var monthOrDate = pattern.New(`^(?:1[5-9]|20)\d{2}$|^(?:\p{L}{3,}\.?,?\s+)?(?:\p{L}{3,}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:[\d:]{5,8}\s+\p{Lu}{3,4}\s+)?(?:1[5-9]|20)\d{2}|\d{1,2}\.?(?:er)?\s+(?:de\s+)?\p{L}{3,}\.?\s+(?:de\s+)?(?:1[5-9]|20)\d{2})$`)

// isByline reports whether block i is one of the lines centred below a larger title that say what the document is, who
// wrote it, and when. One of these lines must be an address or a date, or refer to a note by a sign. A subtitle above
// that line may be bold; a bold line after it is a title.
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
		below := isBelowTitle(blocks[j], title) && !(dated && blocks[j].Font.Bold)
		switch {
		case !below && j >= i:
			return dated && j > i
		case !below:
			dated = false // beside the title
		case !blocks[j].Font.Bold:
			dated = dated || saysWhoOrWhen(blocks[j])
		}
	}
	return dated
}

// isBelowTitle reports whether a block is a short text centred below a larger title.
func isBelowTitle(b, title page.Block) bool {
	unlike := b.Font == nil || b.Table != nil || len(b.Text()) > maxEdgeText
	if unlike || !largerThan(title, b) || b.Box.Y0 < title.Box.Y0 {
		return false
	}
	return isCentred(b, title)
}

// isCentred reports whether a line has the same middle as another block.
func isCentred(b, other page.Block) bool {
	return math.Abs(b.Box.X0+b.Box.X1-other.Box.X0-other.Box.X1)/2 <= bylineShift*b.Font.Size
}

// saysWhoOrWhen reports whether a line contains an address, is a date, or ends in a note sign, as the names of authors
// often do. A sentence may have a number that looks like that of an address.
func saysWhoOrWhen(b page.Block) bool {
	label := withoutNotes(b)
	return (contact.MatchString(label) && !strings.HasSuffix(label, ".")) || monthOrDate.MatchString(label) || refersBySign(b)
}

// refersBySign reports whether a line ends in the sign of a note.
func refersBySign(b page.Block) bool {
	if len(b.Spans) == 0 {
		return false
	}
	last := b.Spans[len(b.Spans)-1]
	return (last.Sup && strings.Trim(last.Text, noteSigns) == "") || (last.Note != "" && strings.Trim(last.Note, noteSigns) == "")
}
