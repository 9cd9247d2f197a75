package text

import (
	"math"

	"quire/internal/convert/layout/ink"
)

// down is the direction of lines written downwards, in degrees: like text turned clockwise, whose lines follow
// each other to the left.
const down = 90

// MarkVertical recognises Chinese and Japanese text written downwards by characters that follow each other in
// that direction, and sets their angle to 90 degrees.
func MarkVertical(glyphs []ink.Glyph) {
	last := -1
	vertical, horizontal := 0, 0
	var followed []int
	for i, g := range glyphs {
		if !IsIdeographic(g.Rune) || g.Angle != 0 {
			continue
		}
		if last >= 0 {
			dx, dy := math.Abs(g.X-glyphs[last].X), g.Y-glyphs[last].Y
			switch {
			case dx < downWander*g.Size && dy > minDownStep*g.Size && dy < maxDownStep*g.Size:
				vertical++
				followed = append(followed, last, i)
			case dy < downWander*g.Size && dy > -downWander*g.Size && dx > 0:
				horizontal++
			}
		}
		last = i
	}
	if vertical <= horizontal {
		return
	}
	for _, i := range followed {
		glyphs[i].Angle = down
	}
}
