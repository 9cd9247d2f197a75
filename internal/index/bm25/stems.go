package bm25

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Word is a word of a query: its own id, and those of its tokens in each of the languages that are searched. Where it is a
// stop word, that is 0.
type Word struct {
	ID     uint32
	Tokens []uint32
}

// Spoken returns those of the given languages that most of a text's stop words belong to. It returns more than one if
// there are too few stop words to tell.
func Spoken(text string, langs ...Language) []Language {
	counts := make([]int, len(langs))
	for run := range runsOf(text) {
		for word := range wordsOf(run) {
			for i, l := range langs {
				if l.isStopWord(word) {
					counts[i]++
				}
			}
		}
	}
	var out []Language
	for i, l := range langs {
		if counts[i] == slices.Max(counts) {
			out = append(out, l)
		}
	}
	return out
}

// Words returns the words of a text in order, without the stop words of the languages that it is in. A query has a token
// for every language that stems a word differently; here they belong to one word. There must be at least one language.
func Words(text string, spoken []Language, langs ...Language) []Word {
	var out []Word
	for run := range runsOf(text) {
		for word := range wordsOf(run) {
			if !slices.ContainsFunc(spoken, func(l Language) bool { return l.isStopWord(word) }) {
				out = append(out, tokensOf(word, langs)...)
			}
		}
		if code, ok := wholeCode(run); ok && utf8.RuneCountInString(code) <= maxToken {
			out = append(out, alike(code, langs))
		}
	}
	return out
}

func tokensOf(word string, langs []Language) (out []Word) {
	if strings.ContainsFunc(word, isUnspaced) {
		emitWord(word, langs[:1], func(_ int, token string) { out = append(out, alike(token, langs)) })
		return out
	}
	w := Word{ID: TokenID(word), Tokens: make([]uint32, len(langs))}
	emitWord(word, langs, func(lang int, token string) { w.Tokens[lang] = TokenID(token) })
	if slices.Max(w.Tokens) == 0 { // too long to be a word
		return nil
	}
	return []Word{w}
}

// alike returns a word that is the same in all languages.
func alike(token string, langs []Language) Word {
	id := TokenID(token)
	return Word{ID: id, Tokens: slices.Repeat([]uint32{id}, len(langs))}
}
