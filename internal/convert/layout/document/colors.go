package document

import (
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// countColors counts the running text of a page by its colour.
func (s *Survey) countColors(blocks []page.Block) {
	for _, b := range blocks {
		if b.Font == nil || b.Table != nil || b.Kind == page.Code || b.Font.Color == page.ManyColors {
			continue
		}
		if _, known := s.colors[b.Font.Color]; known || len(s.colors) < maxColors {
			s.colors[b.Font.Color] += len(b.Text())
		}
	}
}

// usualColor returns the colour of most running text. Of two equally frequent colours it returns the one with the lower
// value.
func (s *Survey) usualColor() uint32 {
	usual, most := uint32(0), 0
	for color, n := range s.colors {
		if n > most || (n == most && color < usual) {
			usual, most = color, n
		}
	}
	return usual
}

// tinted reports whether type has a colour of its own, which neither running text nor the type below has.
func (s *Survey) tinted(f, below *page.Font) bool {
	return text.Distinct(f.Color, s.color) && (below.Color != f.Color || halfPoint(below.Size) != halfPoint(f.Size))
}
