package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
)

// syllables form words that no document contains by chance and whose letters tesseract can tell apart.
const (
	consonants = "BDFGKLMNPRTVZ"
	vowels     = "AEOU"
	syllables  = 6
)

// wordPattern matches the words that Words makes.
var wordPattern = regexp.MustCompile(`\b(?:[BDFGKLMNPRTVZ][AEOU]){6}\b`)

// Words makes words that are unique within a campaign. It is safe for concurrent use.
type Words struct {
	mu    sync.Mutex
	taken map[string]bool
}

// New makes a word from rng.
func (w *Words) New(rng *rand.Rand) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		var b strings.Builder
		for range syllables {
			b.WriteByte(consonants[rng.IntN(len(consonants))])
			b.WriteByte(vowels[rng.IntN(len(vowels))])
		}
		if word := b.String(); !w.taken[word] {
			w.taken[word] = true
			return word
		}
	}
}

// Foreign returns the words of the campaign in text other than own.
func (w *Words) Foreign(text, own string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, word := range wordPattern.FindAllString(text, -1) {
		if word != own && w.taken[word] {
			out = append(out, word)
		}
	}
	return out
}
