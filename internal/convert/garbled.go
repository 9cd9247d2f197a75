package convert

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	// wordLetters is the least number of letters of a token that must look like a word.
	wordLetters = 3
	// minWords is how many words are needed to judge a text by them.
	minWords = 20
	// wordlike is the share of words that look like words above which a text reads like a language; garbled is the
	// share below which it does not. Of 800 converted pages of reports, forms, papers and slides, none is below .75 and
	// nearly all are above .9; a text in a substitution cipher is between .3 and .75.
	wordlike, garbled = .85, .75
	// clusterLetters is a number of consecutive consonants that no word in Latin letters has.
	clusterLetters = 6
	// contradicted is the share of a text's tokens, and of its sequences of sequenceLetters letters and digits, that
	// another reading must lack in order to contradict it.
	contradicted, sequenceLetters = .5, 4
	// completed is the share of a page's tokens that a reading must contain to replace it.
	completed = .9
)

// implausible reports whether a text cannot be what its page shows, because its words do not look like words. Only
// texts in Latin letters can be judged this way.
func implausible(text string) bool {
	share, judged := languageShare(text)
	return judged && share < garbled
}

// contradicts reports whether a reading of a page's image clearly differs from its text layer. Words that differ only
// in where they are split are the same text.
func contradicts(reading, layer string) bool {
	share, judged := languageShare(reading)
	if !judged || share < wordlike {
		return false
	}
	own, other := tokens(layer), tokens(reading)
	return kept(own, other) < 1-contradicted && kept(sequences(own), sequences(other)) < 1-contradicted
}

// sequences returns all sequences of sequenceLetters letters and digits of a text, across the gaps between words.
func sequences(tokens []string) []string {
	var letters []rune
	for _, t := range tokens {
		for _, r := range t {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				letters = append(letters, r)
			}
		}
	}
	var out []string
	for i := sequenceLetters; i <= len(letters); i++ {
		out = append(out, string(letters[i-sequenceLetters:i]))
	}
	return out
}

// completes reports whether a reading has nearly all of a page's text and more.
func completes(reading, text string) bool {
	have, want := tokens(reading), tokens(text)
	return len(have) > len(want) && kept(want, have) >= completed
}

// languageShare returns the share of a text's words that look like words. The second result is false if the text
// has too few of them, or too few in Latin letters.
func languageShare(text string) (share float64, judged bool) {
	words, good, latin := 0, 0, 0
	for _, f := range strings.Fields(text) {
		letters := 0
		for _, r := range f {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if letters < wordLetters || strings.Contains(f, "//") {
			continue
		}
		words++
		if strings.ContainsFunc(f, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			latin++
		}
		if looksLikeWord(strings.Trim(f, marks)) {
			good++
		}
	}
	if words < minWords || 2*latin < words {
		return 0, false
	}
	return float64(good) / float64(words), true
}

// looksLikeWord reports whether a token could be a word in Latin letters: it consists of letters and the signs that
// join them, with a vowel, and without more consecutive consonants than can be pronounced.
func looksLikeWord(token string) bool {
	vowel, cluster := false, 0
	for _, r := range norm.NFD.String(strings.ToLower(token)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case strings.ContainsRune("aeiouyæøœı", r):
			vowel, cluster = true, 0
		case unicode.Is(unicode.Latin, r):
			if cluster++; cluster >= clusterLetters {
				return false
			}
		case strings.ContainsRune("'’-–.&/\u00ad", r):
			cluster = 0
		default:
			return false
		}
	}
	return vowel
}
