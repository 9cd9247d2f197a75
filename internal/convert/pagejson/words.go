package pagejson

import (
	"unicode"

	"quire/internal/convert/page"
)

const (
	// lookahead is how many blocks and cells before and after the last word's are searched for the next word before a
	// grid of all of them is used.
	lookahead = 64
	// reach is how many characters of a text are searched for the next word: more than the LaTeX of a formula has.
	reach = 200
	// outside is how far the middle of a word may lie outside its block's box, in points.
	outside = 1.0
)

// piece is a block with its own text, and how much of it has been matched with words.
type piece struct {
	block *Block
	box   *page.Box
	text  []rune
	at    int
	// spans are the positions of the text's characters in the Markdown; nil until they are needed.
	spans []span
}

// place assigns every word to the block on which it lies and finds it in the block's text. Words and blocks are both in
// reading order. It returns the words that lie on no block.
func place(blocks []Block, words []page.Word) []Word {
	pieces := flatten(nil, blocks, nil)
	held := holders{pieces: pieces}
	var left []Word
	from := 0
	for _, w := range words {
		out := Word{Text: w.Text, Box: box(w.Box), Confidence: w.Confidence}
		k := held.of(from, w.Box)
		if k < 0 {
			left = append(left, out)
			continue
		}
		from = k
		for i := k; i < len(pieces) && pieces[i].box == pieces[k].box; i++ { // the paragraphs of a cell share its box
			if start, end, ok := pieces[i].find(w.Text); ok {
				out.Start, out.End, pieces[i].at = &start, &end, end
				out.MarkdownStart, out.MarkdownEnd = pieces[i].inMarkdown(start, end)
				k = i
				break
			}
		}
		pieces[k].block.Words = append(pieces[k].block.Words, out)
	}
	return left
}

// inMarkdown returns the position of a range of the text in the Markdown.
func (p *piece) inMarkdown(from, to int) (start, end *int) {
	if p.spans == nil {
		p.spans = aligned(p.block, p.text)
	}
	for ; from < to && p.spans[from].end == 0; from++ { // invisible characters are not in the Markdown
	}
	for ; to > from && p.spans[to-1].end == 0; to-- {
	}
	if from == to {
		return nil, nil
	}
	return &p.spans[from].start, &p.spans[to-1].end
}

// flatten appends the blocks that contain no others; those in a cell get the cell's box.
func flatten(out []piece, blocks []Block, cell *page.Box) []piece {
	for i := range blocks {
		b := &blocks[i]
		around := b.Box
		if around == nil {
			around = cell
		}
		if b.Table == nil {
			out = append(out, piece{block: b, box: around, text: []rune(b.Text)})
			continue
		}
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				out = flatten(out, c.Blocks, c.Box)
			}
		}
	}
	return out
}

// holders finds the pieces on which words lie.
type holders struct {
	pieces []piece
	grid   *grid // nil until it is needed
}

// of returns the piece on which a box lies: the last one found, one after it, or one before it; -1 if there is none.
func (h *holders) of(last int, b page.Box) int {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	for k := last; k < min(last+lookahead, len(h.pieces)); k++ {
		if holds(h.pieces[k].box, x, y) {
			return k
		}
	}
	for k := last - 1; k >= max(last-lookahead, 0); k-- {
		if holds(h.pieces[k].box, x, y) {
			return k
		}
	}
	if len(h.pieces) <= lookahead {
		return -1
	}
	if h.grid == nil {
		h.grid = newGrid(h.pieces)
	}
	return h.grid.around(x, y, last)
}

// holds reports whether a point lies on a box, or nearly so.
func holds(b *page.Box, x, y float64) bool {
	return b != nil && x > b.X0-outside && x < b.X1+outside && y > b.Y0-outside && y < b.Y1+outside
}

// find returns the position of a word in the rest of the text: either next, or within reach at the beginning of a word.
// Text joins words that the page hyphenates, so a hyphen at the end may be missing.
func (p *piece) find(word string) (start, end int, ok bool) {
	want := []rune(word)
	if n := len(want); n > 1 && isHyphen(want[n-1]) {
		if start, end, ok := p.search(want); ok {
			return start, end, true
		}
		want = want[:n-1]
	}
	return p.search(want)
}

func (p *piece) search(want []rune) (start, end int, ok bool) {
	next := p.at
	for next < len(p.text) && unicode.IsSpace(p.text[next]) {
		next++
	}
	for i := next; i+len(want) <= min(next+reach+len(want), len(p.text)); i++ {
		begins := i == next || !inWord(p.text[i-1]) || !inWord(p.text[i])
		if begins && equal(p.text[i:i+len(want)], want) && (i == next || ends(p.text, i+len(want))) {
			return i, i + len(want), true
		}
	}
	return 0, 0, false
}

func equal(a, b []rune) bool {
	for i := range b {
		if a[i] != b[i] {
			return false
		}
	}
	return len(b) > 0
}

// ends reports whether a word can end before the character at i.
func ends(text []rune, i int) bool {
	return i >= len(text) || !inWord(text[i]) || !inWord(text[i-1])
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func isHyphen(r rune) bool { return r == '-' || r == '\u00ad' }
