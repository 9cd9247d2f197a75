// Package evaluation scores answers against what a person expects of them: files, pages and words, or a refusal.
package evaluation

import (
	"slices"
	"strings"
	"unicode"
)

// depth is how many pages of a search count for its recall.
const depth = 10

// Page is a page of a file.
type Page struct {
	File   string // its path
	Number int    // from 1
}

// Expected describes the expected answer.
type Expected struct {
	// Files maps the files that must be cited to their pages; without pages, any page of the file will do.
	Files map[string][]int
	Words []string
	// Refused means that the answer must say that there is none.
	Refused bool
}

// Answer describes the actual answer.
type Answer struct {
	Text    string
	Cited   []Page
	Found   []Page // by the search, best first
	Refused bool
}

// Scores are from 0 to 1, and nil if nothing of the kind is expected.
type Scores struct {
	// Score is the mean of PageF1 and Words. If a refusal is expected, it is 1 or 0; if a refusal is not expected, an
	// answer that refuses gets 0.
	Score *float64
	// PageF1 is the harmonic mean of precision and recall: the share of the cited pages that are expected, and the
	// share of the expected pages that are cited.
	PageF1 *float64
	// Recall is the share of the expected pages among the first ten pages found by the search.
	Recall *float64
	// Words is the share of the expected words that the answer contains.
	Words *float64
}

// Of scores an answer against what is expected of it.
func Of(want Expected, got Answer) Scores {
	var s Scores
	if want.Refused {
		s.Score = new(share(got.Refused))
		return s
	}
	var parts []float64
	if len(want.Files) > 0 {
		pages := want.pages()
		s.PageF1 = new(f1(pages, want.distinct(got.Cited)))
		found := want.distinct(got.Found)
		s.Recall = new(recall(pages, found[:min(len(found), depth)]))
		parts = append(parts, *s.PageF1)
	}
	if len(want.Words) > 0 {
		s.Words = new(held(want.Words, got.Text))
		parts = append(parts, *s.Words)
	}
	if len(parts) == 0 {
		return s
	}
	score := 0.0
	if !got.Refused {
		for _, p := range parts {
			score += p / float64(len(parts))
		}
	}
	s.Score = &score
	return s
}

func share(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// pages returns the expected pages. Page 0 stands for any page of its file.
func (e Expected) pages() []Page {
	var list []Page
	for file, numbers := range e.Files {
		if len(numbers) == 0 {
			list = append(list, Page{file, 0})
		}
		for _, n := range numbers {
			list = append(list, Page{file, n})
		}
	}
	return unique(list)
}

// distinct removes duplicates from pages, keeping their order. All pages of a file that is expected as a whole count as
// one.
func (e Expected) distinct(pages []Page) []Page {
	list := slices.Clone(pages)
	for i, p := range list {
		if numbers, expected := e.Files[p.File]; expected && len(numbers) == 0 {
			list[i].Number = 0
		}
	}
	return unique(list)
}

func unique(pages []Page) []Page {
	seen := make(map[Page]bool, len(pages))
	return slices.DeleteFunc(pages, func(p Page) bool {
		twice := seen[p]
		seen[p] = true
		return twice
	})
}

func common(want, got []Page) float64 {
	wanted := make(map[Page]bool, len(want))
	for _, p := range want {
		wanted[p] = true
	}
	n := 0
	for _, p := range got {
		if wanted[p] {
			n++
		}
	}
	return float64(n)
}

func recall(want, got []Page) float64 { return common(want, got) / float64(len(want)) }

// f1 returns 2·precision·recall / (precision + recall), which for sets is twice the size of their intersection divided
// by the sum of their sizes.
func f1(want, got []Page) float64 { return 2 * common(want, got) / float64(len(want)+len(got)) }

// held returns the share of words that the text contains, ignoring case and spacing.
func held(words []string, text string) float64 {
	text = plain(text)
	n := 0
	for _, w := range words {
		if strings.Contains(text, plain(w)) {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

// plain returns text in lower case, without emphasis marks and with single spaces between words.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '*' || r == '`' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
