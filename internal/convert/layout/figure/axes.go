package figure

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// mark is a tick or a gridline, with the number at its end.
type mark struct {
	rule  page.Box
	label page.Box
	// end is the position of the end along the tick, and at the position of the tick itself.
	end, at float64
}

// axes returns the marks of all axes: rows of ticks or gridlines that end level and have numbers centred on their ends.
func axes(rules []ink.Rule, words []text.Word) []mark {
	var out []mark
	for _, vertical := range []bool{false, true} {
		marks := marksOf(rules, words, vertical)
		slices.SortFunc(marks, func(a, b mark) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.at, b.at)) })
		for i := 0; i < len(marks); {
			j := i + 1
			for j < len(marks) && marks[j].end-marks[i].end <= tickLevel {
				j++
			}
			if places(marks[i:j]) >= leastMarks {
				out = append(out, marks[i:j]...)
			}
			i = j
		}
	}
	return out
}

// places returns the number of different places at which marks are.
func places(marks []mark) int {
	at := make([]float64, len(marks))
	for i, m := range marks {
		at[i] = math.Round(m.at)
	}
	slices.Sort(at)
	return len(slices.Compact(at))
}

func marksOf(rules []ink.Rule, words []text.Word, vertical bool) []mark {
	ticks := make([]page.Box, 0, len(rules))
	for _, r := range rules {
		if r.Vertical == vertical {
			ticks = append(ticks, r.Box)
		}
	}
	if len(ticks) < leastMarks {
		return nil
	}
	place := func(b page.Box) float64 { return (b.Y0 + b.Y1) / 2 }
	if vertical {
		place = func(b page.Box) float64 { return (b.X0 + b.X1) / 2 }
	}
	slices.SortFunc(ticks, func(a, b page.Box) int { return cmp.Compare(place(a), place(b)) })
	var out []mark
	for _, w := range words {
		if !text.IsNumeric(w.Text) {
			continue
		}
		middle := w.Base - digitMiddle*w.Size
		if vertical {
			middle = (w.Box.X0 + w.Box.X1) / 2
		}
		from, _ := slices.BinarySearchFunc(ticks, middle-markSlack*w.Size, func(b page.Box, at float64) int { return cmp.Compare(place(b), at) })
		for _, t := range ticks[from:min(from+tickLooks, len(ticks))] {
			if place(t) > middle+markSlack*w.Size {
				break
			}
			if end, ok := endAt(t, w, vertical); ok {
				out = append(out, mark{rule: t, label: w.Box, end: end, at: place(t)})
				break
			}
		}
	}
	return out
}

// endAt returns the end of a tick at which a number is: below, above or beside it.
func endAt(t page.Box, w text.Word, vertical bool) (end float64, ok bool) {
	near := func(gap float64) bool { return gap >= -markOverlap*w.Size && gap <= markReach*w.Size }
	switch {
	case vertical && near(w.Box.Y0-t.Y1):
		return t.Y1, true
	case vertical && near(t.Y0-w.Box.Y1):
		return t.Y0, true
	case !vertical && near(t.X0-w.Box.X1):
		return t.X0, true
	case !vertical && near(w.Box.X0-t.X1):
		return t.X1, true
	}
	return 0, false
}
