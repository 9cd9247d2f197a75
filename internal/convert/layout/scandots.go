package layout

import (
	"math"
	"quire/internal/convert/layout/ink"
	"strings"
	"unicode/utf8"
)

const (
	// A dot's strokes are nearly as thick as it is wide, and it is about as high.
	solidDot = .55
	squareLo = .6
	squareHi = 1.6
	// A bullet is lower than small letters, and its middle stands over the baseline (ems).
	dotHeight = .55
	dotRise   = .15
	dotTop    = .5
	// A row of dots is lower than any letter (ems), and has one about so often.
	leaderHeight = .22
	leaderPitch  = .4
)

// settleDots gives bullets and leaders their own characters: OCR, which looks for letters, takes a disc for an e or a ¢
// and a row of dots for eee.
func settleDots(words []word, read []ink.ScanWord) {
	for i := range words {
		w := &words[i]
		width, height := w.box.X1-w.box.X0, w.box.Y1-w.box.Y0
		switch {
		case bulletAt(words, read, i):
			w.text, w.base = "•", words[i+1].base
			w.size = words[i+1].size
		case width > 3*height && strings.ContainsFunc(w.text, letterOrPoint):
			if size := leaderOf(words, i); size > 0 {
				w.text = strings.Repeat(".", max(3, int(width/(leaderPitch*size))))
				w.size, w.base = size, w.box.Y1
			}
		}
	}
}

// bulletAt reports a solid dot in front of a line.
func bulletAt(words []word, read []ink.ScanWord, i int) bool {
	w := words[i]
	if i+1 == len(words) || utf8.RuneCountInString(w.text) > 2 || i > 0 && sameScanLine(words[i-1], w) {
		return false
	}
	next, width, height := words[i+1], w.box.X1-w.box.X0, w.box.Y1-w.box.Y0
	rise := next.base - (w.box.Y0+w.box.Y1)/2
	return read[i].Stroke >= solidDot*width && width >= squareLo*height && width <= squareHi*height &&
		height <= dotHeight*next.size && rise >= dotRise*next.size && rise <= dotTop*next.size &&
		next.box.X0 > w.box.X1 && next.box.X0-w.box.X1 < 4*next.size
}

func letterOrPoint(r rune) bool { return wordRune(r) || r == '.' }

// leaderOf is the size of the type to which a row of dots leads or from which it comes: that of the word before or after
// it on its baseline. 0 when it is no such row.
func leaderOf(words []word, i int) float64 {
	w := words[i]
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(words) {
			continue
		}
		o := words[k]
		gap := max(o.box.X0-w.box.X1, w.box.X0-o.box.X1)
		if w.box.Y1-w.box.Y0 < leaderHeight*o.size && math.Abs(w.box.Y1-o.base) < leaderHeight*o.size && gap < 4*o.size {
			return o.size
		}
	}
	return 0
}
