package main

import (
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// block is one piece of the truth.
type block struct {
	part     part
	markdown string
	glyphs   []glyph
}

// composer turns a structure tree into blocks.
type composer struct {
	pages  []sheet
	used   map[content]bool
	blocks []block
	// open is the paragraph between blocks; parted says that the following text may start another one.
	open   []glyph
	parted bool
	// later are elements within the current text that are to be read after it.
	later []*element
	// notes are output at the end of their page.
	notes []block
	// widths are the numbers of columns of all rows of all tables.
	widths [][]int
}

func compose(root *element, pages []sheet) *composer {
	c := &composer{pages: pages, used: map[content]bool{}}
	c.walk(root)
	c.endPage()
	return c
}

// markdown returns the truth: headings, paragraphs, lists and, as HTML, tables, in the order of the tree.
func (c *composer) markdown() string {
	var out strings.Builder
	for _, b := range c.blocks {
		out.WriteString(b.markdown + "\n\n")
	}
	return out.String()
}

// walk reads the blocks of an element that contains blocks. Text between them is a paragraph.
func (c *composer) walk(e *element) {
	c.end()
	c.pieces(e)
	c.end()
}

func (c *composer) pieces(e *element) {
	for _, k := range e.kids {
		switch {
		case k.element == nil:
			c.append(c.leaf(k.content))
		case k.hollow():
			c.parted = true
			c.pieces(k.element)
			c.parted = true
		case k.flows() || k.part() == label:
			c.append(c.text(k.element))
		default:
			c.end()
			c.block(k.element)
		}
	}
}

// append adds to the open paragraph, or opens the next one. Next to an element that may be either a block or part of a
// line, only text that continues the line belongs to the paragraph.
func (c *composer) append(glyphs []glyph) {
	if len(glyphs) == 0 {
		return
	}
	if c.parted && len(c.open) > 0 && !goesOn(c.open[len(c.open)-1], glyphs[0]) {
		c.end()
	}
	c.parted = false
	c.open = append(c.open, glyphs...)
}

// goesOn reports whether g directly follows the previous character.
func goesOn(before, g glyph) bool {
	size := math.Max(before.size, g.size)
	return before.page == g.page && math.Abs(middle(before)-middle(g)) <= lineStep*size && math.Abs(g.left-before.right) < size
}

// end ends the open paragraph.
func (c *composer) end() {
	open := c.open
	c.open, c.parted = nil, false
	c.add(paragraph, "", open)
}

func (c *composer) block(e *element) {
	switch e.part() {
	case heading:
		c.add(heading, strings.Repeat("#", e.level())+" ", c.text(e))
	case paragraph, figure:
		c.add(e.part(), "", c.text(e))
	case note:
		if glyphs := c.text(e); len(glyphs) > 0 {
			c.notes = append(c.notes, block{note, joined(glyphs), glyphs})
		}
	case list:
		c.list(e)
	case table:
		c.table(e)
	default:
		c.walk(e)
	}
}

// add adds a block that consists of text only.
func (c *composer) add(p part, prefix string, glyphs []glyph) {
	text := joined(glyphs)
	if text != "" {
		text = prefix + text
	}
	c.put(p, text, glyphs)
}

// put adds a block unless it is empty, after the notes of the preceding pages and before the elements within its text.
func (c *composer) put(p part, markdown string, glyphs []glyph) {
	if markdown != "" {
		if len(c.notes) > 0 && c.notes[len(c.notes)-1].glyphs[0].page < glyphs[0].page {
			c.endPage()
		}
		c.blocks = append(c.blocks, block{p, markdown, glyphs})
	}
	later := c.later
	c.later = nil
	for _, e := range later {
		c.block(e)
	}
}

func (c *composer) endPage() {
	c.blocks = append(c.blocks, c.notes...)
	c.notes = nil
}

// text returns the characters of an element. Notes, pictures, lists and tables within it are read later.
func (c *composer) text(e *element) []glyph {
	var out []glyph
	for _, k := range e.kids {
		switch {
		case k.element == nil:
			out = append(out, c.leaf(k.content)...)
		case slices.Contains([]part{note, figure, list, table}, k.part()):
			c.later = append(c.later, k.element)
		default:
			out = append(out, c.text(k.element)...)
		}
	}
	if e.actual != "" && len(out) > 0 {
		return replaced(out, e.actual)
	}
	return out
}

// replaced returns text in the place of glyphs.
func replaced(glyphs []glyph, text string) []glyph {
	out := make([]glyph, 0, len(text))
	for _, char := range text {
		g := glyphs[0]
		g.char = char
		out = append(out, g)
	}
	last := &out[len(out)-1]
	char := last.char
	*last = glyphs[len(glyphs)-1]
	last.char = char
	return out
}

// leaf returns the characters of marked content the first time, and nothing after that.
func (c *composer) leaf(at content) []glyph {
	if at.page < 0 || at.page >= len(c.pages) || c.used[at] {
		return nil
	}
	c.used[at] = true
	if l := c.pages[at.page].leaves[at.number]; l != nil {
		return l.glyphs
	}
	return nil
}

func (c *composer) list(e *element) {
	for _, k := range e.kids {
		if k.element == nil || k.part() != item {
			c.walk(&element{kids: []kid{k}})
			continue
		}
		marker, body := c.itemParts(k.element)
		shown := joined(body)
		if marker == "" {
			marker, shown = cutBullet(shown)
		}
		if shown != "" {
			shown = markerOf(marker) + " " + shown
		}
		c.put(item, shown, body)
	}
}

// itemParts returns the marker and the body of an item.
func (c *composer) itemParts(e *element) (marker string, body []glyph) {
	for _, k := range e.kids {
		switch {
		case k.element == nil:
			body = append(body, c.leaf(k.content)...)
		case k.part() == label:
			marker += joined(c.text(k.element))
		case k.part() == list:
			c.later = append(c.later, k.element)
		default:
			body = append(body, c.text(k.element)...)
		}
	}
	return marker, body
}

// cutBullet separates an item from the bullet that it begins with.
func cutBullet(text string) (bullet, rest string) {
	first, rest, ok := strings.Cut(text, " ")
	if ok && !strings.ContainsFunc(first, wordy) {
		return first, rest
	}
	return "", text
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// markerOf returns an item's marker in Markdown. Numbers and letters stay as they are.
func markerOf(shown string) string {
	if strings.ContainsFunc(shown, wordy) && !strings.ContainsFunc(shown, private) && shown != "o" {
		return shown
	}
	return "-"
}

// private reports whether a character has a meaning only in its font, like the bullets of symbol fonts.
func private(r rune) bool { return unicode.Is(unicode.Co, r) }

// table adds a table as HTML. If it has a single row or column, or a single cell with text, it only arranges the page, and
// its contents are added as blocks.
func (c *composer) table(e *element) {
	rows := rowsOf(e, nil)
	widths := widthsOf(rows)
	if len(rows) < 2 || slices.Max(widths) < 2 || c.filled(rows) < 2 {
		c.walk(&element{kids: e.kids})
		return
	}
	c.widths = append(c.widths, widths)
	for _, k := range e.kids {
		if k.element != nil && k.role == "Caption" {
			c.block(k.element)
		}
	}
	var out strings.Builder
	var all []glyph
	out.WriteString("<table>\n")
	for _, r := range rows {
		out.WriteString("<tr>")
		for _, cell := range r {
			glyphs := c.whole(cell)
			all = append(all, glyphs...)
			out.WriteString("<td" + span("rowspan", cell.rowSpan) + span("colspan", cell.colSpan) + ">" +
				html.EscapeString(joined(glyphs)) + "</td>")
		}
		out.WriteString("</tr>\n")
	}
	if len(all) > 0 {
		c.put(table, out.String()+"</table>", all)
	}
}

// filled counts the cells with text.
func (c *composer) filled(rows [][]*element) int {
	cells := 0
	for _, cell := range slices.Concat(rows...) {
		if c.shows(cell) {
			cells++
		}
	}
	return cells
}

// shows reports whether an element has visible text.
func (c *composer) shows(e *element) bool {
	return slices.ContainsFunc(e.kids, func(k kid) bool {
		if k.element != nil {
			return c.shows(k.element)
		}
		if k.content.page < 0 || k.content.page >= len(c.pages) {
			return false
		}
		l := c.pages[k.content.page].leaves[k.content.number]
		return l != nil && slices.ContainsFunc(l.glyphs, func(g glyph) bool { return !unicode.IsSpace(g.char) })
	})
}

// widthsOf returns the number of columns of every row, including cells that reach down from rows above.
func widthsOf(rows [][]*element) []int {
	widths := make([]int, len(rows))
	for i, r := range rows {
		for _, cell := range r {
			for j := i; j < min(i+cell.rowSpan, len(rows)); j++ {
				widths[j] += cell.colSpan
			}
		}
	}
	return widths
}

// whole returns all characters of an element, including those in lists and tables.
func (c *composer) whole(e *element) []glyph {
	before := c.later
	c.later = nil
	out := c.text(e)
	for len(c.later) > 0 {
		next := c.later[0]
		c.later = c.later[1:]
		out = append(out, c.text(next)...)
	}
	c.later = before
	return out
}

// rowsOf returns the cells of every row of a table, but not of the tables nested in it.
func rowsOf(e *element, rows [][]*element) [][]*element {
	for _, k := range e.kids {
		switch {
		case k.element == nil || k.part() == table || k.part() == cell:
		case k.part() == row:
			rows = append(rows, cellsOf(k.element, nil))
		default:
			rows = rowsOf(k.element, rows)
		}
	}
	return rows
}

func cellsOf(e *element, cells []*element) []*element {
	for _, k := range e.kids {
		switch {
		case k.element == nil:
		case k.part() == cell:
			cells = append(cells, k.element)
		default:
			cells = cellsOf(k.element, cells)
		}
	}
	return cells
}

func span(name string, n int) string {
	if n <= 1 {
		return ""
	}
	return " " + name + "=" + strconv.Quote(strconv.Itoa(n))
}
