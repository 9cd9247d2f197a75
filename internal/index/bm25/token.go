package bm25

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxToken is the length in characters above which a token is noise (encoded data, a line of dashes).
const maxToken = 40

// tokenize calls emit for every token of text in every language, with the language's position in langs: lower-cased,
// split at everything that is neither letter nor digit, without stop words, and stemmed. Numbers and codes are also
// emitted whole, and scripts without spaces as pairs of characters.
func tokenize(text string, langs []Language, emit func(lang int, token string)) {
	for run := range runsOf(text) {
		emitWords(run, langs, emit)
		if code, ok := wholeCode(run); ok && utf8.RuneCountInString(code) <= maxToken {
			for i := range langs {
				emit(i, code)
			}
		}
	}
}

// runsOf yields the runs of words of a text in lower case.
func runsOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := strings.ToLower(norm.NFKC.String(text))
		for len(text) > 0 {
			run, rest := nextRun(text)
			text = rest
			if !yield(run) {
				return
			}
		}
	}
}

// nextRun splits the first run of words off text: letters and digits with single joiners between them (10-k, 1,577,
// a-123/4).
func nextRun(text string) (run, rest string) {
	start := strings.IndexFunc(text, isWordRune)
	if start < 0 {
		return "", ""
	}
	text = text[start:]
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isWordRune(r) && !(isJoiner(r) && startsWord(text[i+n:])) {
			return text[:i], text[i:]
		}
		i += n
	}
	return text, ""
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}

// isWordRune also accepts marks: in many scripts vowels are marks on the preceding letter.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		lower := r | 0x20
		return ('a' <= lower && lower <= 'z') || ('0' <= r && r <= '9')
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

func isJoiner(r rune) bool {
	return strings.ContainsRune("-/.,_:\u2010", r)
}

func emitWords(run string, langs []Language, emit func(lang int, token string)) {
	for word := range wordsOf(run) {
		emitWord(word, langs, emit)
	}
}

// wordsOf yields the words of a run, which joiners separate.
func wordsOf(run string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(run) > 0 {
			end := strings.IndexFunc(run, func(r rune) bool { return !isWordRune(r) })
			if end < 0 {
				end = len(run)
			}
			if !yield(run[:end]) {
				return
			}
			_, n := utf8.DecodeRuneInString(run[end:])
			run = run[end+n:]
		}
	}
}

func emitWord(word string, langs []Language, emit func(lang int, token string)) {
	if start := strings.IndexFunc(word, isUnspaced); start >= 0 {
		emitUnspaced(word, start, langs, emit)
		return
	}
	for i, lang := range langs {
		if lang.isStopWord(word) {
			continue
		}
		if token := lang.stem(word); token != "" && utf8.RuneCountInString(token) <= maxToken {
			emit(i, token)
		}
	}
}

// emitUnspaced handles a word containing characters of a script that is written without spaces. Each run of them yields
// its pairs (or itself, if it is a single character), and the text around it is an ordinary word.
func emitUnspaced(word string, start int, langs []Language, emit func(lang int, token string)) {
	if start > 0 {
		emitWord(word[:start], langs, emit)
	}
	rest := word[start:]
	end := strings.IndexFunc(rest, func(r rune) bool { return !isUnspaced(r) && !unicode.IsMark(r) })
	if end < 0 {
		end = len(rest)
	}
	for _, pair := range pairs(rest[:end]) {
		for i := range langs {
			emit(i, pair)
		}
	}
	if end < len(rest) {
		emitWord(rest[end:], langs, emit)
	}
}

func pairs(s string) []string {
	r := []rune(s)
	if len(r) < 2 {
		return []string{s}
	}
	out := make([]string, 0, len(r)-1)
	for i := range len(r) - 1 {
		out = append(out, string(r[i:i+2]))
	}
	return out
}

var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

func isUnspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unspaced...)
}
