package layout

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// withoutBleeds leaves out the lines that run from one edge of the page to the other, past the margins of the text.
// They are the edges of decorative bands; the lines of a table end with its text.
func withoutBleeds(r ink.Rulings, in *ink.Input, words []text.Word, body float64) ink.Rulings {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, w := range words {
		left, top = min(left, w.Box.X0), min(top, w.Box.Y0)
		right, bottom = max(right, w.Box.X1), max(bottom, w.Box.Y1)
	}
	margin := bleedMargin * body
	bleeds := func(from, to, size float64) func(ink.Segment) bool {
		return func(s ink.Segment) bool {
			atEdges := s.From <= bleedEdge && s.To >= size-bleedEdge
			return atEdges && s.From <= from-margin && s.To >= to+margin
		}
	}
	r.Across = slices.DeleteFunc(slices.Clone(r.Across), bleeds(left, right, in.Width))
	r.Down = slices.DeleteFunc(slices.Clone(r.Down), bleeds(top, bottom, in.Height))
	return r
}
