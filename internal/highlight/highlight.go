// Package highlight finds where quoted text is on a document's pages, as boxes of one line each.
//
// Text that a conversion has cut into passages is found by its offsets. Any other text, and text whose page was
// converted anew, is found by comparing words.
package highlight

import (
	"strings"

	"quire/internal/convert/page"
	"quire/internal/passage"
)

// Place is the position of text on a page. Boxes is never nil and is in reading order; it is empty for formats without
// geometry.
type Place struct {
	Page  int        `json:"page"`
	Boxes []page.Box `json:"boxes"`
}

// mostPages bounds the pages on which a quote is searched for.
const mostPages = 8

// Book finds quotes on the pages of one document. It reads each page once.
type Book struct {
	read func(number int) (page.Page, error)
	laid map[int]*sheet
}

// NewBook returns a book whose pages are loaded with read.
func NewBook(read func(number int) (page.Page, error)) *Book {
	return &Book{read: read, laid: map[int]*sheet{}}
}

// sheet returns a page with its words in the order of its text.
func (b *Book) sheet(number int) (*sheet, error) {
	if s, ok := b.laid[number]; ok {
		return s, nil
	}
	p, err := b.read(number)
	if err != nil {
		return nil, err
	}
	s := lay(p)
	b.laid[number] = s
	return s, nil
}

// Quoted returns the places of text that comes from spans of a passage; Start and End are byte offsets in text. If the
// pages no longer contain the text there, it searches for it on them.
func (b *Book) Quoted(text string, spans []passage.Span) ([]Place, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	var places []Place
	var got, want strings.Builder // want is the text without markers that are drawn rather than written
	compared := 0
	for _, s := range spans {
		on, err := b.sheet(s.Page)
		if err != nil {
			return nil, err
		}
		if s.Start < 0 || s.End > len(text) || !on.holds(s.Block, s.From, text[s.Start:s.End]) {
			return b.Find(text, spans[0].Page, spans[len(spans)-1].Page)
		}
		words := on.within(s.Block, s.From, s.From+s.End-s.Start)
		for _, w := range words {
			got.WriteString(Normal(w.text))
		}
		want.WriteString(text[min(compared, s.Start):s.Start])
		want.WriteString(text[min(s.Start+max(on.unseen[s.Block]-s.From, 0), s.End):s.End])
		compared = s.End
		places = add(places, s.Page, on.boxes(words))
	}
	want.WriteString(text[compared:])
	meant := Normal(want.String())
	if strings.Contains(got.String(), meant) {
		return places, nil
	}
	// On a page scanned askew, words may lie on the wrong block.
	found, under, err := b.find(text, spans[0].Page, spans[len(spans)-1].Page)
	if err != nil || unlike(under, meant) >= unlike(got.String(), meant) {
		return places, err
	}
	return found, nil
}

// unlike counts the characters that occur in only one of two texts.
func unlike(a, b string) int {
	counts := map[rune]int{}
	for _, r := range a {
		counts[r]++
	}
	for _, r := range b {
		counts[r]--
	}
	n := 0
	for _, c := range counts {
		n += max(c, -c)
	}
	return n
}

// Find returns the places of text on pages from to to. If the format has no geometry or the text is not there, the
// places have no boxes.
func (b *Book) Find(text string, from, to int) ([]Place, error) {
	places, _, err := b.find(text, from, to)
	return places, err
}

// find also returns the words found there, as normalized by Normal.
func (b *Book) find(text string, from, to int) ([]Place, string, error) {
	var inText, asRead []found
	to = min(to, from+mostPages-1)
	for number := from; number <= to; number++ {
		s, err := b.sheet(number)
		if err != nil {
			return nil, "", err
		}
		for i := range s.words {
			inText = append(inText, found{s, &s.words[i]})
		}
		for i := range s.read {
			asRead = append(asRead, found{s, &s.read[i]})
		}
	}
	var places []Place
	var under strings.Builder
	for rest := search(inText, asRead, text); len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].on == rest[0].on {
			n++
		}
		words := make([]word, 0, n)
		for _, f := range rest[:n] {
			words = append(words, *f.word)
			under.WriteString(Normal(f.word.text))
		}
		places = add(places, rest[0].on.page.Number, rest[0].on.boxes(words))
		rest = rest[n:]
	}
	if len(places) > 0 {
		return places, under.String(), nil
	}
	for number := from; number <= to; number++ {
		places = append(places, Place{Page: number, Boxes: []page.Box{}})
	}
	return places, "", nil
}

// add appends boxes to the last place if it is on the same page.
func add(places []Place, number int, boxes []page.Box) []Place {
	if n := len(places); n > 0 && places[n-1].Page == number {
		places[n-1].Boxes = append(places[n-1].Boxes, boxes...)
		return places
	}
	return append(places, Place{Page: number, Boxes: append([]page.Box{}, boxes...)})
}

// holds reports whether the text of a block contains this text at an offset.
func (s *sheet) holds(block, from int, text string) bool {
	if block < 0 || block >= len(s.page.Blocks) || from < 0 {
		return false
	}
	whole := passage.BlockText(s.page.Blocks[block])
	return from <= len(whole) && strings.HasPrefix(whole[from:], text)
}
