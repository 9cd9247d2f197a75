package content

import "slices"

// Char is a character of a page's text. Positions are in PDF space.
type Char struct {
	Rune rune
	X, Y float32
	// Loose is the character's advance by the font's ascent and descent.
	Loose Rect
	// Text is the text that shows the character, or nil if the character stands for the end of a line or a gap.
	Text *Text
	// Matrix maps from the text to the page.
	Matrix Matrix
	// Generated marks characters that are not in the document: ends of lines, and spaces where there are gaps.
	Generated bool

	code uint32
	// box is the extent of what is drawn.
	box    Rect
	hyphen bool
}

const (
	// none is the code of a generated character.
	none = ^uint32(0)
	// nothing stands for characters without a meaning in the text, when lines are judged.
	nothing = 0xFFFE
	// softHyphen ends a line whose last word continues on the next.
	softHyphen = 0x02
	// leastSize is the extent, in points, below which a box counts as empty.
	leastSize = .01
	// queueLimit is the maximum number of texts in one line.
	queueLimit = 2000
)

// writer builds the text of a page. It follows PDFium's text extraction (core/fpdftext) wherever that affects the
// result: which texts share a line, where a space or the end of a line is inserted, and what is painted twice.
type writer struct {
	// display maps to the page as shown.
	display Matrix
	// flow is the direction of most text.
	flow direction
	// queue holds the texts of one line, from left to right.
	queue []*Text
	// line holds the characters of the line so far, and lineText what they stand for.
	line     []Char
	lineText []rune
	out      []Char
	outText  []rune
	previous *Text
	extent   Rect
	failed   bool
}

// Chars returns the text of the page. display maps to the page as shown, whose size is width by height. Everything
// about the text must be known. The result is valid until the next page's.
func (p *Page) Chars(display Matrix, width, height float32) ([]Char, error) {
	w := &writer{display: display, flow: flowOf(p.texts, width, height)}
	n := 0
	for _, t := range p.texts {
		n += len(t.items)
	}
	const gaps = 4 // at most one in this many characters is a generated one
	w.out, w.outText = slices.Grow(p.doc.chars[:0], n+n/gaps), slices.Grow(p.doc.runes[:0], n+n/gaps)
	w.line, w.lineText = p.doc.line[:0], p.doc.lineText[:0]
	defer func() {
		p.doc.chars, p.doc.runes, p.doc.line, p.doc.lineText = w.out, w.outText, w.line, w.lineText
	}()
	for _, t := range p.texts {
		w.settle(t)
		w.add(t)
	}
	w.flush()
	w.endLine()
	if w.failed {
		return nil, ErrUnknown
	}
	return w.out, nil
}

// settle computes what depends on where a text is on the page.
func (w *writer) settle(t *Text) {
	t.whole = t.matrix.then(t.form)
	t.atX, t.atY = w.display.point(t.whole.E, t.whole.F)
}

// reach returns the advance of one of the text's characters on the page.
func (t *Text) reach(g *Glyph) float32 {
	return t.whole.distance(abs(float32(g.advance()) * t.Size / 1000))
}

func (t *Text) firstItem() *item { return &t.items[0] }
func (t *Text) lastItem() *item  { return &t.items[len(t.items)-1] }

// add queues a text at its position in the line, unless it repeats an earlier one. A text on a new line flushes the
// queue first.
func (w *writer) add(t *Text) {
	if abs(t.rect.width()) < leastSize {
		return
	}
	n := len(w.queue)
	if n == 0 {
		w.queue = append(w.queue, t)
		return
	}
	if w.repeated(t) {
		return
	}
	last := w.queue[n-1]
	threshold := max(last.reach(last.lastItem().glyph), t.reach(t.firstItem().glyph)) / 4
	if abs(t.atY-last.atY) > threshold*2 {
		w.flush()
		w.queue = append(w.queue, t)
		return
	}
	if w.failed = w.failed || n > queueLimit; w.failed {
		return
	}
	i := n
	for ; i > 0; i-- {
		if t.atX >= w.queue[i-1].atX {
			break
		}
	}
	w.queue = append(w.queue, nil)
	copy(w.queue[i+1:], w.queue[i:])
	w.queue[i] = t
}

// flush writes the texts in the queue.
func (w *writer) flush() {
	for _, t := range w.queue {
		w.write(t)
	}
	w.queue = w.queue[:0]
}

// lookBack is how many texts back are checked for repetition.
const lookBack = 5

// repeated reports whether a text is painted on top of an equal one, as for a shadow or for bold type.
func (w *writer) repeated(t *Text) bool {
	other := t.before
	for range lookBack {
		if other == nil {
			return false
		}
		if w.same(other, t) {
			return true
		}
		other = other.before
	}
	return false
}

// same reports whether two texts are equal and in nearly the same place.
func (w *writer) same(now, before *Text) bool {
	common := before.rect
	if common.empty() && now.rect.empty() {
		if n := len(w.out); n >= 2 && abs(common.Left-now.rect.Left) > w.out[n-2].box.width() {
			return false
		}
	} else {
		common = common.intersection(now.rect)
		width := now.rect.width()
		if common.empty() || abs(common.width()-width) > width/2 || before.Size != now.Size {
			return false
		}
	}
	if len(before.items) != len(now.items) || before.joints != now.joints {
		return false
	}
	for i := range now.items {
		if now.items[i].code != before.items[i].code {
			return false
		}
	}
	size := before.Size
	advance := float32(before.lastItem().glyph.advance())
	most := max(common.height(), common.width(), size)
	dx, dy := now.matrix.E-before.matrix.E, now.matrix.F-before.matrix.F
	return float64(abs(dx)) <= .9*float64(advance)*float64(size)/1000 && abs(dy) <= most/8
}
