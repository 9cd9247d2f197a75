package ink

import (
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/page"
)

// Moved returns a copy of the scan shifted by x and y points.
func (s Scan) Moved(x, y float64) Scan {
	return s.Placed(func(b page.Box) page.Box {
		return page.Box{X0: b.X0 + x, Y0: b.Y0 + y, X1: b.X1 + x, Y1: b.Y1 + y}
	})
}

// Placed returns a copy of the scan with every box mapped by place.
func (s Scan) Placed(place func(page.Box) page.Box) Scan {
	s = Scan{Words: slices.Clone(s.Words), Rules: slices.Clone(s.Rules), Fills: slices.Clone(s.Fills), Shapes: slices.Clone(s.Shapes)}
	for i := range s.Words {
		s.Words[i].Box = place(s.Words[i].Box)
	}
	for i := range s.Rules {
		s.Rules[i].Box = place(s.Rules[i].Box)
	}
	for i := range s.Fills {
		s.Fills[i].Box = place(s.Fills[i].Box)
	}
	for i := range s.Shapes {
		s.Shapes[i].Box = place(s.Shapes[i].Box)
	}
	return s
}

// The characters that OCR reads instead of drawn lines.
const (
	// uprightStrokes and levelStrokes are read for an isolated line.
	uprightStrokes = "|¦!lI1i[](){}/\\"
	levelStrokes   = "_-–—=~¯."
	// barsBefore and barsAfter are read for an upright line at either end of a word.
	barsBefore = "|¦[({!"
	barsAfter  = "|¦])}!"
)

// WithoutStrays drops the words that are nothing but a drawn line read by OCR as a character, and strips such
// lines off the ends of other words.
func WithoutStrays(words []ScanWord, rules []Rule) []ScanWord {
	if len(rules) == 0 {
		return words
	}
	out := make([]ScanWord, 0, len(words))
	for _, w := range words {
		if stray(w, rules) {
			continue
		}
		out = append(out, withoutBars(w, rules))
	}
	return out
}

// stray reports whether a word is nothing but a drawn line.
func stray(w ScanWord, rules []Rule) bool {
	level, upright := strings.Trim(w.Text, levelStrokes) == "", strings.Trim(w.Text, uprightStrokes) == ""
	return (level || upright) && slices.ContainsFunc(rules, func(r Rule) bool {
		return ((r.Vertical && upright) || (!r.Vertical && level)) && covers(r, w.Box)
	})
}

// covers reports whether a line runs through most of a box, in the line's direction.
func covers(r Rule, b page.Box) bool {
	x, y := (r.Box.X0+r.Box.X1)/2, (r.Box.Y0+r.Box.Y1)/2
	if r.Vertical {
		beside := x > b.X0-strayDrift && x < b.X1+strayDrift
		return beside && min(r.Box.Y1, b.Y1)-max(r.Box.Y0, b.Y0) >= strayShare*(b.Y1-b.Y0)
	}
	level := y > b.Y0-strayDrift && y < b.Y1+strayDrift
	return level && min(r.Box.X1, b.X1)-max(r.Box.X0, b.X0) >= strayShare*(b.X1-b.X0)
}

// withoutBars strips the first and last characters off a word if they are upright lines next to it.
func withoutBars(w ScanWord, rules []Rule) ScanWord {
	for _, r := range rules {
		if !r.Vertical || !covers(r, w.Box) || utf8.RuneCountInString(w.Text) < 2 {
			continue
		}
		end := min(barEnd*(w.Box.X1-w.Box.X0), w.Box.Y1-w.Box.Y0)
		if first, n := utf8.DecodeRuneInString(w.Text); strings.ContainsRune(barsBefore, first) && r.Box.X1 < w.Box.X0+end {
			w.Text, w.Box.X0 = w.Text[n:], max(w.Box.X0, r.Box.X1)
		} else if last, n := utf8.DecodeLastRuneInString(w.Text); strings.ContainsRune(barsAfter, last) && r.Box.X0 > w.Box.X1-end {
			w.Text, w.Box.X1 = w.Text[:len(w.Text)-n], min(w.Box.X1, r.Box.X0)
		}
	}
	return w
}
