package text

import (
	"math"
	"slices"
)

// usualLeading returns the usual distance between neighbouring lines of the same size, in ems. Double-spaced lines are
// as far apart as the entries of many lists, so such a distance counts only if most lines have it and run on.
func usualLeading(lines []Line, right float64) float64 {
	var steps, double []float64
	for i := 1; i < len(lines); i++ {
		prev, cur := lines[i-1], lines[i]
		step := (cur.Base - prev.Base) / cur.size
		switch {
		case math.Abs(prev.size-cur.size) >= sameSize*cur.size || step <= minLeading:
		case step < maxLeading:
			steps = append(steps, step)
		case step < doubleLeading && runsOn(prev, cur, right):
			double = append(double, step)
		}
	}
	if len(double) >= doubleLines && len(double) > len(steps) {
		steps = double
	}
	if len(steps) == 0 {
		return defaultLeading
	}
	slices.Sort(steps)
	return steps[int(leadingQuantile*float64(len(steps)))]
}

// markLeading sets the usual line distance of every line: that of all lines, or that of text of its size if it is wider.
func markLeading(lines []Line, right float64) {
	usual, wider := usualLeading(lines, right), widerLeading(lines, right)
	for i := range lines {
		lines[i].leading = max(usual, wider[lines[i].size])
	}
}

// widerLeading returns the line distance of running text by the size of its type, in ems. It differs from the usual one
// around many lines of listings, for example. Only sentences that go on in the next line prove that it is running text.
func widerLeading(lines []Line, right float64) map[float64]float64 {
	steps := map[float64][]float64{}
	for i := 1; i < len(lines); i++ {
		prev, cur := lines[i-1], lines[i]
		step := (cur.Base - prev.Base) / cur.size
		spaced := cur.size == prev.size && step > minLeading && step < doubleLeading
		if spaced && runsOn(prev, cur, right) && StartsLower(cur.Words[0].Text) {
			steps[cur.size] = append(steps[cur.size], step)
		}
	}
	out := map[float64]float64{}
	for size, own := range steps {
		if len(own) >= doubleLines {
			slices.Sort(own)
			out[size] = own[len(own)/2]
		}
	}
	return out
}
