package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
)

// direction is the effect of a piece of a line on the order of a right-to-left line (Unicode Standard Annex 9).
type direction int

const (
	neutral   direction = iota // takes the direction of its surroundings
	leftward                   // a word written from right to left
	rightward                  // a word written from left to right
	digits                     // a number, which runs from left to right in any line
)

func directionOf(r rune) direction {
	switch {
	case r <= unicode.MaxLatin1 && unicode.IsLetter(r):
		return rightward
	case ink.RightToLeft(r) && unicode.IsLetter(r), unicode.Is(unicode.Mn, r), unicode.Is(unicode.Join_Control, r):
		return leftward
	case unicode.IsDigit(r), r == '٫', r == '٬':
		return digits
	case unicode.IsLetter(r):
		return rightward
	}
	return neutral
}

// direction returns the direction of a word: that of its first letter or, if it has none, of its first digit.
func (w Word) direction() direction {
	found := neutral
	for _, r := range w.Text {
		switch d := directionOf(r); d {
		case leftward, rightward:
			return d
		case digits:
			found = d
		case neutral:
		}
	}
	return found
}

// atom reports whether, on a line with two directions, next belongs to the same piece as last. Such lines are split
// into words, numbers and single signs, which are then ordered by position.
func atom(last, next rune) bool {
	d := directionOf(next)
	return d != neutral && (d == directionOf(last) || unicode.Is(unicode.Mn, next))
}

// leftwardLines reports, for every glyph, whether its line has letters written from right to left. It returns nil
// if there are none.
func leftwardLines(glyphs []ink.Glyph) []bool {
	first := 0
	for first < len(glyphs) && !ink.RightToLeft(glyphs[first].Rune) {
		first++
	}
	if first == len(glyphs) {
		return nil
	}
	out := make([]bool, len(glyphs))
	start := 0
	for i, g := range glyphs {
		if g.Y != glyphs[start].Y {
			start = i
		}
		out[start] = out[start] || ink.RightToLeft(g.Rune)
	}
	for i := 1; i < len(glyphs); i++ {
		if glyphs[i].Y == glyphs[i-1].Y {
			out[i] = out[i-1]
		}
	}
	return out
}

// turned is a line of words from right to left that is put into reading order.
type turned struct {
	words  []Word
	kinds  []direction
	spaces []bool // whether there is a space before each word, to its right
}

// turnBack puts the words of a right-to-left line, given from right to left, into reading order: it turns back
// what was written from left to right.
func turnBack(words []Word) {
	l := turned{words: words, kinds: make([]direction, len(words)), spaces: make([]bool, len(words))}
	for i, w := range words {
		l.kinds[i] = w.direction()
		l.spaces[i] = i > 0 && spaceBetween(words[i-1], w)
	}
	out := make([]Word, 0, len(words))
	for i := 0; i < len(words); {
		end := l.end(i)
		for k := end - 1; k >= i; k-- {
			before := i // whatever precedes the stretch is to the right of it
			if k < end-1 {
				before = k + 1
			}
			w := words[k]
			w.Glued = len(out) > 0 && !l.spaces[before]
			out = append(out, w)
		}
		i = end
	}
	copy(words, out)
}

// spaceBetween reports whether there is a space between two neighbours: one of the document, or a gap.
func spaceBetween(a, b Word) bool {
	gap := max(a.Box.X0-b.Box.X1, b.Box.X0-a.Box.X1)
	later := a
	if a.Order < b.Order {
		later = b
	}
	limit := joinGap
	if next := a.Order-b.Order == 1 || b.Order-a.Order == 1; next {
		if later.Spaced && a.direction() != neutral && b.direction() != neutral {
			return true // letters may overlap it
		}
		if later.Glued {
			limit = narrowGap
		}
	}
	return gap >= limit*b.Size
}

// end returns the end of the stretch from i that was written from left to right, or i + 1.
func (l *turned) end(i int) int {
	next := i + 1
	switch {
	case l.kinds[i] == neutral && begins(l.words[i].Text, "%‰٪") && l.touches(next, digits):
		return l.number(next) // a percent sign follows its number
	case l.kinds[i] != rightward && l.kinds[i] != digits:
		return next
	}
	end := next
	for k := i + 1; k < len(l.words) && l.kinds[k] != leftward; k++ {
		if l.kinds[k] == rightward {
			if !l.oneStretch(end, k) {
				break
			}
			end = k + 1
		}
	}
	if end == next && l.kinds[i] == digits {
		return l.number(i)
	}
	for l.touches(end, digits) || l.touches(end, rightward) {
		end++
	}
	return end
}

// touches reports whether word i is of a kind and there is no space before it.
func (l *turned) touches(i int, kind direction) bool {
	return i < len(l.words) && l.kinds[i] == kind && !l.spaces[i]
}

// oneStretch reports whether the signs between two Latin words, or a number and one, were written from left to
// right: a sign that ends a phrase touches the word that it follows.
func (l *turned) oneStretch(from, to int) bool {
	for k := from; k < to; k++ {
		if begins(l.words[k].Text, ".,;:!?،؛") && l.spaces[k+1] && !l.spaces[k] {
			return false
		}
	}
	return true
}

// number returns the end of the number at i, with the signs inside it and a currency before it. After Arabic
// letters signs keep the direction of the line, except for those that part thousands and decimals.
func (l *turned) number(i int) int {
	separators, currencies := ",./:", ""
	if !l.arabicBefore(i) {
		separators, currencies = ",./:-–+", "$€£₪#"
	}
	end := i + 1
	for end+1 < len(l.words) && single(l.words[end].Text, separators) && !l.spaces[end] && l.touches(end+1, digits) {
		end += 2
	}
	if l.touches(end, neutral) && single(l.words[end].Text, currencies) {
		end++
	}
	return end
}

// single reports whether text is one character of set.
func single(text, set string) bool {
	_, n := utf8.DecodeRuneInString(text)
	return n == len(text) && strings.Contains(set, text)
}

// arabicBefore reports whether the last word before i is in Arabic letters.
func (l *turned) arabicBefore(i int) bool {
	for k := i - 1; k >= 0; k-- {
		if l.kinds[k] == leftward {
			return strings.ContainsFunc(l.words[k].Text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
		}
	}
	return false
}
