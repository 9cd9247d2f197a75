package text

import (
	"math"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
)

// recogniseDots corrects bullets and leaders to their proper characters. OCR looks for letters, and reads a
// disc as e or ¢ and a row of dots as eee.
func recogniseDots(words []Word, read []ink.ScanWord) {
	for i := range words {
		w := &words[i]
		width, height := w.Box.X1-w.Box.X0, w.Box.Y1-w.Box.Y0
		switch {
		case bulletAt(words, read, i):
			w.Text, w.Base = "•", words[i+1].Base
			w.Size = words[i+1].Size
		case width > leaderRatio*height && strings.ContainsFunc(w.Text, letterOrPoint):
			if size := leaderOf(words, i); size > 0 {
				w.Text = strings.Repeat(".", max(leastDots, int(width/(leaderPitch*size))))
				w.Size, w.Base = size, w.Box.Y1
			}
		}
	}
}

// bulletAt reports whether word i is a solid dot in front of a line.
func bulletAt(words []Word, read []ink.ScanWord, i int) bool {
	w := words[i]
	if i+1 == len(words) || utf8.RuneCountInString(w.Text) > 2 || (i > 0 && sameScanLine(words[i-1], w)) {
		return false
	}
	next, width, height := words[i+1], w.Box.X1-w.Box.X0, w.Box.Y1-w.Box.Y0
	rise := next.Base - (w.Box.Y0+w.Box.Y1)/2
	gap := next.Box.X0 - w.Box.X1
	solid := read[i].Stroke >= solidDot*width && width >= squareLo*height && width <= squareHi*height
	raised := rise >= dotRise*next.Size && rise <= dotTop*next.Size
	return solid && raised && height <= dotHeight*next.Size && gap > 0 && gap < dotReach*next.Size
}

func letterOrPoint(r rune) bool { return IsWordRune(r) || r == '.' }

// leaderOf returns the type size of the word before or after a row of dots on its baseline, or 0 if word i is
// not such a row.
func leaderOf(words []Word, i int) float64 {
	w := words[i]
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(words) {
			continue
		}
		o := words[k]
		gap := max(o.Box.X0-w.Box.X1, w.Box.X0-o.Box.X1)
		low := w.Box.Y1-w.Box.Y0 < leaderHeight*o.Size && math.Abs(w.Box.Y1-o.Base) < leaderHeight*o.Size
		if low && gap < dotReach*o.Size {
			return o.Size
		}
	}
	return 0
}
