package ocr

import "unicode/utf8"

const (
	// trailGap is the gap beyond which the rest of a line may be something other than its text, in heights of the word
	// before it: about twice a space.
	trailGap = .5
	// leastTrail is the least number of words of noise that are removed. A single one may be a figure that is hard to
	// read.
	leastTrail = 2
)

// withoutTrails removes doubtful words without a telling one beyond a gap at the ends of a line: tesseract reads them
// in a picture beside a column.
func withoutTrails(line []Word) []Word {
	to := len(line) - noise(len(line), func(i int) Word { return line[len(line)-1-i] })
	line = line[:to]
	return line[noise(to, func(i int) Word { return line[i] }):]
}

// noise returns how many of n words, counted from one end of a line, are noise.
func noise(n int, word func(i int) Word) int {
	cut, sum, characters := 0, 0.0, 0
	for i := 0; i+1 < n && !telling(word(i)); i++ {
		c := utf8.RuneCountInString(word(i).Text)
		sum, characters = sum+word(i).Confidence*float64(c), characters+c
		if i+1 >= leastTrail && sum < trustedWord*float64(characters) && apart(word(i), word(i+1)) {
			cut = i + 1
		}
	}
	return cut
}

// apart reports whether there is a gap between two neighbours in a line.
func apart(a, b Word) bool {
	return max(a.Box.X0, b.Box.X0)-min(a.Box.X1, b.Box.X1) > trailGap*(b.Box.Y1-b.Box.Y0)
}
