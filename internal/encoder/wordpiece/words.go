package wordpiece

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mostOfWord is how many bytes of a word are kept: enough to tell that it is longer than any known word.
const mostOfWord = (longestWord + 1) * utf8.UTFMax

// words yields the words of text. The bytes of a word are valid until the next one.
func words(text string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		word := make([]byte, 0, mostOfWord+utf8.UTFMax)
		flush := func() bool {
			defer func() { word = word[:0] }()
			return len(word) == 0 || yield(word)
		}
		alone := make([]byte, 0, utf8.UTFMax)
		for r := range letters(text) {
			switch {
			case unicode.IsSpace(r):
				if !flush() {
					return
				}
			case punctuation(r) || chinese(r):
				if !flush() || !yield(utf8.AppendRune(alone[:0], r)) {
					return
				}
			case len(word) < mostOfWord:
				word = utf8.AppendRune(word, r)
			}
		}
		flush()
	}
}

// letters yields the characters of text in lower case, without accents and invisible characters.
func letters(text string) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		var parts norm.Iter
		parts.InitString(norm.NFD, text)
		for !parts.Done() {
			for part := parts.Next(); len(part) > 0; {
				r, n := utf8.DecodeRune(part)
				part = part[n:]
				if hidden(r) || unicode.Is(unicode.Mn, r) {
					continue
				}
				if !yield(unicode.ToLower(r)) {
					return
				}
			}
		}
	}
}

// hidden reports whether BERT removes r before any other step.
func hidden(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case 0, utf8.RuneError:
		return true
	}
	return unicode.Is(unicode.C, r)
}

// punctuation reports whether BERT treats r as punctuation, which includes the symbols of ASCII.
func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !letterOrDigit(r)
	}
	return unicode.IsPunct(r)
}

func letterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// chineseBlocks are the blocks whose characters are separate words; Japanese and Korean syllables are not.
var chineseBlocks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x3400, Hi: 0x4dbf, Stride: 1},
		{Lo: 0x4e00, Hi: 0x9fff, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x20000, Hi: 0x2a6df, Stride: 1},
		{Lo: 0x2a700, Hi: 0x2b73f, Stride: 1},
		{Lo: 0x2b740, Hi: 0x2b81f, Stride: 1},
		{Lo: 0x2b920, Hi: 0x2ceaf, Stride: 1},
		{Lo: 0x2f800, Hi: 0x2fa1f, Stride: 1},
	},
}

func chinese(r rune) bool { return unicode.Is(chineseBlocks, r) }
