package highlight

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// found is a word of a page in normal form.
type found struct {
	on   *sheet
	word *word
}

const (
	// likeness is the fraction of a quote's words that must be found in order for a place to count.
	likeness = 0.7
	// drift is how many words may be missing or added before a word that still counts as in order.
	drift = 4
	// mostRepeats bounds the occurrences of a word in a quote that are compared.
	mostRepeats = 8
)

// Normal reduces text to what must be equal: lower-case letters and digits in their plainest form or, if there are
// none, all visible characters.
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

// search returns the words that make up the text: an exact match in the order of the text or in reading order or,
// failing that, the run that contains most of its words in order. It takes linear time.
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

// alike finds the offset at which most words of the quote match, and returns those words in order.
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
	var pairs []pair
	for i, w := range words {
		for _, j := range slices.Backward(places[Normal(w.word.text)]) {
			if at := offset(i, j); at == best || at == best+1 {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	var list []found
	for _, p := range inOrder(pairs) {
		list = append(list, words[p.word])
	}
	return list
}

// pair says that a word of the pages equals a word of the quote.
type pair struct{ word, quoted int }

// inOrder returns the longest sequence of pairs in which both indexes increase, so that no word is used twice and stray
// matches are dropped. The pairs must be ordered by word, and those of the same word by decreasing quoted.
func inOrder(pairs []pair) []pair {
	var ends []int // by length: the pair that ends such a sequence with the smallest index in the quote
	before := make([]int, len(pairs))
	for k, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]].quoted >= p.quoted })
		if before[k] = -1; n > 0 {
			before[k] = ends[n-1]
		}
		switch {
		case n == len(ends):
			ends = append(ends, k)
		case pairs[ends[n]].quoted > p.quoted:
			ends[n] = k
		}
	}
	if len(ends) == 0 {
		return nil
	}
	list := make([]pair, len(ends))
	for n, k := len(ends)-1, ends[len(ends)-1]; n >= 0; n, k = n-1, before[k] {
		list[n] = pairs[k]
	}
	return closest(list, pairs)
}

// closest moves each pair of a sequence to the occurrence of its word nearest to the next pair, because the first words
// of a quote may also occur earlier.
func closest(list, pairs []pair) []pair {
	at := len(pairs) - 1
	for n := len(list) - 2; n >= 0; n-- {
		for ; at >= 0 && pairs[at].word > list[n].word; at-- {
			if p := pairs[at]; p.quoted == list[n].quoted && p.word < list[n+1].word {
				list[n] = p
				break
			}
		}
	}
	return list
}
