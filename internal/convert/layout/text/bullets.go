package text

import (
	"math"

	"quire/internal/convert/page"
)

// DrawnBullets appends a word "•" for every drawn dot placed like a bullet in front of a line. It does not
// change words itself.
func DrawnBullets(dots []page.Box, words []Word) []Word {
	if len(dots) > maxDots {
		return words
	}
	out := words
	for _, d := range dots {
		if w, ok := besideBullet(d, words); ok {
			out = append(out, Word{Text: "•", Box: d, Base: w.Base, Size: w.Size, Order: w.Order, Content: -1, Mirrored: w.Mirrored})
		}
	}
	return out
}

// besideBullet finds the first word of the line that a dot precedes.
func besideBullet(d page.Box, words []Word) (first Word, ok bool) {
	y := (d.Y0 + d.Y1) / 2
	for _, w := range words {
		middle := w.Base - bulletMiddle*w.Size
		if math.Abs(y-middle) > bulletDrift*w.Size || d.Y1-d.Y0 > maxDot*w.Size {
			continue
		}
		if w.Box.X0 < d.X1 {
			if d.X0-w.Box.X1 < 2*w.Size {
				return Word{}, false // text precedes it, so it is a dot within a line
			}
			continue
		}
		if w.Box.X0-d.X1 < bulletGap*w.Size && (!ok || w.Box.X0 < first.Box.X0) {
			first, ok = w, true
		}
	}
	return first, ok
}
