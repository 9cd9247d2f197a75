package passage

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
)

type itemKind int

const (
	prose itemKind = iota
	heading
	rows
)

// item is the unit of which windows consist and which they never split: a sentence (or a part of a very long one), a
// heading, or some rows of a table.
type item struct {
	kind       itemKind
	page       int
	block      int
	level      int // of a heading
	blockText  string
	start, end int // byte range in blockText; the items of a block leave out only spaces
	weight     int // in half words
	table      *tableRows
}

func (i item) text() string { return i.blockText[i.start:i.end] }

func weight(items []item) int {
	sum := 0
	for _, i := range items {
		sum += i.weight
	}
	return sum
}

// BlockText returns a block's text as it appears in passages: list items with their markers, footnotes with their
// labels, pictures with their alternative text; a table's cells separated by tabs, its rows by newlines.
func BlockText(b page.Block) string {
	text := b.Text()
	switch b.Kind {
	case page.ListItem, page.Footnote:
		return joinNonEmpty(signOf(b.Marker), text)
	case page.Picture:
		return joinNonEmpty(b.Alt, text)
	}
	return text
}

// signOf returns the marker of a list item. A private-use character is a bullet that only a symbol font can show; it is
// replaced by another sign of the same number of bytes.
func signOf(marker string) string {
	return strings.Map(func(r rune) rune {
		if '\ue000' <= r && r <= '\uf8ff' {
			return '•'
		}
		return r
	}, marker)
}

func joinNonEmpty(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// items yields the items of a page's body in order, created on demand: a text file is one page of any size.
func (s *Splitter) items(p page.Page) iter.Seq[item] {
	return func(yield func(item) bool) {
		for _, i := range readingOrder(p.Blocks) {
			b := p.Blocks[i]
			base := item{page: p.Number, block: i, level: b.Level, blockText: BlockText(b)}
			if b.Table != nil {
				for it := range s.tableItems(base, b) {
					if !yield(it) {
						return
					}
				}
				continue
			}
			if b.Kind == page.Heading {
				base.kind = heading
			}
			for it := range sentences(base, 2*s.options.Overlap) {
				if !yield(it) {
					return
				}
			}
		}
	}
}

// sentences splits base.blockText into items of at most limit half words, at the ends of sentences if possible.
func sentences(base item, limit int) iter.Seq[item] {
	return func(yield func(item) bool) {
		text := base.blockText
		start, w := 0, 0
		for end, u := range units(text) {
			w += u
			if end < len(text) && w < limit-1 && !breaksAfter(text, start, end, w, limit) {
				continue
			}
			it := base
			it.start, it.end, it.weight = start, end, w
			if w > 0 && !yield(it) {
				return
			}
			start, w = end, 0
		}
	}
}

// breaksAfter reports whether the item text[start:end] of weight w may end here: at the end of a sentence, or at the
// end of a line once it has some length (code, lists, addresses).
func breaksAfter(text string, start, end, w, limit int) bool {
	return endsSentence(text[start:end]) || (w >= limit/2 && strings.HasSuffix(text[start:end], "\n"))
}

func endsSentence(s string) bool {
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Pe, unicode.Pf) || r == '"' || r == '\''
	})
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?:;…。！？；", r)
}

// maxRun is the length in characters above which a run without spaces (encoded data) counts as several words.
const maxRun = 60

// units walks over the words of text and yields where each one ends, including the spaces after it, and its weight in
// half words. A character of a script without spaces counts as half a word.
func units(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for pos := 0; pos < len(text); {
			end, w := unit(text, pos)
			for end < len(text) {
				r, n := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsSpace(r) {
					break
				}
				end += n
			}
			if !yield(end, w) {
				return
			}
			pos = end
		}
	}
}

func unit(text string, pos int) (end, weight int) {
	end = pos
	for runes := 0; end < len(text) && runes < maxRun; runes++ {
		r, n := utf8.DecodeRuneInString(text[end:])
		switch {
		case unicode.IsSpace(r):
			return end, min(2, 2*runes)
		case dense(r) && runes > 0:
			return end, 2
		case dense(r):
			return end + n, 1
		}
		end += n
	}
	return end, 2
}

// dense reports whether a character is in a script in which one character is about half a word.
func dense(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
