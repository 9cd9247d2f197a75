package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
)

// Conditions under which web pages and stretches are trusted.
const (
	// minPageShare is the minimum share of a web page's runs of words that are in the PDF, and minPageGrams their
	// minimum number.
	minPageShare = 0.5
	minPageGrams = 30
	// maxTwice is the maximum share of a web page's runs that other pages have: manuals are published both on one page
	// and on many.
	maxTwice = 0.3
	// minSame is the minimum share of the words of a stretch that its elements have, and vice versa.
	minSame = 0.9
	// minInOrder is the minimum share of the elements' words that are in the same order in the stretch.
	minInOrder = 0.8
	// minFound is the minimum share of a block's words that are found in order for the block to belong to the stretch.
	minFound = 0.4
	// minWords is the minimum number of words, and maxMarkdown the maximum number of bytes, of a stretch.
	minWords    = 120
	maxMarkdown = 11_000
	// longest is the maximum number of pages of a stretch.
	longest = 4
	// tries is the maximum number of stretches tried per manual.
	tries = 60
)

// place is the position of a word in the web pages.
type place struct{ block, word int }

// manual is a PDF with its web pages.
type manual struct {
	words  []pdfWord
	blocks []block
	// said are the words of the blocks, and places their positions.
	said   []string
	places []place
	// at is where in said every word of the PDF is, or -1.
	at []int
}

func (p *webPage) words() (said []string, places []place) {
	for i, b := range p.blocks {
		for j, w := range b.words {
			for _, c := range compared(w.text) {
				said, places = append(said, c), append(places, place{i, j})
			}
		}
	}
	return said, places
}

// pair finds the web pages of a PDF, puts them in its order, and finds its words in them.
func pair(words []pdfWord, pages []*webPage) *manual {
	m := &manual{words: words}
	printed := make([]string, len(words))
	for i, w := range words {
		printed[i] = w.text
	}
	for _, p := range ordered(grams(printed, gramLength), pages) {
		p = &webPage{asPrinted(printed, p.blocks)}
		said, places := p.words()
		for i := range places {
			places[i].block += len(m.blocks)
		}
		m.said, m.places = append(m.said, said...), append(m.places, places...)
		m.blocks = append(m.blocks, p.blocks...)
	}
	if len(m.said) == 0 {
		return nil
	}
	m.at = align(printed, m.said)
	return m
}

// part is a web page that is in a PDF.
type part struct {
	page *webPage
	// grams are its runs of words that the PDF has, and middle where half of those are that it has once.
	grams  []uint64
	middle int
}

// ordered returns the web pages that are in a PDF, in its order. Of pages that say the same, the longer ones are taken.
func ordered(printed []uint64, pages []*webPage) []*webPage {
	at := once(printed)
	var all []part
	for _, p := range pages {
		if f, ok := partOf(p, at); ok {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b part) int { return cmp.Compare(len(b.grams), len(a.grams)) })
	taken := map[uint64]bool{}
	all = slices.DeleteFunc(all, func(f part) bool { return f.isTaken(taken) })
	slices.SortStableFunc(all, func(a, b part) int { return cmp.Compare(a.middle, b.middle) })
	var out []*webPage
	for _, f := range all {
		out = append(out, f.page)
	}
	return out
}

// partOf returns a web page as a part of a PDF, and whether it is one. at is where the PDF's runs of words are.
func partOf(p *webPage, at map[uint64]int) (part, bool) {
	said, _ := p.words()
	own := grams(said, gramLength)
	f := part{page: p}
	var places []int
	for _, g := range own {
		i, ok := at[g]
		if ok {
			f.grams = append(f.grams, g)
		}
		if ok && i >= 0 {
			places = append(places, i)
		}
	}
	if len(places) < minPageGrams || float64(len(f.grams)) < minPageShare*float64(len(own)) {
		return part{}, false
	}
	slices.Sort(places)
	f.middle = places[len(places)/2]
	return f, true
}

// isTaken reports whether much of a part was already on other pages. If not, it records the part as taken.
func (f part) isTaken(taken map[uint64]bool) bool {
	twice := 0
	for _, g := range f.grams {
		if taken[g] {
			twice++
		}
	}
	if float64(twice) > maxTwice*float64(len(f.grams)) {
		return true
	}
	for _, g := range f.grams {
		taken[g] = true
	}
	return false
}

