package highlight

import (
	"math"
	"slices"

	"quire/internal/convert/page"
)

// Fonts whose boxes are higher than the lines stand apart would have marks reach into the lines around them.
const (
	// leastLines is how many lines of one height show how far apart such lines are.
	leastLines = 4
	// anotherLine is how far below a word, in its heights, the next one is at least if it begins another line, and
	// farthestLine how far at most if nothing is between them.
	anotherLine  = 0.1
	farthestLine = 1.5
)

// pitches holds, by the height of words in whole points, how far apart their lines are, in points.
type pitches map[int]float64

// measure returns the pitches of those words of a level page, given in reading order, whose lines overlap.
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
		// A quarter of the lines is as near: the others may begin paragraphs.
		if step := list[len(list)/4]; len(list) >= leastLines && step < float64(height) {
			found[height] = step
		}
	}
	return found
}

func kind(b page.Box) int {
	return int(math.Round(min(max(b.Y1-b.Y0, 0), math.MaxInt32)))
}

// fit returns a box that is no higher than its lines are apart.
func (p pitches) fit(b page.Box) page.Box {
	if pitch, high := p[kind(b)]; high {
		middle := (b.Y0 + b.Y1) / 2
		b.Y0, b.Y1 = middle-pitch/2, middle+pitch/2
	}
	return b
}
