package content

import "math"

// direction is the direction of lines.
type direction uint8

const (
	unknown direction = iota
	across
	down
)

// flowOf returns the direction of most of the page's text: the one in which the text leaves fewer gaps.
func flowOf(texts []*Text, pageWidth, pageHeight float32) direction {
	w, h := int(pageWidth), int(pageHeight)
	if w <= 0 || h <= 0 || w > maxSide || h > maxSide {
		return unknown
	}
	columns, rows := newSpan(w), newSpan(h)
	var first float32
	any := false
	for _, t := range texts {
		if t.nested {
			continue
		}
		any = true
		x0, x1 := clamp(t.rect.Left, w), clamp(t.rect.Right, w)
		y0, y1 := clamp(t.rect.Bottom, h), clamp(t.rect.Top, h)
		if x0 < 0 || y0 < 0 || x0 >= x1 || y0 >= y1 { // negative values are not numbers
			continue
		}
		columns.mark(x0, x1)
		rows.mark(y0, y1)
		if first <= 0 {
			first = t.rect.height()
		}
	}
	twoLines := int(2 * first)
	filled := columns.filled()
	switch {
	case !any, rows.to-rows.from < twoLines:
		return across
	case columns.to-columns.from < twoLines:
		return down
	case filled > .8 || filled > rows.filled():
		return across
	case filled < rows.filled():
		return down
	}
	return unknown
}

// maxSide is the longest side of a page, in points.
const maxSide = 20_000

func clamp(v float32, most int) int { return int(min(max(v, 0), float32(most))) }

// span records which points along a side have text. marks counts where text begins and ends.
type span struct {
	marks    []int
	from, to int
}

func newSpan(n int) *span { return &span{marks: make([]int, n+1), from: n} }

func (s *span) mark(from, to int) {
	s.marks[from]++
	s.marks[to]--
	s.from, s.to = min(s.from, from), max(s.to, to)
}

// filled returns the fraction of points with text between the first and the last.
func (s *span) filled() float32 {
	if s.from >= s.to {
		return 0
	}
	count, open := 0, 0
	for _, m := range s.marks[s.from:s.to] {
		if open += m; open > 0 {
			count++
		}
	}
	return float32(count) / float32(s.to-s.from)
}

// writing returns the direction of a text, or the page's if the text leaves it open.
func (w *writer) writing(t *Text) direction {
	const still, upright = .0001, .0872 // the sine of five degrees
	if len(t.items) <= 1 {
		return w.flow
	}
	x0, y0 := t.matrix.point(t.firstItem().x, 0)
	x1, y1 := t.matrix.point(t.lastItem().x, 0)
	dx, dy := abs(x1-x0), abs(y1-y0)
	if dx <= still && dy <= still {
		return unknown
	}
	length := float32(math.Hypot(float64(dx), float64(dy)))
	steep, flat := dx/length <= upright, dy/length <= upright
	switch {
	case flat == steep:
		return w.flow
	case flat:
		return across
	}
	return down
}
