package document

import "quire/internal/convert/page"

// ownBody returns the size of a page's running text if it is larger than the document's, as in a letter before a
// contract in small type, and 0 otherwise. A page without running text is assumed to continue in the type of the page
// before if most of its text is in that type. The pages must come in order.
func (s *Survey) ownBody(p *page.Page) float64 {
	running, all := map[float64]int{}, map[float64]int{}
	for _, b := range p.Blocks {
		if b.Font == nil || (b.Kind != page.Paragraph && b.Kind != page.ListItem) {
			continue
		}
		size, n := halfPoint(b.Font.Size), len(b.Text())
		all[size] += n
		if n > maxBoldHeading {
			running[size] += n
		}
	}
	usual := mostIn(running)
	switch total := sum(running); {
	case total < pageRunning:
		if float64(all[s.own]) < pageShare*float64(sum(all)) {
			s.own = 0
		}
	case usual > halfPoint(s.body) && float64(running[usual]) >= pageShare*float64(total):
		s.own = usual
	default:
		s.own = 0
	}
	return s.own
}

// mostIn returns the size of most of the text; of two equally frequent sizes, the smaller.
func mostIn(chars map[float64]int) float64 {
	size, most := 0.0, 0
	for k, n := range chars {
		if n > most || (n == most && k < size) {
			size, most = k, n
		}
	}
	return size
}

// isPlain reports whether a block is in upright regular type no larger than the running text of its page, so that it is
// not a heading even if its size would make it one on other pages.
func isPlain(b page.Block, ownBody float64) bool {
	return ownBody > 0 && !b.Font.Bold && b.Font.Size < HeadingSize*ownBody && !allItalic(b)
}
