package slides

import (
	"cmp"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

const (
	// usualSize is the type size, in points, of shapes that do not state one.
	usualSize = 18
	// titleSize is how many times as large as all other text on its slide a title is.
	titleSize = 1.25
	// lonelyTitle is the least type size, in points, that makes a text with a slide to itself a title.
	lonelyTitle = 28
	// titleLines is the maximum number of paragraphs in a title.
	titleLines = 2
)

// takeTitle finds the title of a slide without a title placeholder, as written by programs other than PowerPoint, and
// removes it from its shape: a short text in the upper half, or above everything else, that is clearly larger than all
// other text.
func takeTitle(shapes []shape, height float64) []page.Block {
	contents := filled(shapes, nil)
	var title *shape
	second := 0.0 // the largest size apart from the title's
	for _, sh := range contents {
		if title == nil || sh.size > title.size {
			title, sh = sh, title
		}
		if sh != nil {
			second = max(second, sh.size)
		}
	}
	least := titleSize * cmp.Or(second, usualSize)
	if len(contents) == 1 {
		least = lonelyTitle
	}
	if title == nil || title.size < least || !title.couldBeTitle() {
		return nil
	}
	if middle(title.box.Y0, title.box.Y1) > height/2 && !aboveAll(title, contents) {
		return nil
	}
	var spans []page.Span
	for i, b := range title.blocks {
		if i > 0 {
			spans = append(spans, page.Span{Text: "\n"})
		}
		spans = append(spans, b.Spans...)
	}
	title.blocks = nil
	return []page.Block{{Kind: page.Heading, Level: 1, Box: title.box, Spans: spans}}
}

// filled appends the shapes that show something, including those in groups.
func filled(shapes []shape, contents []*shape) []*shape {
	for i := range shapes {
		if len(shapes[i].blocks) > 0 {
			contents = append(contents, &shapes[i])
		}
		contents = filled(shapes[i].kids, contents)
	}
	return contents
}

// couldBeTitle reports whether the shape's text is short, not a list, and more than figures.
func (s *shape) couldBeTitle() bool {
	length := 0
	var text strings.Builder
	for _, b := range s.blocks {
		if b.Kind != page.Paragraph {
			return false
		}
		length += len(b.Text())
		if length > headingLimit {
			return false
		}
		text.WriteString(b.Text())
	}
	return len(s.blocks) <= titleLines && strings.ContainsFunc(text.String(), unicode.IsLetter)
}

func aboveAll(title *shape, contents []*shape) bool {
	for _, sh := range contents {
		if sh.box.Y0 < title.box.Y0 {
			return false
		}
	}
	return true
}
