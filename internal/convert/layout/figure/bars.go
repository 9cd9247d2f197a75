package figure

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// bars returns the bars of charts that have a word centred on each: a number above it or a name below it. Bars stand on
// one line, are equally wide, and differ in height.
func bars(fills []ink.Fill, words []text.Word) []mark {
	var upright []page.Box
	for _, f := range fills {
		if w, h := f.Box.X1-f.Box.X0, f.Box.Y1-f.Box.Y0; f.Color != ink.White && w >= leastBar && h >= leastBar {
			upright = append(upright, f.Box)
		}
	}
	slices.SortFunc(upright, func(a, b page.Box) int {
		return cmp.Or(cmp.Compare(math.Round(a.Y1), math.Round(b.Y1)), cmp.Compare(math.Round(a.X1-a.X0), math.Round(b.X1-b.X0)), cmp.Compare(a.X0, b.X0))
	})
	var rows [][]page.Box
	for i := 0; i < len(upright); {
		j := i + 1
		for j < len(upright) && alikeBars(upright[i], upright[j]) {
			j++
		}
		if j-i >= leastMarks {
			rows = append(rows, upright[i:j])
		}
		i = j
	}
	if len(rows) == 0 {
		return nil
	}
	centred := slices.Clone(words)
	slices.SortFunc(centred, func(a, b text.Word) int { return cmp.Compare(a.Box.X0+a.Box.X1, b.Box.X0+b.Box.X1) })
	var out []mark
	for _, row := range rows {
		if marks := named(row, centred); places(marks) >= leastMarks && heights(marks) > 1 {
			out = append(append(out, marks...), line(marks))
		}
	}
	return out
}

// line returns the line that bars stand on, which need not be drawn.
func line(bars []mark) mark {
	b := bars[0].rule
	for _, m := range bars[1:] {
		b = ink.Union(b, m.rule)
	}
	b.Y0 = b.Y1
	return mark{rule: b, label: b}
}

func alikeBars(a, b page.Box) bool {
	return math.Abs(a.Y1-b.Y1) <= tickLevel && math.Abs((a.X1-a.X0)-(b.X1-b.X0)) <= tickLevel
}

// heights returns the number of different heights of bars.
func heights(marks []mark) int {
	all := make([]float64, len(marks))
	for i, m := range marks {
		all[i] = math.Round((m.rule.Y1 - m.rule.Y0) / leastBar)
	}
	slices.Sort(all)
	return len(slices.Compact(all))
}

// named returns the bars that have a word centred on them. Bars with letters inside are left out, because they are the
// cells of a header. Words are sorted by their middles.
func named(bars []page.Box, words []text.Word) []mark {
	var out []mark
	for _, b := range bars {
		var label *text.Word
		lettered := false
		from, _ := slices.BinarySearchFunc(words, 2*b.X0, func(w text.Word, at float64) int { return cmp.Compare(w.Box.X0+w.Box.X1, at) })
		for i := from; i < min(from+tickLooks, len(words)) && words[i].Box.X0+words[i].Box.X1 <= 2*b.X1; i++ {
			w := &words[i]
			lettered = lettered || (contains(b, w.Box) && !text.IsNumeric(w.Text))
			if names(*w, b) {
				label = w
			}
		}
		if label != nil && !lettered {
			out = append(out, mark{rule: b, label: label.Box, end: b.Y1, at: (b.X0 + b.X1) / 2})
		}
	}
	return out
}

// names reports whether a word is centred on a bar: a number at its upper end, or anything below it.
func names(w text.Word, bar page.Box) bool {
	off := math.Abs(w.Box.X0 + w.Box.X1 - bar.X0 - bar.X1)
	number := text.IsNumeric(w.Text) && math.Abs(bar.Y0-w.Box.Y1) < w.Size
	below := w.Box.Y0 - bar.Y1
	return off <= 2*markSlack*w.Size && (number || (below > -markOverlap*w.Size && below < markReach*w.Size))
}
