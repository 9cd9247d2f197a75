package bm25

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is a word of a query: its own id, and those of its tokens in each of the languages that are searched.
type Word struct {
	ID     uint32
	Tokens []uint32
}

// Words returns the words of a text in order. A query has a token for every language that stems a word differently; here
// they belong to one word. Words that are stop words in one of the languages are left out, as those of the text's own
// language must be, whichever that is.
func Words(text string, langs ...Language) []Word {
	var out []Word
	text = strings.ToLower(norm.NFKC.String(text))
	for len(text) > 0 {
		run, rest := nextRun(text)
		text = rest
		for word := range wordsOf(run) {
			out = append(out, tokensOf(word, langs)...)
		}
		if code, ok := wholeCode(run); ok && utf8.RuneCountInString(code) <= maxToken {
			out = append(out, alike(code, langs))
		}
	}
	return out
}

func tokensOf(word string, langs []Language) (out []Word) {
	if slices.ContainsFunc(langs, func(l Language) bool { return l.isStopWord(word) }) {
		return nil
	}
	if strings.ContainsFunc(word, isUnspaced) {
		emitWord(word, langs[:1], func(_ int, token string) { out = append(out, alike(token, langs)) })
		return out
	}
	w := Word{ID: TokenID(word), Tokens: make([]uint32, len(langs))}
	emitWord(word, langs, func(lang int, token string) { w.Tokens[lang] = TokenID(token) })
	if slices.Contains(w.Tokens, 0) { // too long to be a word
		return nil
	}
	return []Word{w}
}

// alike returns a word that is the same in all languages.
func alike(token string, langs []Language) Word {
	id := TokenID(token)
	return Word{ID: id, Tokens: slices.Repeat([]uint32{id}, len(langs))}
}
