package tree

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// reader turns the elements of a structure tree into blocks, in the tree's order.
type reader struct {
	in *ink.Input
	// words are the page's words by the marked content that they belong to; used marks the content that has
	// been read.
	words map[int][]text.Word
	used  map[int]bool
	twice bool // some content belongs to two elements
	parts []part
	// loose is text that no element describes. flow lays it out; if flow is nil, it becomes one paragraph.
	loose []text.Word
	flow  func([]text.Word) ([]page.Block, []page.Word)
	shown map[int]bool // indices of the images that are part of a figure
}

// part is a block made from an element, with its words.
type part struct {
	text.Piece
	lines []text.Line
	loose bool // laid out by flow, because no element describes it
	// inline is set if a link or the like has been added, which is a sibling of the paragraph in the tree but on its
	// line on the page. The next paragraph may continue that line.
	inline bool
	joined int // how often something has been added
}

// newTree sorts words by their marked content.
func newTree(in *ink.Input, words []text.Word, flow func([]text.Word) ([]page.Block, []page.Word)) *reader {
	t := &reader{in: in, words: map[int][]text.Word{}, used: map[int]bool{}, flow: flow, shown: map[int]bool{}}
	for _, w := range words {
		t.words[w.Content] = append(t.words[w.Content], w)
	}
	return t
}

// rest returns the words that are in no element.
func (t *reader) rest(words []text.Word) []text.Word {
	var out []text.Word
	for _, w := range words {
		if !t.used[w.Content] {
			out = append(out, w)
		}
	}
	return out
}

// content returns the words of marked content and records that they have been read.
func (t *reader) content(id int) []text.Word {
	t.twice = t.twice || t.used[id]
	t.used[id] = true
	return t.words[id]
}

// apart returns a reader of the same words whose results may be discarded.
func (t *reader) apart() *reader {
	return &reader{in: t.in, words: t.words, used: map[int]bool{}, shown: map[int]bool{}}
}

// take marks everything that a reader made by apart has read as read.
func (t *reader) take(sub *reader) {
	for id := range sub.used {
		t.content(id)
	}
}

// walk reads an element and everything below it.
func (t *reader) walk(e *ink.Element) {
	switch e.Role {
	case ink.RoleParagraph:
		t.divide(e, t.paragraph)
	case ink.RoleCaption:
		t.divide(e, t.caption)
	case ink.RoleHeading:
		t.divide(e, func(words []text.Word) { t.heading(words, e.Level) })
	case ink.RoleCode:
		t.divide(e, t.code)
	case ink.RoleList:
		t.list(e, 0)
	case ink.RoleTable:
		t.table(e)
	case ink.RoleFigure:
		t.figure(e)
	case ink.RoleNote:
		t.note(e)
	default:
		t.group(e)
	}
}

// group reads the parts of an element that does not describe its text.
func (t *reader) group(e *ink.Element) {
	looked := 0 // this many kids have been examined for rows
	for i := 0; i < len(e.Kids); i++ {
		if i >= looked {
			read, seen := t.bareRows(e.Kids[i:])
			looked = i + seen
			if i += read; i >= len(e.Kids) {
				break
			}
		}
		k := e.Kids[i]
		switch {
		case k.Element == nil:
			t.loose = append(t.loose, t.content(k.Content)...)
		case k.Element.Hollow() && k.Element.Flat():
			if t.startsLine(k.Element) {
				t.flushLoose()
			}
			t.group(k.Element)
		case !k.Element.Apart() && k.Element.Flat():
			words, apart := t.text(k.Element)
			if k.Element.Role != ink.RoleInline || !t.goOn(words, true) {
				t.loose = append(t.loose, words...)
			}
			t.each(apart)
		default:
			t.walk(k.Element)
		}
	}
}

// startsLine reports whether an element's text starts a new line after the loose text before it.
func (t *reader) startsLine(e *ink.Element) bool {
	first, ok := t.first(e)
	if len(t.loose) == 0 || !ok {
		return false
	}
	last := t.loose[len(t.loose)-1]
	return math.Abs(last.Base-first.Base) > upwards/2*max(last.Size, first.Size)
}

// first returns an element's first word; ok is false if it has none.
func (t *reader) first(e *ink.Element) (text.Word, bool) {
	for _, k := range e.Kids {
		if k.Element != nil {
			if w, ok := t.first(k.Element); ok {
				return w, true
			}
		} else if words := t.words[k.Content]; len(words) > 0 {
			return words[0], true
		}
	}
	return text.Word{}, false
}

