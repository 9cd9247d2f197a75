package document

import (
	"math"
	"strings"

	"quire/internal/convert/page"
)

// titlePlace is where and in which type the title of a slide is set.
type titlePlace struct{ left, top, size float64 }

// countSlides counts the landscape pages and the places of the texts that may be their titles.
func (s *Survey) countSlides(p page.Page) {
	if p.Width <= p.Height {
		return
	}
	s.landscape++
	for i := range p.Blocks[:min(len(p.Blocks), slideBlocks)] {
		if place, ok := slideTitle(p.Blocks, i); ok && (len(s.slides) < maxEdges || s.slides[place] > 0) {
			s.slides[place]++
		}
	}
}

// titlesSlide reports whether block i is where slides have their titles: where most landscape pages have a short text
// with a gap below it. The titles of some slides are in smaller type than their text.
func (s *Survey) titlesSlide(p *page.Page, i int) bool {
	if p.Width <= p.Height || s.landscape < leastSlides {
		return false
	}
	for _, b := range p.Blocks[:i] {
		if b.Kind != page.PageHead && b.Kind != page.PageFoot {
			return false
		}
	}
	place, ok := slideTitle(p.Blocks, i)
	return ok && float64(s.slides[place]) >= slideShare*float64(s.landscape)
}

// slideTitle returns the place of block i if it may be the title of a slide.
func slideTitle(blocks []page.Block, i int) (titlePlace, bool) {
	b := blocks[i]
	if i+1 == len(blocks) || b.Kind != page.Paragraph || !couldHead(b) {
		return titlePlace{}, false
	}
	heading := withoutNotes(b)
	if endsSentence(heading) || strings.HasSuffix(heading, ":") {
		return titlePlace{}, false
	}
	if blocks[i+1].Box.Y0-b.Box.Y1 < slideGap*b.Font.Size {
		return titlePlace{}, false
	}
	grain := func(x float64) float64 { return math.Round(x / slideGrain) }
	return titlePlace{grain(b.Box.X0), grain(b.Box.Y0), halfPoint(b.Font.Size)}, true
}
