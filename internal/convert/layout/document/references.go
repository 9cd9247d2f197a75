package document

import (
	"math"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// firstReference matches the beginning of the first entry of a bibliography.
var firstReference = pattern.New(`^\[1\]\s*\p{L}`)

// titlesReferences reports whether block i is the title of a bibliography, in whatever type and language: one line of a few
// words right above its first entry, at its left edge or in the middle.
func titlesReferences(blocks []page.Block, i int) bool {
	b := blocks[i]
	title := withoutNotes(b)
	if b.Kind != page.Paragraph || !isOneLine(b) || i+1 == len(blocks) || len(strings.Fields(title)) > referencesWords {
		return false
	}
	if !startsLikeHeading(title) || endsSentence(title) || strings.HasSuffix(title, ":") {
		return false
	}
	next := blocks[i+1]
	below := next.Box.Y0 - b.Box.Y1
	near := below > -slantedOverlap*b.Font.Size && below < numberedGap*b.Font.Size
	level := math.Abs(next.Box.X0-b.Box.X0) < slantedIndent*b.Font.Size
	return near && (level || isCentred(b, next)) && firstReference.MatchString(furnitureText(&next))
}
