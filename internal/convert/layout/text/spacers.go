package text

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// WithoutSpacers leaves out the paper-coloured dots and strokes that programs use to space lines. Beside other text in
// that colour they are punctuation, because both must be on something dark.
func WithoutSpacers(words []Word) []Word {
	light := map[int]bool{} // heights with other text in the colour of paper
	height := func(w Word) int { return int(math.Round(w.Base)) }
	spacers := 0
	for _, w := range words {
		switch {
		case w.Color != ink.White:
		case isSpacer(w.Text):
			spacers++
		default:
			light[height(w)] = true
		}
	}
	if spacers == 0 {
		return words
	}
	return slices.DeleteFunc(words, func(w Word) bool {
		beside := light[height(w)-1] || light[height(w)] || light[height(w)+1]
		return w.Color == ink.White && isSpacer(w.Text) && !beside
	})
}

// isSpacer reports whether a word consists of marks that mean nothing by themselves.
func isSpacer(text string) bool {
	mark := func(r rune) bool { return unicode.IsPunct(r) && !IsBullet(string(r)) && r != '?' && r != '!' }
	return strings.TrimFunc(text, mark) == "" && !IsDash(text)
}
