package highlight

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
	"quire/internal/passage"
)

// word is a word on a page, with its byte offsets in the text of its block (passage.BlockText).
type word struct {
	text       string
	box        page.Box
	block      int // -1 if no block contains it
	start, end int
}

// sheet is a page with its words in the order of its text.
type sheet struct {
	page  page.Page
	words []word
	// read holds the words in reading order, regardless of their blocks.
	read []word
	// first holds the index of each block's first word.
	first []int
	// unseen holds the length of each block's marker in its text, in bytes, if no word of the page is that marker.
	unseen []int
	// pitches holds the pitches of a level page.
	pitches pitches
}

func lay(p page.Page) *sheet {
	s := &sheet{page: p}
	j := pagejson.From(p, true)
	for i := range j.Blocks {
		s.first = append(s.first, len(s.words))
		b := &j.Blocks[i]
		marker := len(passage.BlockText(p.Blocks[i])) - len(b.Text) // a list item's marker, which its words begin with
		s.block(i, marker, b, nil)
		seen := s.mark(s.words[s.first[i]:], marker)
		if w, drawn := s.drawnMarker(i, marker); !seen && drawn {
			s.words, seen = slices.Insert(s.words, s.first[i], w), true
		}
		if seen {
			marker = 0
		}
		s.unseen = append(s.unseen, marker)
	}
	s.first = append(s.first, len(s.words))
	for _, w := range j.Words {
		if w.Box != nil {
			s.words = append(s.words, word{text: w.Text, box: *w.Box, block: -1})
		}
	}
	for _, w := range p.Words {
		s.read = append(s.read, word{text: w.Text, box: w.Box, block: -1})
	}
	if p.Angle == 0 {
		s.pitches = measure(s.read)
	}
	return s
}

// mark assigns the offsets of a marker to the words before the first word of the block's text, and reports whether
// there are any.
func (s *sheet) mark(words []word, length int) bool {
	for i := range words {
		if words[i].end > length {
			return i > 0
		}
		words[i].start, words[i].end = 0, length
	}
	return len(words) > 0
}

// leastMarker is the width, in points, of the space beside an item's words that can hold its marker: half of a narrow
// digit.
const leastMarker = 2

// drawnMarker returns the marker of an item as a word if the item has room for it before its first word. A marker that
// is not in the page's text is still inside the item's box.
func (s *sheet) drawnMarker(block, length int) (word, bool) {
	b, words := s.page.Blocks[block], s.words[s.first[block]:]
	if length == 0 || len(words) == 0 || b.Box == (page.Box{}) || s.page.Angle != 0 {
		return word{}, false
	}
	first := words[0].box
	w := word{text: b.Marker, box: first, block: block, end: length}
	if fromRight(words[0].text) {
		w.box.X0, w.box.X1 = first.X1, b.Box.X1
	} else {
		w.box.X0, w.box.X1 = b.Box.X0, first.X0
	}
	return w, w.box.X1-w.box.X0 >= leastMarker
}

// fromRight reports whether a word is written from right to left.
func fromRight(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana)
	})
}

// block adds the words of a block whose text begins at an offset in the text of the outermost block.
func (s *sheet) block(i, offset int, b *pagejson.Block, cell *page.Box) {
	around := b.Box
	if around == nil {
		around = cell
	}
	if b.Table == nil {
		s.leaf(i, offset, b, around)
		return
	}
	for r, row := range b.Table.Rows {
		if r > 0 {
			offset++
		}
		for c := range row.Cells {
			if c > 0 {
				offset++
			}
			s.cell(i, offset, &row.Cells[c])
			offset += len(row.Cells[c].Text)
		}
	}
}

func (s *sheet) cell(i, offset int, c *pagejson.Cell) {
	for k := range c.Blocks {
		if k > 0 {
			offset++
		}
		s.block(i, offset, &c.Blocks[k], c.Box)
		offset += len(c.Blocks[k].Text)
	}
}

// leaf adds the words of a block that contains no others. If the text contains none of them, as for a formula, the
// whole block stands for all of it.
func (s *sheet) leaf(i, offset int, b *pagejson.Block, around *page.Box) {
	bytesBefore := offsets(b.Text)
	from, at, located := len(s.words), 0, false
	for _, w := range b.Words {
		if w.Box == nil {
			continue
		}
		start, end := at, -1
		if w.Start != nil && w.End != nil {
			start, end, located = bytesBefore[*w.Start], bytesBefore[*w.End], true
			at = end
		}
		s.words = append(s.words, word{text: w.Text, box: *w.Box, block: i, start: start, end: end})
	}
	if !located && around != nil && strings.TrimSpace(b.Text) != "" {
		s.words = append(s.words[:from], word{text: b.Text, box: *around, block: i, end: len(b.Text)})
	}
	settle(s.words[from:], offset, len(b.Text))
}

