package text

import "math"

// tabStop returns the index of the word after the only wide space of a line, which separates a label from what it
// names, or 0.
func tabStop(l Line) int {
	at := 0
	for i := 1; i < len(l.Words); i++ {
		if spaceBefore(l, i) <= tabSpace*l.size {
			continue
		}
		if at > 0 {
			return 0
		}
		at = i
	}
	if l.leftward {
		return 0
	}
	return at
}

// spaceBefore returns the white space in front of word i of a line, in points.
func spaceBefore(l Line, i int) float64 { return l.Words[i].Box.X0 - l.Words[i-1].Box.X1 }

// sharesTabStop reports whether two lines have labels aligned on either side, followed by left-aligned texts. Two
// justified lines may each have a wide space at the same place by chance.
func sharesTabStop(a, b Line) bool {
	i, j := a.tab, b.tab
	if i == 0 || j == 0 {
		return false
	}
	level := func(x, y float64) bool { return math.Abs(x-y) <= sameEdge*min(a.size, b.size) }
	labels := level(a.box.X0, b.box.X0) || level(a.Words[i-1].Box.X1, b.Words[j-1].Box.X1)
	return labels && level(a.Words[i].Box.X0, b.Words[j].Box.X0) && !maybeJustified(a, b)
}

// maybeJustified reports whether two lines end at the same place, as justified lines do, and have spaces that such lines can have.
func maybeJustified(a, b Line) bool {
	few := len(a.Words)+len(b.Words) <= justifiedWords
	narrow := spaceBefore(a, a.tab) < wideTab*a.size
	return (few || narrow) && math.Abs(a.box.X1-b.box.X1) <= justifiedEdge*a.size
}

// underTabStop reports whether a line begins below the text that follows the label of an earlier one.
func underTabStop(labelled, l Line) bool {
	i := labelled.tab
	return i > 0 && math.Abs(l.box.X0-labelled.Words[i].Box.X0) <= sameEdge*l.size
}
