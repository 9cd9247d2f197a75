package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normal is a text in the form in which quotes are compared: compatibility characters composed, lower case, single
// spaces, and no quotation marks, hyphens, Markdown marks or invisible characters.
type normal struct {
	text string
	// at maps every byte of text to the byte of the original that it comes from, and len(text) to the original's end.
	at []int
}

// marks are dropped on both sides of a comparison, because models add and omit quotation marks, hyphens and Markdown.
const marks = "*_`~#|\\<>\"'“”„‟«»‹›‘’‚‛-‐‑‒–—―−"

// normalise returns the normal form of a text.
func normalise(s string) normal {
	var b strings.Builder
	n := normal{at: make([]int, 0, len(s)+1)}
	space, hyphen := true, false // a leading space is dropped
	var segments norm.Iter
	segments.InitString(norm.NFKC, s)
	for !segments.Done() {
		from := segments.Pos()
		for _, r := range string(segments.Next()) {
			switch {
			case unicode.IsSpace(r):
				if (r == '\n' && hyphen) || space {
					continue // word hyphenated at the end of its line
				}
				r, space = ' ', true
			case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r) && r >= 0xFE00 && r <= 0xFE0F:
				continue
			case strings.ContainsRune(marks, r):
				hyphen = unicode.Is(unicode.Pd, r)
				continue
			default:
				r, space = unicode.ToLower(r), false
			}
			hyphen = false
			b.WriteRune(r)
			for range utf8.RuneLen(r) {
				n.at = append(n.at, from)
			}
		}
	}
	n.at = append(n.at, len(s))
	n.text = b.String()
	return n
}

// original returns the byte range of the original that corresponds to [start, end) of the normal form.
func (n normal) original(start, end int) (from, to int) {
	from, to = n.at[start], n.at[end]
	return from, max(to, from+1)
}

// find returns the position of a phrase, also in normal form, as whole words, or -1.
func (n normal) find(phrase string) int {
	for from := 0; ; {
		i := strings.Index(n.text[from:], phrase)
		if i < 0 || phrase == "" {
			return -1
		}
		i += from
		if wholeWords(n.text, i, i+len(phrase)) {
			return i
		}
		from = i + 1
	}
}

// wholeWords reports whether [start, end) neither begins nor ends inside a word. In scripts without spaces, no position
// is inside a word.
func wholeWords(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	first, _ := utf8.DecodeRuneInString(text[start:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !(start > 0 && joined(before, first)) && !(end < len(text) && joined(last, after))
}

func joined(a, b rune) bool { return wordRune(a) && wordRune(b) }

func wordRune(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unspaced(r) }

// unspaced reports whether a script writes words without spaces between them.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer)
}

// wordCount counts words, and characters of scripts without spaces.
func wordCount(s string) int {
	n, inside := 0, false
	for _, r := range s {
		switch {
		case unspaced(r):
			n++
			inside = false
		case wordRune(r):
			if !inside {
				n++
			}
			inside = true
		default:
			inside = false
		}
	}
	return n
}
