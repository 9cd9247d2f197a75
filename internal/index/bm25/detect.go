package bm25

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// enough is the number of words after which a profile's language no longer changes.
const enough = 20_000

// leastShare is the share of stop words below which a text is a list of names or numbers rather than prose in the
// language. Prose has .3 and more; the tables in a report dilute it.
const leastShare = 0.04

// Profile guesses the language of a text that arrives in pieces, by the stop words it encounters. The zero value is
// ready to use.
type Profile struct {
	words int
	score map[Language]float64
}

// owners counts the languages that share a stop word. A word of only one language is better evidence.
var owners = sync.OnceValue(countOwners)

func countOwners() map[string]int {
	n := make(map[string]int)
	for _, words := range stopWords() {
		for w := range words {
			n[w]++
		}
	}
	return n
}

// Add reads a piece of text.
func (p *Profile) Add(text string) {
	if p.score == nil {
		p.score = make(map[Language]float64)
	}
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
	for w := range strings.FieldsFuncSeq(strings.ToLower(norm.NFC.String(text)), notLetter) {
		if p.words >= enough {
			return
		}
		p.words++
		if utf8.RuneCountInString(w) < 2 || owners()[w] == 0 {
			continue
		}
		for lang, words := range stopWords() {
			if words[w] {
				p.score[lang] += 1 / float64(owners()[w])
			}
		}
	}
}

// Language returns the best guess, or "" if the text is too short or in no known language. Its words are then indexed
// unchanged.
func (p *Profile) Language() Language {
	var best Language
	for lang, s := range p.score {
		if s > p.score[best] || (s == p.score[best] && lang < best) {
			best = lang
		}
	}
	if p.score[best] < leastShare*float64(p.words) {
		return ""
	}
	return best
}
