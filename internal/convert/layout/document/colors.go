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

// usualColor returns the colour of most running text. Of two that are as frequent it is the darker one.
func (s *Survey) usualColor() uint32 {
	usual, most := uint32(0), 0
	for color, n := range s.colors {
		if n > most || (n == most && color < usual) {
			usual, most = color, n
		}
	}
	return usual
}

// tinted reports whether block i has a colour of its own, which neither running text nor the text below has.
func (s *Survey) tinted(blocks []page.Block, i int) bool {
	f := blocks[i].Font
	if !text.Distinct(f.Color, s.color) || i+1 == len(blocks) {
		return false
	}
	next := blocks[i+1].Font
	return next == nil || next.Color != f.Color || halfPoint(next.Size) != halfPoint(f.Size)
}
