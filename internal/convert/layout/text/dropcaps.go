package text

import (
	"math"
	"unicode"
)

// DropCaps joins large initials to the words that they begin. An initial extends down beside the following lines, or
// rises above the first line. body is the size of the page's body type in points.
func DropCaps(words []Word, body float64) []Word {
	for i := 0; i < len(words); i++ {
		w := words[i]
		if r := []rune(w.Text); len(r) != 1 || !unicode.IsUpper(r[0]) || w.Size < initialSize*body {
			continue
		}
		first := besideInitial(w, words, body)
		if first < 0 {
			continue
		}
		// The word's box stays unchanged, because the lines next to an initial share a left edge.
		if host := &words[first]; host.Spaced && host.Order == w.Order+1 {
			host.Text = w.Text + " " + host.Text
		} else {
			host.Text = w.Text + host.Text
		}
		words = append(words[:i:i], words[i+1:]...)
		i--
	}
	return words
}

// besideInitial finds the first word of the lines next to an initial, or the rest of its word on its own line. It returns -1
// if there is neither.
func besideInitial(w Word, words []Word, body float64) int {
	first := -1
	lines := map[int]bool{}
	for i, v := range words {
		gap := v.Box.X0 - w.Box.X1
		beside := gap >= -initialOverlap*body && gap <= initialGap*v.Size
		level := v.Base <= w.Base+initialReach*v.Size && v.Base >= w.Base-w.Size
		if v.Size > besideSize*body || !beside || !level {
			continue
		}
		lines[int(v.Base)] = true
		if first < 0 || readsBefore(v, words[first]) {
			first = i
		}
	}
	if len(lines) >= initialLines || (first >= 0 && restOf(words[first], w)) {
		return first
	}
	return -1
}

// restOf reports whether v is the rest of the word that an initial on its line begins.
func restOf(v, w Word) bool {
	return v.Glued && v.Order == w.Order+1 && math.Abs(v.Base-w.Base) <= initialDrop*v.Size
}

// readsBefore reports whether v is on a higher line than w, or before it on the same line.
func readsBefore(v, w Word) bool {
	if v.Base < w.Base-initialDrop*v.Size {
		return true
	}
	return v.Base < w.Base+initialDrop*v.Size && v.Box.X0 < w.Box.X0
}
