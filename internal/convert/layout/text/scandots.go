package text

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

// settleDots gives bullets and leaders their own characters. OCR looks for letters, and reads a disc as e or ¢ and a row
// of dots as eee.
func settleDots(words []Word, read []ink.ScanWord) {
	for i := range words {
		w := &words[i]
		width, height := w.Box.X1-w.Box.X0, w.Box.Y1-w.Box.Y0
		switch {
		case bulletAt(words, read, i):
			w.Text, w.Base = "•", words[i+1].Base
			w.Size = words[i+1].Size
		case width > 3*height && strings.ContainsFunc(w.Text, letterOrPoint):
			if size := leaderOf(words, i); size > 0 {
				w.Text = strings.Repeat(".", max(3, int(width/(leaderPitch*size))))
				w.Size, w.Base = size, w.Box.Y1
			}
		}
	}
}

// bulletAt reports whether word i is a solid dot in front of a line.
func bulletAt(words []Word, read []ink.ScanWord, i int) bool {
	w := words[i]
	if i+1 == len(words) || utf8.RuneCountInString(w.Text) > 2 || i > 0 && sameScanLine(words[i-1], w) {
		return false
	}
	next, width, height := words[i+1], w.Box.X1-w.Box.X0, w.Box.Y1-w.Box.Y0
	rise := next.Base - (w.Box.Y0+w.Box.Y1)/2
	return read[i].Stroke >= solidDot*width && width >= squareLo*height && width <= squareHi*height &&
		height <= dotHeight*next.Size && rise >= dotRise*next.Size && rise <= dotTop*next.Size &&
		next.Box.X0 > w.Box.X1 && next.Box.X0-w.Box.X1 < 4*next.Size
}

func letterOrPoint(r rune) bool { return IsWordRune(r) || r == '.' }

// leaderOf is the type size of the word before or after a row of dots on its baseline, 0 when word i is no such row.
func leaderOf(words []Word, i int) float64 {
	w := words[i]
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(words) {
			continue
		}
		o := words[k]
		gap := max(o.Box.X0-w.Box.X1, w.Box.X0-o.Box.X1)
		if w.Box.Y1-w.Box.Y0 < leaderHeight*o.Size && math.Abs(w.Box.Y1-o.Base) < leaderHeight*o.Size && gap < 4*o.Size {
			return o.Size
		}
	}
	return 0
}
