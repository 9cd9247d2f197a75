package highlight

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// found is a word of a page.
type found struct {
	on   *sheet
	word *word
}

const (
	// likeness is the share of a quote's words that must be found, in order, for the place to be its.
	likeness = 0.7
	// drift is how many words may be missing or added before a word, for it to count as in order.
	drift = 4
	// mostRepeats bounds the places of one word in a quote that are compared.
	mostRepeats = 8
)

// Normal reduces text to what must be equal: lower-case letters and digits in their plainest form, or all that is
// visible if there are none.
func Normal(text string) string {
	text = strings.ToLower(norm.NFKC.String(text))
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
	if plain == "" {
		return strings.Join(strings.Fields(text), "")
	}
	return plain
}

// search returns the words that are the text: exactly, among the words in the order of the text or of reading, or
// failing that the run that has most of its words in order. It takes time in proportion to the words.
func search(inText, asRead []found, text string) []found {
	want := Normal(text)
	if want == "" {
		return nil
	}
	if list := exactly(inText, want); list != nil {
		return list
	}
	if list := exactly(asRead, want); list != nil {
		return list
	}
	return alike(asRead, strings.Fields(text))
}

func exactly(words []found, want string) []found {
	var all strings.Builder
	ends := make([]int, 0, len(words))
	for _, w := range words {
		all.WriteString(Normal(w.word.text))
		ends = append(ends, all.Len())
	}
	at := strings.Index(all.String(), want)
	if at < 0 {
		return nil
	}
	return between(words, ends, at, at+len(want))
}

// between returns the words that hold the bytes from to to.
func between(words []found, ends []int, from, to int) []found {
	var list []found
	start := 0
	for i, end := range ends {
		if start < to && end > from {
			list = append(list, words[i])
		}
		start = end
	}
	return list
}

// alike votes for the offset at which most words of the quote stand, and returns those words.
func alike(words []found, quote []string) []found {
	places := map[string][]int{}
	for j, q := range quote {
		if q = Normal(q); q != "" && len(places[q]) < mostRepeats {
			places[q] = append(places[q], j)
		}
	}
	votes := map[int]int{}
	offset := func(i, j int) int { return (i - j + len(quote)) / drift } // never negative
	for i, w := range words {
		for _, j := range places[Normal(w.word.text)] {
			votes[offset(i, j)]++
		}
	}
	best, most := 0, 0
	for at := range votes {
		n := votes[at] + votes[at+1]
		if n > most || (n == most && at < best) {
			best, most = at, n
		}
	}
	if float64(most) < likeness*float64(len(quote)) {
		return nil
	}
	var list []found
	for i, w := range words {
		for _, j := range places[Normal(w.word.text)] {
			if at := offset(i, j); at == best || at == best+1 {
				list = append(list, w)
				break
			}
		}
	}
	return list
}
