package document

import (
	"math"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// letteredTitle matches the title of a section with a Roman number, or of a subsection with a letter.
var letteredTitle = pattern.New(`^([IVX]{1,5}|[A-Z])\.\s+\p{Lu}`)

// lettered is the position in a count of sections with Roman numbers and subsections with letters, as engineering and
// physics journals number them.
type lettered struct{ roman, letter int }

// next returns the position at a number, and whether that number continues the count. A few titles may be missing,
// because they were not recognised.
func (l lettered) next(number string) (lettered, bool) {
	if n := romanValue(number); n > l.roman && n <= l.roman+mostLeftOut {
		return lettered{roman: n}, true
	}
	n := int(number[0]-'A') + 1
	return lettered{l.roman, n}, len(number) == 1 && l.roman > 0 && n > l.letter && n <= l.letter+mostLeftOut
}

// below returns how many levels a title is below the level of its type: 1 if it has the letter of the last subsection.
func (l lettered) below(title string) int {
	if l.letter > 0 && strings.HasPrefix(title, string(rune('A'+l.letter-1))+".") {
		return 1
	}
	return 0
}

// romanValue returns the value of a Roman number up to 39.
func romanValue(number string) int {
	digits := map[byte]int{'I': 1, 'V': 5, 'X': 10}
	sum := 0
	for i := range len(number) {
		value := digits[number[i]]
		if i+1 < len(number) && value < digits[number[i+1]] {
			value = -value
		}
		sum += value
	}
	return sum
}

// isLetteredTitle reports whether block i is the title of the next section that has a Roman number or a letter: a line
// in capitals, bold type or italics, in the middle of its column, or above a paragraph at its left edge that is in
// other type. It records the section's number, from which the next one continues.
func (s *Survey) isLetteredTitle(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := furnitureText(&b)
	m := letteredTitle.FindStringSubmatch(title)
	if m == nil || len(title) > maxNumbered || !isOneLine(b) || i+1 == len(blocks) {
		return false
	}
	count, goesOn := s.lettered.next(m[1])
	next := blocks[i+1]
	below := next.Box.Y0 - b.Box.Y1
	near := below > -slantedOverlap*b.Font.Size && below < letteredGap*b.Font.Size
	placed := inMiddle(blocks, i) || headsPlain(b, next)
	if !goesOn || !near || !placed || !isDressed(b, title) || raised(b) {
		return false
	}
	if endsSentence(withoutNotes(b)) {
		return false
	}
	s.lettered = count
	return true
}

// isDressed reports whether a title is set in type different from the text.
func isDressed(b page.Block, title string) bool {
	return b.Font.Bold || b.Font.SmallCaps || isCapitals(title) || allItalic(b)
}

// inMiddle reports whether block i is in the middle of its column, as shown by a nearby text in other type that extends
// beyond it at both ends.
func inMiddle(blocks []page.Block, i int) bool {
	b := blocks[i]
	for _, other := range blocks[max(0, i-columnReach):min(len(blocks), i+columnReach+1)] {
		wider := other.Box.X0 < b.Box.X0-b.Font.Size && other.Box.X1 > b.Box.X1+b.Font.Size
		if wider && other.Table == nil && isCentred(b, other) {
			return true
		}
	}
	return false
}

// headsPlain reports whether a title is above a paragraph in ordinary type that begins near its left edge.
func headsPlain(b, next page.Block) bool {
	if next.Kind != page.Paragraph || next.Font == nil || next.Font.Bold || allItalic(next) {
		return false
	}
	level := math.Abs(next.Box.X0-b.Box.X0) < slantedIndent*b.Font.Size
	return level && strings.TrimSpace(next.Text()) != "" && !letteredTitle.MatchString(furnitureText(&next))
}
