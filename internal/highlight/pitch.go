package highlight

import (
	"math"
	"slices"

	"quire/internal/convert/page"
)

// Without this correction, fonts whose boxes are higher than the distance between lines would have marks that reach
// into adjacent lines.
const (
	// leastLines is how many lines of the same height are needed to determine their distance.
	leastLines = 4
	// anotherLine is the minimum distance, in heights of a word, to the next word below if that begins another line;
	// farthestLine is the maximum distance if nothing is between the two.
	anotherLine  = 0.1
	farthestLine = 1.5
)

// pitches maps the height of words, in whole points, to the distance between their lines, in points.
type pitches map[int]float64

// measure returns the pitches of words on a level page, given in reading order, whose lines overlap.
func measure(words []word) pitches {
	steps := map[int][]float64{}
	for i := 1; i < len(words); i++ {
		a, b := words[i-1].box, words[i].box
		height := a.Y1 - a.Y0
		step := (b.Y0 + b.Y1 - a.Y0 - a.Y1) / 2
		if wraps := b.X0 < a.X0 && kind(a) == kind(b); wraps && step > anotherLine*height && step < farthestLine*height {
			steps[kind(a)] = append(steps[kind(a)], step)
		}
	}
	found := pitches{}
	for height, list := range steps {
		slices.Sort(list)
		// The lower quartile is used, because larger distances may be those between paragraphs.
		if step := list[len(list)/4]; len(list) >= leastLines && step < float64(height) {
			found[height] = step
		}
	}
	return found
}

func kind(b page.Box) int {
	return int(math.Round(min(max(b.Y1-b.Y0, 0), math.MaxInt32)))
}

// fit returns a box that is no higher than the distance between its lines.
func (p pitches) fit(b page.Box) page.Box {
	if pitch, high := p[kind(b)]; high {
		middle := (b.Y0 + b.Y1) / 2
		b.Y0, b.Y1 = middle-pitch/2, middle+pitch/2
	}
	return b
}