// settle assigns to words that the text does not contain as shown, such as those written in another direction, all of
// the text between the words around them. It then shifts all words by an offset.
func settle(words []word, offset, length int) {
	next := length
	for k := range words {
		w := &words[len(words)-1-k]
		if w.end < 0 {
			w.end = max(next, w.start)
		} else {
			next = w.start
		}
		w.start, w.end = w.start+offset, w.end+offset
	}
}

// offsets returns the byte offset of every character, and of the end.
func offsets(text string) []int {
	list := make([]int, 0, len(text)+1)
	for i := range text {
		list = append(list, i)
	}
	return append(list, len(text))
}

// within returns the words in a range of a block's text, in bytes. The starts and ends of words are ascending.
func (s *sheet) within(block, from, to int) []word {
	words := s.words[s.first[block]:s.first[block+1]]
	begin := sort.Search(len(words), func(i int) bool { return words[i].end > from })
	end := begin
	for end < len(words) && words[end].start < to { // a word that is not in the text counts if it is inside the range
		end++
	}
	return words[begin:end]
}

const (
	// sameLine is the fraction of the lower of two words that must be beside the other for both to be on one line.
	sameLine = 0.5
	// widestGap is the maximum distance between two words of one box, in heights of the higher one: beyond it is
	// another column or cell.
	widestGap = 3
	// steepest is the maximum height of the box of a line, in heights of its type, before it is divided, because the
	// box of a line scanned askew would reach into its neighbours.
	steepest = 1.6
)

// boxes returns one box for each line of the words, or several for a line that runs askew.
func (s *sheet) boxes(words []word) []page.Box {
	var list []page.Box
	var last page.Box // levelled
	for i, w := range words {
		w.box = s.pitches.fit(w.box)
		level := s.page.Level(w.box)
		if n := len(list); n > 0 && continues(last, level, fromRight(w.text)) {
			if s.page.Angle == 0 {
				fit(&list[n-1], words[i-1].text, &w.box, w.text)
				last, level = list[n-1], w.box
			}
			wider := union(list[n-1], w.box)
			if upright := s.page.Angle == 0; upright || !s.steep(wider, min(last.Y1-last.Y0, level.Y1-level.Y0)) {
				list[n-1], last = wider, union(last, level)
				continue
			}
		}
		list, last = append(list, w.box), level
	}
	return list
}

// tallSign is how much higher a sign may be than the word beside it, in heights of the word: in some fonts, bullets and
// brackets have boxes as high as several lines.
const tallSign = 1.4

// fit gives a sign the height of the word beside it, so that the box of a line does not reach into others.
func fit(line *page.Box, sign string, next *page.Box, text string) {
	a, b := line.Y1-line.Y0, next.Y1-next.Y0
	switch {
	case a > tallSign*b && !spells(sign):
		line.Y0, line.Y1 = next.Y0, next.Y1
	case b > tallSign*a && !spells(text):
		next.Y0, next.Y1 = line.Y0, line.Y1
	}
}

// spells reports whether a text has letters or digits.
func spells(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// steep reports whether a box is much higher, perpendicular to its lines, than their type.
func (s *sheet) steep(b page.Box, height float64) bool {
	across := b.Y1 - b.Y0
	if quarter := int(math.Round(s.page.Angle/90)) % 4; quarter%2 == 1 {
		across = b.X1 - b.X0
	}
	return across > steepest*height
}

// continues reports whether a word continues a line: to its right, or to its left for text written from right to left.
func continues(line, next page.Box, fromRight bool) bool {
	beside := min(line.Y1, next.Y1) - max(line.Y0, next.Y0)
	a, b := line.Y1-line.Y0, next.Y1-next.Y0
	gap, forward := next.X0-line.X1, next.X0 >= line.X0
	if fromRight {
		gap, forward = line.X0-next.X1, next.X1 <= line.X1
	}
	return beside >= sameLine*min(a, b) && forward && gap <= widestGap*max(a, b)
}

func union(a, b page.Box) page.Box {
	return page.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
