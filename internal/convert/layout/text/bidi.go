package text

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
)

// rightToLeft reports whether a letter's script is written from right to left.
func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// rightToLeft reports whether the first letter of a word is written from right to left.
func (w Word) rightToLeft() bool {
	for _, r := range w.Text {
		if unicode.IsLetter(r) {
			return rightToLeft(r)
		}
	}
	return false
}

// runsLeft reports whether a line consists mostly of right-to-left words.
func runsLeft(words []Word) bool {
	rtl, ltr := 0, 0
	for _, w := range words {
		switch {
		case w.rightToLeft():
			rtl++
		case strings.ContainsFunc(w.Text, unicode.IsLetter):
			ltr++
		}
	}
	return rtl > 0 && rtl >= ltr
}

// readingOrder sorts the words of a line from left to right, or, when most of them run from right to left, from the
// right, with stretches of numbers and Latin words turned back.
func readingOrder(words []Word) {
	if !runsLeft(words) {
		slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		return
	}
	slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(b.Box.X1, a.Box.X1) })
	for i := range words {
		if i > 0 {
			words[i].Glued = words[i-1].Box.X0-words[i].Box.X1 < joinGap*words[i].Size
		}
		movePunctuation(&words[i])
	}
	turnBrackets(words)
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && !words[j].rightToLeft() && strings.ContainsFunc(words[j].Text, IsWordRune) {
			j++
		}
		turnStretch(words[i:j])
		i = max(j, i+1)
	}
}

// turnStretch reverses a stretch of numbers and Latin words back into their own order.
func turnStretch(words []Word) {
	if len(words) < 2 {
		return
	}
	first := words[0].Glued // to what stands before the stretch
	inner := make([]bool, 0, len(words))
	for _, w := range words[1:] {
		inner = append(inner, w.Glued)
	}
	slices.Reverse(words)
	slices.Reverse(inner)
	words[0].Glued = first
	for i, g := range inner {
		words[i+1].Glued = g
	}
}

// movePunctuation moves the punctuation of a right-to-left line to where it is read: what stands left of a number comes
// after it, and brackets, which are drawn mirrored, open before a word and close after it.
func movePunctuation(w *Word) {
	if !strings.ContainsFunc(w.Text, unicode.IsLetter) && strings.ContainsFunc(w.Text, unicode.IsDigit) {
		rest := strings.TrimLeft(w.Text, ".,;:!?%")
		w.Text = rest + w.Text[:len(w.Text)-len(rest)]
		return
	}
	if !w.rightToLeft() {
		return
	}
	runes := []rune(w.Text)
	first := slices.IndexFunc(runes, IsWordRune)
	for i, r := range runes {
		closesBefore := i < first && strings.ContainsRune(")]}", r)
		opensAfter := i >= first && strings.ContainsRune("([{", r) && !slices.ContainsFunc(runes[i:], IsWordRune)
		if closesBefore || opensAfter {
			runes[i] = mirrored[r]
		}
	}
	w.Text = string(runes)
}

// turnBrackets turns brackets that are words of their own: one that touches the word before it closes.
func turnBrackets(words []Word) {
	for i := range words {
		r, n := utf8.DecodeRuneInString(words[i].Text)
		if mirrored[r] == 0 || strings.ContainsFunc(words[i].Text, IsWordRune) {
			continue
		}
		closes := strings.ContainsRune(")]}", r)
		before, after := words[i].Glued && i > 0, i+1 < len(words) && words[i+1].Glued
		if before != after && closes != before {
			words[i].Text = string(mirrored[r]) + words[i].Text[n:]
		}
	}
}

// unifyDirection reads the lines without letters of a right-to-left paragraph in the direction of its other lines.
func unifyDirection(lines []Line) {
	if !slices.ContainsFunc(lines, func(l Line) bool { return l.leftward }) {
		return
	}
	for _, l := range lines {
		if l.leftward || slices.ContainsFunc(l.Words, func(w Word) bool { return strings.ContainsFunc(w.Text, unicode.IsLetter) }) {
			continue
		}
		for i := range l.Words {
			movePunctuation(&l.Words[i])
		}
	}
}

var mirrored = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{'}

// orderLigatures puts lam before alef where both stand at one position: they are one ligature, which a PDF reader that
// reverses every line reports in the wrong order. The opposite order has no ligature.
func orderLigatures(glyphs []ink.Glyph) {
	for i := 1; i < len(glyphs); i++ {
		a, b := &glyphs[i-1], &glyphs[i]
		if b.Rune == 'ل' && strings.ContainsRune("اأإآ", a.Rune) && a.X == b.X && a.Y == b.Y {
			*a, *b = *b, *a
		}
	}
}

// insideWord reports whether the space at glyphs[i] was generated between letters of a right-to-left word that touch.
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