// text returns the words of a flat element in order, and the elements among them that are read after it.
func (t *reader) text(e *ink.Element) (words []text.Word, apart []*ink.Element) {
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
			words = append(words, t.content(k.Content)...)
		case k.Element.Apart():
			apart = append(apart, k.Element)
		default:
			w, f := t.text(k.Element)
			words, apart = append(words, w...), append(apart, f...)
		}
	}
	return words, apart
}

// divide emits the stretches of an element's own text, and between them reads the elements that are separate
// blocks. Figures and notes in a line of text follow it.
func (t *reader) divide(e *ink.Element, emit func([]text.Word)) {
	t.flushLoose()
	var words []text.Word
	var apart []*ink.Element
	flush := func() {
		if len(words) > 0 {
			emit(words)
		}
		t.each(apart)
		words, apart = nil, nil
	}
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
			words = append(words, t.content(k.Content)...)
		case k.Element.Apart():
			apart = append(apart, k.Element)
		case k.Element.Flat():
			w, f := t.text(k.Element)
			words, apart = append(words, w...), append(apart, f...)
		default:
			flush()
			t.walk(k.Element)
			t.flushLoose()
		}
	}
	flush()
}

// flushLoose lays out the text collected so far that no element describes.
func (t *reader) flushLoose() {
	words := t.loose
	t.loose = nil
	if len(words) == 0 {
		return
	}
	if t.flow == nil {
		t.paragraph(words)
		return
	}
	blocks, read := t.flow(words)
	for i := range blocks {
		p := part{Piece: text.Piece{Block: blocks[i]}, loose: true}
		if i == 0 {
			p.Words = read
		}
		t.parts = append(t.parts, p)
	}
}

func (t *reader) add(b page.Block, lines []text.Line) {
	b.Tagged = true
	t.parts = append(t.parts, part{Piece: text.Piece{Block: b, Words: text.AppendWords(nil, lines)}, lines: lines})
}

func (t *reader) paragraph(words []text.Word) {
	goesOn := len(t.parts) > 0 && t.parts[len(t.parts)-1].inline && t.goOn(words, false)
	if !goesOn {
		t.newParagraph(words)
	}
}

func (t *reader) newParagraph(words []text.Word) {
	lines := treeLines(words)
	switch {
	case t.flow == nil:
		t.add(table.CellBlock(lines), lines)
	case text.ListingLines(lines) == len(lines):
		t.add(text.CodeBlock(lines), lines)
	case text.TitleAbove(lines):
		t.add(text.Block(lines[:1]), lines[:1])
		t.add(text.Block(lines[1:]), lines[1:])
	default:
		t.add(text.Block(lines), lines)
	}
}

func (t *reader) heading(words []text.Word, level int) {
	lines := treeLines(words)
	b := text.Block(lines)
	spans := text.Spans(lines)
	if tag := text.TagOf(lines...); len(b.Text()) <= ink.MaxHeading || tag.Heading > 0 {
		b.Kind, b.Level, b.Marker, b.Ordered, b.Spans = page.Heading, level, "", false, spans
	}
	t.add(b, lines)
}

func (t *reader) caption(words []text.Word) {
	lines := treeLines(words)
	b := text.Block(lines)
	b.Kind, b.Marker, b.Ordered, b.Spans = page.Caption, "", false, text.Spans(lines)
	text.ClearEmphasis(b.Spans)
	t.add(b, lines)
}

func (t *reader) code(words []text.Word) {
	lines := treeLines(words)
	t.add(text.CodeBlock(lines), lines)
}

// treeLines returns the lines of an element's words. Where the text jumps up considerably, another column begins.
func treeLines(words []text.Word) []text.Line {
	var out []text.Line
	start := 0
	for i := 1; i <= len(words); i++ {
		if i < len(words) {
			if words[i].Order != words[i-1].Order+1 {
				words[i].Glued = false
			}
			if words[i-1].Base-words[i].Base < upwards*max(words[i].Size, words[i-1].Size) {
				continue
			}
		}
		for _, row := range text.Baselines(words[start:i]) {
			text.MarkScripts(row)
			out = append(out, text.NewLine(row))
		}
		start = i
	}
	return out
}

func (t *reader) each(elements []*ink.Element) {
	for _, e := range elements {
		t.walk(e)
	}
}

// note reads a footnote, including its label, as one paragraph.
func (t *reader) note(e *ink.Element) {
	t.flushLoose()
	if words := t.all(e); len(words) > 0 {
		t.paragraph(words)
	}
}

// all returns the words of an element and of everything below it.
func (t *reader) all(e *ink.Element) []text.Word {
	var words []text.Word
	for _, k := range e.Kids {
		if k.Element == nil {
			words = append(words, t.content(k.Content)...)
		} else {
			words = append(words, t.all(k.Element)...)
		}
	}
	return words
}
