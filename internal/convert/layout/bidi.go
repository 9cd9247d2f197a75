package layout

import (
	"cmp"
	"quire/internal/convert/layout/ink"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// joinGap is the most space between two pieces of one word where the direction of writing changes (ems).
const joinGap = .12

// rightToLeft reports a letter of a script that is written from right to left.
func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

func (w word) rightToLeft() bool {
	for _, r := range w.text {
		if unicode.IsLetter(r) {
			return rightToLeft(r)
		}
	}
	return false
}

// runsLeft reports a line of mostly right-to-left words.
func runsLeft(words []word) bool {
	rtl, ltr := 0, 0
	for _, w := range words {
		switch {
		case w.rightToLeft():
			rtl++
		case strings.ContainsFunc(w.text, unicode.IsLetter):
			ltr++
		}
	}
	return rtl > 0 && rtl >= ltr
}

// readingOrder sorts the words of a line: from left to right, or in a line of mostly right-to-left words from
// the right, with the stretches of numbers and Latin words in it turned back.
func readingOrder(words []word) {
	if !runsLeft(words) {
		slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.box.X0, b.box.X0) })
		return
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(b.box.X1, a.box.X1) })
	for i := range words {
		if i > 0 {
			words[i].glued = words[i-1].box.X0-words[i].box.X1 < joinGap*words[i].size
		}
		settlePunctuation(&words[i])
	}
	settleBrackets(words)
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && !words[j].rightToLeft() && strings.ContainsFunc(words[j].text, wordRune) {
			j++
		}
		turnStretch(words[i:j])
		i = max(j, i+1)
	}
}

// turnStretch puts numbers and Latin words in their own order.
func turnStretch(words []word) {
	if len(words) < 2 {
		return
	}
	first := words[0].glued // to what stands before the stretch
	inner := make([]bool, 0, len(words))
	for _, w := range words[1:] {
		inner = append(inner, w.glued)
	}
	slices.Reverse(words)
	slices.Reverse(inner)
	words[0].glued = first
	for i, g := range inner {
		words[i+1].glued = g
	}
}

// settlePunctuation puts the punctuation of a right-to-left line where it is read. What stands left of a number comes
// after it, and brackets, which are drawn the other way round, open before a word and close after it.
func settlePunctuation(w *word) {
	if !strings.ContainsFunc(w.text, unicode.IsLetter) && strings.ContainsFunc(w.text, unicode.IsDigit) {
		rest := strings.TrimLeft(w.text, ".,;:!?%")
		w.text = rest + w.text[:len(w.text)-len(rest)]
		return
	}
	if !w.rightToLeft() {
		return
	}
	runes := []rune(w.text)
	first := slices.IndexFunc(runes, wordRune)
	for i, r := range runes {
		if before := i < first; before && strings.ContainsRune(")]}", r) || !before && strings.ContainsRune("([{", r) && !slices.ContainsFunc(runes[i:], wordRune) {
			runes[i] = mirrored[r]
		}
	}
	w.text = string(runes)
}

// settleBrackets turns the brackets that are words of their own: one that touches the word before it closes.
func settleBrackets(words []word) {
	for i := range words {
		r, n := utf8.DecodeRuneInString(words[i].text)
		if mirrored[r] == 0 || strings.ContainsFunc(words[i].text, wordRune) {
			continue
		}
		closes := strings.ContainsRune(")]}", r)
		before, after := words[i].glued && i > 0, i+1 < len(words) && words[i+1].glued
		if before != after && closes != before {
			words[i].text = string(mirrored[r]) + words[i].text[n:]
		}
	}
}

// settleDirection reads the lines without letters of a right-to-left paragraph as its others.
func settleDirection(lines []line) {
	if !slices.ContainsFunc(lines, func(l line) bool { return l.leftward }) {
		return
	}
	for _, l := range lines {
		if l.leftward || slices.ContainsFunc(l.words, func(w word) bool { return strings.ContainsFunc(w.text, unicode.IsLetter) }) {
			continue
		}
		for i := range l.words {
			settlePunctuation(&l.words[i])
		}
	}
}

var mirrored = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{'}

// settleLigatures puts lam before alef where both stand at one place: the ligature of the two, which a reader that turns
// every line round gives the wrong way. The other order has no ligature.
func settleLigatures(glyphs []ink.Glyph) {
	for i := 1; i < len(glyphs); i++ {
		a, b := &glyphs[i-1], &glyphs[i]
		if b.Rune == 'ل' && strings.ContainsRune("اأإآ", a.Rune) && a.X == b.X && a.Y == b.Y {
			*a, *b = *b, *a
		}
	}
}

// insideWord reports a space at glyphs[i] that only the reader put there, between letters of a right-to-left word that
// touch.
func insideWord(glyphs []ink.Glyph, last ink.Glyph, i int) bool {
	if !glyphs[i].Generated || !rightToLeft(last.Rune) {
		return false
	}
	for _, g := range glyphs[i+1:] {
		if unicode.IsSpace(g.Rune) {
			if !g.Generated {
				return false
			}
			continue
		}
		gap := last.Box.X0 - g.Box.X1
		return rightToLeft(g.Rune) && g.Y == last.Y && gap < joinGap*g.Size && gap > -joinGap*g.Size
	}
	return false
}