// stretch is a few pages of a PDF and their truth.
type stretch struct {
	first, last int
	markdown    string
	// said are the words of its truth, and inOrder the number of them that its pages have in the same order.
	said    []string
	inOrder int
	// tables and titles count what its truth has.
	tables, titles int
}

// choose returns a limited number of stretches of a manual that do not overlap: first those with a table, then those
// with a heading, in an arbitrary but fixed order.
func (m *manual) choose(name string, most int) []stretch {
	pages := 0
	if len(m.words) > 0 {
		pages = m.words[len(m.words)-1].page
	}
	var found []stretch
	for i := range tries {
		n := shuffled(fmt.Sprintf("%s %d", filepath.Base(name), i))
		first, length := 1+int(n>>3)%max(pages, 1), 1+int(n)%longest
		if first+length-1 > pages {
			continue
		}
		if s, ok := m.stretch(first, first+length-1); ok {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(min(b.tables, 1), min(a.tables, 1)), cmp.Compare(min(b.titles, 1), min(a.titles, 1)))
	})
	var out []stretch
	for _, s := range found {
		over := slices.ContainsFunc(out, func(o stretch) bool { return s.first <= o.last && o.first <= s.last })
		if !over && len(out) < most {
			out = append(out, s)
		}
	}
	return out
}

// stretch returns the truth of pages, if it is to be believed.
func (m *manual) stretch(first, last int) (stretch, bool) {
	from, to := m.pageStart(first), m.pageStart(last+1)
	found := map[int]bool{}
	start, end := len(m.said), -1
	for _, at := range m.at[from:to] {
		if at >= 0 {
			start, end = min(start, at), max(end, at)
			found[at] = true
		}
	}
	if to-from < minWords || end < 0 {
		return stretch{}, false
	}
	s := stretch{first: first, last: last}
	for i := start; i <= end; {
		j := i
		for j <= end && m.places[j].block == m.places[i].block {
			j++
		}
		if !s.add(m, i, j, found) {
			return stretch{}, false
		}
		i = j
	}
	same := float64(common(s.said, m.words[from:to]))
	return s, same >= minSame*float64(max(len(s.said), to-from)) && float64(s.inOrder) >= minInOrder*float64(len(s.said)) &&
		len(s.markdown) <= maxMarkdown
}

func (m *manual) pageStart(page int) int {
	at, _ := slices.BinarySearchFunc(m.words, page, func(w pdfWord, page int) int { return cmp.Compare(w.page, page) })
	return at
}

// add adds the words of a block from one place to another, if the stretch has found enough of them. It reports whether
// that leaves a truth: a single row of a table is none.
func (s *stretch) add(m *manual, from, to int, found map[int]bool) bool {
	hits := 0
	for i := from; i < to; i++ {
		if found[i] {
			hits++
		}
	}
	if float64(hits) < minFound*float64(to-from) {
		return true
	}
	b := m.blocks[m.places[from].block].cut(m.cutFrom(from), m.cutTo(to))
	if b.kind == table && len(b.rows) < 2 {
		return false
	}
	switch b.kind {
	case table:
		s.tables++
	case heading:
		s.titles++
	case paragraph, code:
	}
	s.markdown += b.markdown() + "\n\n"
	s.said = append(s.said, m.said[from:to]...)
	s.inOrder += hits
	return true
}

// cutFrom returns the word of its block that a stretch begins with: its first, unless the page before has words of it.
func (m *manual) cutFrom(i int) int {
	if i == 0 || m.places[i-1].block != m.places[i].block {
		return 0
	}
	return m.places[i].word
}

// cutTo returns the word of its block before which a stretch ends.
func (m *manual) cutTo(j int) int {
	last := m.places[j-1]
	if j == len(m.places) || m.places[j].block != last.block {
		return len(m.blocks[last.block].words)
	}
	return last.word + 1
}

// common counts the words that two texts share, in any order.
func common(said []string, printed []pdfWord) (same int) {
	counts := map[string]int{}
	for _, w := range printed {
		counts[w.text]++
	}
	for _, w := range said {
		if counts[w] > 0 {
			counts[w]--
			same++
		}
	}
	return same
}
