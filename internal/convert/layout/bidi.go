package layout

import (
	"cmp"
	"slices"
	"unicode"
)

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

// readingOrder sorts the words of a line: from left to right, or in a line of mostly right-to-left words from
// the right, with the stretches of numbers and Latin words in it turned back.
func readingOrder(words []word) {
	rtl, ltr := 0, 0
	for _, w := range words {
		switch {
		case w.rightToLeft():
			rtl++
		case slices.ContainsFunc([]rune(w.text), unicode.IsLetter):
			ltr++
		}
	}
	if rtl == 0 || rtl < ltr {
		slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.box.X0, b.box.X0) })
		return
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(b.box.X1, a.box.X1) })
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && !words[j].rightToLeft() {
			j++
		}
		slices.Reverse(words[i:j])
		i = max(j, i+1)
	}
}
