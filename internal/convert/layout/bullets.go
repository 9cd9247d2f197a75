package layout

import "quire/internal/convert/page"

const (
	// A drawn dot is a bullet when text begins so near to its right, at its height, with nothing before it (ems).
	bulletGap    = 2.2
	bulletHeight = .35
	maxDots      = 2000
)

// drawnBullets makes words of the dots that are drawn, not written, in front of lines.
func drawnBullets(dots []page.Box, words []word) []word {
	if len(dots) > maxDots {
		return words
	}
	out := words
	for _, d := range dots {
		if w, ok := besideBullet(d, words); ok {
			out = append(out, word{text: "•", box: d, base: w.base, size: w.size, order: w.order, content: -1})
		}
	}
	return out
}

func besideBullet(d page.Box, words []word) (first word, ok bool) {
	y := (d.Y0 + d.Y1) / 2
	for _, w := range words {
		middle := w.base - .27*w.size
		if y < middle-bulletHeight*w.size || y > middle+bulletHeight*w.size || d.Y1-d.Y0 > .8*w.size {
			continue
		}
		if w.box.X0 < d.X1 {
			if d.X0-w.box.X1 < 2*w.size {
				return word{}, false // text stands before it: a dot within a line
			}
			continue
		}
		if w.box.X0-d.X1 < bulletGap*w.size && (!ok || w.box.X0 < first.box.X0) {
			first, ok = w, true
		}
	}
	return first, ok
}
