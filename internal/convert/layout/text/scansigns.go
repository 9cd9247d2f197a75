package text

import (
	"slices"
	"strings"
	"unicode"
)

// standSigns moves the signs in a line to the baseline of the next word, or of the last one. The ink of a dash or a
// bullet shows neither its baseline nor its type size: taken for large type, it would merge the lines above and below.
func standSigns(line []Word) {
	last := slices.IndexFunc(line, func(w Word) bool { return !isSign(w.Text) })
	if last < 0 {
		return
	}
	for i := range line[:last] {
		line[i].Base = line[last].Base
	}
	for i := last + 1; i < len(line); i++ {
		if !isSign(line[i].Text) {
			for k := last + 1; k < i; k++ {
				line[k].Base = line[i].Base
			}
			last = i
		}
	}
	for i := last + 1; i < len(line); i++ {
		line[i].Base = line[last].Base
	}
}

// isSign reports whether a text has neither letters nor digits.
func isSign(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
