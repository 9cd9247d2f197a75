package text

import "math"

// sizeWords sets the words of a line to its size, except those that differ a lot, as superscripts do.
func (t scanType) sizeWords(line []Word, size float64) {
	differs := make([]bool, len(line))
	for i, w := range line {
		differs[i] = !isSign(w.Text) && math.Abs(t.ratio(w)-size) > sizeNoise*size
	}
	for i := range line {
		own, w := size, &line[i]
		switch {
		case !differs[i]:
		case t.ratio(*w) > size && tallerAlone(differs, i):
			w.Base = line[i-1].Base
		default:
			own = math.Round(t.ratio(*w)*t.usual/2) * 2 / t.usual
		}
		w.Size = max(math.Round(2*t.usual*own)/2, 1)
	}
}

// tallerAlone reports whether a word that is taller than its line has only words of the line's size next to it. Such a
// word is in the same type, and a speck or the tail of a letter makes its box taller. At the beginning of a line it
// could be an initial instead.
func tallerAlone(differs []bool, i int) bool {
	return i > 0 && !differs[i-1] && (i+1 == len(differs) || !differs[i+1])
}
