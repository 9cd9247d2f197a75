package text

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
)

// rightToLeft reports whether the first letter of a word belongs to a right-to-left script.
func (w Word) rightToLeft() bool {
	for _, r := range w.Text {
		if unicode.IsLetter(r) {
			return ink.RightToLeft(r)
		}
	}
	return false
}

// runsLeft reports whether a line consists mostly of right-to-left words. The pieces of one word count once.
func runsLeft(words []Word) bool {
	if onlyASCII(words) {
		return false
	}
	rtl, ltr := 0, 0
	last := neutral
	for _, w := range words {
		if !w.Glued {
			last = neutral
		}
		switch d := w.direction(); {
		case d == last:
		case d == leftward:
			rtl++
			last = d
		case d == rightward:
			ltr++
			last = d
		}
	}
	return rtl > 0 && rtl >= ltr
}

func onlyASCII(words []Word) bool {
	for i := range words {
		for _, c := range []byte(words[i].Text) {
			if c >= utf8.RuneSelf {
				return false
			}
		}
	}
	return true
}

// MostlyLeftward reports whether most letters of a page are of scripts written from right to left.
func MostlyLeftward(words []Word) bool {
	rtl, all := 0, 0
	for _, w := range words {
		for _, r := range w.Text {
			if unicode.IsLetter(r) {
				all++
				if ink.RightToLeft(r) {
					rtl++
				}
			}
		}
	}
	return 2*rtl > all
}

// readingOrder returns the words of a line in reading order, from left to right or, if most of them run from
// right to left, from the right, with numbers and Latin words turned back. It sorts words in place.
func readingOrder(words []Word) []Word {
	leftward := runsLeft(words)
	if leftward == words[0].Mirrored {
		slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	} else {
		slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(b.Box.X1, a.Box.X1) })
	}
	if !leftward {
		return words
	}
	turnBack(words)
	for i := range words {
		movePunctuation(&words[i])
	}
	turnBrackets(words)
	return joinAtoms(words)
}

// joinAtoms joins the pieces of words that Words keeps apart on lines with two directions.
func joinAtoms(words []Word) []Word {
	out := words[:0]
	for i, w := range words {
		if n := len(out); i > 0 && w.Glued && out[n-1].joins(w) {
			out[n-1].Text += w.Text
			out[n-1].Box, out[n-1].Hyphen = ink.Union(out[n-1].Box, w.Box), w.Hyphen
			continue
		}
		out = append(out, w)
	}
	return out
}

// joins reports whether w and the next word differ in nothing.
func (w Word) joins(next Word) bool {
	return w.Style == next.Style && w.Tag == next.Tag && w.Content == next.Content && w.Math == next.Math && w.Size == next.Size
}

// movePunctuation moves the punctuation of a right-to-left line to where it is read: anything left of a number
// comes after it, and brackets, which are drawn mirrored, open before a word and close after it.
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
		closesBefore := i < first && strings.ContainsRune(closers, r)
		opensAfter := i >= first && strings.ContainsRune(openers, r) && !slices.ContainsFunc(runes[i:], IsWordRune)
		if closesBefore || opensAfter {
			runes[i] = mirrored[r]
		}
	}
	w.Text = string(runes)
}

// turnBrackets mirrors brackets that are separate words. One that touches only the preceding word closes.
func turnBrackets(words []Word) {
	for i := range words {
		r, n := utf8.DecodeRuneInString(words[i].Text)
		if mirrored[r] == 0 || strings.ContainsFunc(words[i].Text, IsWordRune) {
			continue
		}
		closes := strings.ContainsRune(closers, r)
		before := i > 0 && words[i].Glued && !ends(words[i-1].Text, openers)
		after := i+1 < len(words) && words[i+1].Glued && !begins(words[i+1].Text, closers+".,;:!?،؛؟۔")
		if before != after && closes != before {
			words[i].Text = string(mirrored[r]) + words[i].Text[n:]
		}
	}
}

func begins(text, set string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune(set, r)
}

func ends(text, set string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(set, r)
}

// unifyDirection reads the lines without letters of a right-to-left paragraph in the direction of its other
// lines.
func unifyDirection(lines []Line) {
	if !slices.ContainsFunc(lines, func(l Line) bool { return runsLeft(l.Words) }) {
		return
	}
	for _, l := range lines {
		if runsLeft(l.Words) || slices.ContainsFunc(l.Words, func(w Word) bool { return strings.ContainsFunc(w.Text, unicode.IsLetter) }) {
			continue
		}
		for i := range l.Words {
			movePunctuation(&l.Words[i])
		}
	}
}

const openers, closers = "([{«‹", ")]}»›"

var mirrored = map[rune]rune{
	'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«', '‹': '›', '›': '‹',
}

// insideWord reports whether the space at glyphs[i] was generated between letters of a right-to-left word that touch.
func (b *wordBuilder) insideWord(glyphs []ink.Glyph, i int) bool {
	last := b.last
	if !glyphs[i].Generated || !ink.RightToLeft(last.Rune) {
		return false
	}
	for _, g := range glyphs[i+1:] {
		if unicode.IsSpace(g.Rune) {
			if !g.Generated {
				return false
			}
			continue
		}
		gap := leftEdge(last) - g.Box.X1
		return ink.RightToLeft(g.Rune) && g.Y == last.Y && gap < joinGap*g.Size && gap > -joinGap*g.Size
	}
	return false
}

// leftEdge returns where the advance of a letter ends that is written from right to left. The box of a letter
// that the document spells out hugs the ink.
func leftEdge(g *ink.Glyph) float64 { return min(g.X, g.Box.X0) }
