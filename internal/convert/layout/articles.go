package layout

import (
	"math"

	"quire/internal/convert/layout/document"
)

// articleBelow finds a title in the left column that has white space beside it in the right one, and level lines below
// both. There the columns of one article end and those of the next begin, unless the sentences show another order.
func (s *sorter) articleBelow(left, right []item) (float64, bool) {
	all := gaps(right, articleGap*s.body)
	for _, p := range all[:min(len(all), maxPauses)] {
		y, ok := titleBeside(left, p, s.body)
		if !ok {
			continue
		}
		s.left -= (len(left) + len(right)) * (1 + len(s.known))
		la, lb := splitAt(left, y)
		ra, rb := splitAt(right, y)
		if s.flow(la, ra, lb, rb) >= s.flow(la, lb, ra, rb) {
			return y, true
		}
	}
	return 0, false
}

// titleBeside returns the upper edge of a title that is all a column contains at the height of the other column's
// pause.
func titleBeside(column []item, p pause, body float64) (y float64, ok bool) {
	y = math.Inf(1)
	above, resumes := false, false
	for _, it := range column {
		middle := (it.box.Y0 + it.box.Y1) / 2
		switch {
		case middle <= p.y0:
			above = true
		case middle >= p.y1:
			resumes = resumes || (it.run != nil && math.Abs(it.box.Y0-p.y1) <= lineLevel)
		case it.run == nil || it.run.Size < document.HeadingSize*body:
			return 0, false
		default:
			y = min(y, it.box.Y0)
		}
	}
	return y, above && resumes && !math.IsInf(y, 1)
}
