package figure

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// withLabels returns the box of a figure with its labels, or false if the text in it cannot belong to a figure.
func withLabels(b page.Box, runs []text.Run) (page.Box, bool) {
	inside, outside := split(b, runs)
	if isProse(inside) {
		return b, false
	}
	size, bold := usualSize(runs), slices.ContainsFunc(inside, isBold)
	if len(inside) > 0 {
		size = usualSize(inside)
		b = withoutTitles(b, inside, size)
		_, outside = split(b, runs)
	}
	for range labelRounds {
		grown := b
		tried := 0
		for i, r := range outside {
			if tried > mostLabels || !isNear(b, r) {
				continue
			}
			tried++
			if isLabel(r, b, size) && (bold || !isBold(r)) && !belongsElsewhere(outside, i, b) {
				grown = ink.Union(grown, r.Box)
			}
		}
		if grown == b || reachesInto(grown, b, outside, size) {
			break
		}
		b = grown
	}
	return b, true
}

func split(b page.Box, runs []text.Run) (inside, outside []text.Run) {
	for _, r := range runs {
		if contains(b, r.Box) {
			inside = append(inside, r)
		} else {
			outside = append(outside, r)
		}
	}
	return inside, outside
}

// withoutTitles cuts titles and captions off a box. They get into it if a line is drawn beyond the edge of a plot and
// clipped there.
func withoutTitles(b page.Box, inside []text.Run, size float64) page.Box {
	middle := (b.Y0 + b.Y1) / 2
	for _, r := range inside {
		words, _ := lettered(r)
		title := words > 1 && r.Size > titleSize*size
		switch {
		case !title && !text.CaptionStart.MatchString(r.Text()):
		case r.Box.Y1 < middle:
			b.Y0 = max(b.Y0, r.Box.Y1)
		case r.Box.Y0 > middle:
			b.Y1 = min(b.Y1, r.Box.Y0)
		}
	}
	return b
}

func usualSize(runs []text.Run) float64 {
	sizes := make([]float64, len(runs))
	for i, r := range runs {
		sizes[i] = r.Size
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// beside reports whether two boxes share a part of the page's width.
func beside(a, b page.Box) bool { return a.X0 < b.X1 && b.X0 < a.X1 }

func isNear(b page.Box, r text.Run) bool { return distance(b, r.Box) <= labelReach*r.Size }

// distance returns how far apart two boxes are, along the axis on which they are farther apart.
func distance(a, b page.Box) float64 {
	return max(a.X0-b.X1, b.X0-a.X1, a.Y0-b.Y1, b.Y0-a.Y1)
}

// isLabel reports whether a run near a figure may be its label.
func isLabel(r text.Run, b page.Box, size float64) bool {
	words, _ := lettered(r)
	narrow := r.Box.X1-r.Box.X0 <= b.X1-b.X0
	above := r.Box.Y1 < (b.Y0+b.Y1)/2 && r.Box.Y1 <= b.Y0+r.Size/2
	if words >= sentenceWords || r.Size > labelSize*size || !narrow || text.CaptionStart.MatchString(r.Text()) {
		return false
	}
	return !above || words == 0
}

// isBold reports whether a run begins with a word in bold type.
func isBold(r text.Run) bool {
	words, _ := lettered(r)
	return words > 0 && r.Words[0].Style.Bold
}

// belongsElsewhere reports whether run i is a line of a text that continues away from the figure or beside it.
func belongsElsewhere(outside []text.Run, i int, b page.Box) bool {
	r := outside[i]
	return slices.ContainsFunc(around(outside, i), func(o text.Run) bool {
		words, _ := lettered(o)
		if math.Abs(o.Base-r.Base) < r.Size/2 {
			return words >= sentenceWords && max(o.Box.X0-r.Box.X1, r.Box.X0-o.Box.X1) < labelReach*r.Size
		}
		farther := beside(o.Box, r.Box) && distance(b, o.Box) > distance(b, r.Box)
		return farther && words > 1 && !text.CaptionStart.MatchString(o.Text())
	})
}

// around returns the runs within a line of run i, including itself. On crowded pages it returns only the nearest in
// order.
func around(runs []text.Run, i int) []text.Run {
	from, to, reach := i, i+1, leading*runs[i].Size
	for from > max(0, i-mostAround) && runs[i].Base-runs[from-1].Base <= reach {
		from--
	}
	for to < min(len(runs), i+mostAround) && runs[to].Base-runs[i].Base <= reach {
		to++
	}
	return runs[from:to]
}

// reachesInto reports whether an enlarged box includes text that is not a label.
func reachesInto(grown, b page.Box, outside []text.Run, size float64) bool {
	return slices.ContainsFunc(outside, func(r text.Run) bool {
		return contains(grown, r.Box) && !contains(b, r.Box) && !isLabel(r, grown, size)
	})
}
