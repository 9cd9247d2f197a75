package document

import (
	"slices"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var (
	// dateAlone matches a date and nothing else.
	dateAlone = pattern.New(`^(?:\p{L}{3,}\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}\.?\s+\p{L}{3,}\.?\s+\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$`)
	// fullName matches a person's name followed by note marks, and betweenNames the separators in a list of names.
	fullName     = pattern.New(`^\p{Lu}[\p{L}.'’-]*(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|del|den|der|di|da|van|von|la|le|bin|al|el)){1,4}[\d\s∗*†‡§¶,]*$`)
	betweenNames = pattern.New(`\s*(?:,|;|\band\b|&)\s*`)
)

// isLabel reports whether block i is a label, a list of authors or, in type smaller than that of titles, an address or
// a date, rather than the title of what follows.
func (s *Survey) isLabel(blocks []page.Block, i int) bool {
	b := blocks[i]
	label, byWeight := withoutNotes(b), b.Font.Size < HeadingSize*s.body
	switch {
	case introduces(blocks, i), areAuthors(blocks, i):
		return true
	case byWeight && contact.MatchString(label):
		return true
	}
	return byWeight && dateAlone.MatchString(label) && (i+1 == len(blocks) || !s.isBody(blocks[i+1]))
}

// introduces reports whether block i ends in a colon and is not the title of a section: it is the label of a value
// below it, or a sentence that continues in a list.
func introduces(blocks []page.Block, i int) bool {
	b := blocks[i]
	if !strings.HasSuffix(withoutNotes(b), ":") {
		return false
	}
	if !b.Font.Bold || i+1 == len(blocks) {
		return true
	}
	next := blocks[i+1]
	return next.Kind == page.Paragraph && next.Font != nil && !next.Font.Bold && len(next.Text()) < leastBelow
}

// areAuthors reports whether block i is a list of names below a larger title.
func areAuthors(blocks []page.Block, i int) bool {
	list := furnitureText(&blocks[i])
	if len(list) > maxEdgeText || !slices.ContainsFunc(blocks[max(0, i-bylineBelow):i], func(b page.Block) bool { return largerThan(b, blocks[i]) }) {
		return false
	}
	names := 0
	for _, name := range betweenNames.Split(list, -1) {
		if strings.Trim(name, authorSigns) == "" {
			continue
		}
		if !fullName.MatchString(strings.TrimSpace(name)) {
			return false
		}
		names++
	}
	return names >= leastAuthors
}

func largerThan(a, b page.Block) bool { return a.Font != nil && a.Font.Size > tierSize*b.Font.Size }
