package text

import "quire/internal/convert/page"

// Distinct reports whether a reader would notice that two texts have different colours (0xRRGGBB). A text in
// page.ManyColors differs from no other.
func Distinct(a, b uint32) bool {
	if a == page.ManyColors || b == page.ManyColors {
		return false
	}
	for shift := 0; shift <= 16; shift += 8 {
		if x, y := a>>shift&255, b>>shift&255; max(x, y)-min(x, y) >= noticedColor {
			return true
		}
	}
	return false
}

// colorOf returns the colour of the words of a line.
func colorOf(words []Word) uint32 {
	for _, w := range words {
		if w.Style.Link != "" || w.Color != words[0].Color {
			return page.ManyColors
		}
	}
	return words[0].Color
}
