package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pendingBlock is a block that may still be continued, with the number of the last page that contributed to it.
type pendingBlock struct {
	Block
	page int
	// owned is set when Spans or Table are copies, which may be appended to.
	owned bool
}

// add queues b, or joins it to the block that it continues.
func (m *MarkdownWriter) add(b *Block) {
	if slices.Contains(continuable[:], b.Kind) {
		m.textPage = m.pages
	}
	if b.Continues {
		for i := range slices.Backward(m.pending) {
			before := &m.pending[i]
			if before.Kind == b.Kind {
				if before.join(b) {
					before.page = m.pages
					return
				}
				break
			}
		}
	}
	m.pending = append(m.pending, pendingBlock{Block: *b, page: m.pages})
}

// complete returns the number of leading pending blocks that no block of the next page can continue. A continuation
// attaches to the last block of its kind if that is on the last page with text; pictures may be in between.
func (m *MarkdownWriter) complete() int {
	var seen [len(continuable)]bool
	first := len(m.pending)
	for i := range slices.Backward(m.pending) {
		k := slices.Index(continuable[:], m.pending[i].Kind)
		if k < 0 || seen[k] {
			continue
		}
		seen[k] = true
		if m.pending[i].page == m.textPage {
			first = i
		}
	}
	return first
}

var continuable = [...]Kind{Paragraph, ListItem, TableKind, Code, Footnote}

// join appends the continuation of a block. It returns false when the two do not fit.
func (p *pendingBlock) join(rest *Block) bool {
	switch {
	case p.Table != nil && rest.Table != nil:
		return p.joinTable(rest.Table)
	case p.Table != nil || rest.Table != nil || p.Kind == MarkdownKind || p.Kind == Heading:
		return false
	}
	if !p.owned {
		p.Spans, p.owned = slices.Clone(p.Spans), true
	}
	if p.Kind == Code {
		p.Spans = append(append(p.Spans, Span{Text: "\n"}), rest.Spans...)
		return true
	}
	p.joinText(rest.Spans)
	return true
}

// joinText appends text that continues after a break.
func (p *pendingBlock) joinText(rest []Span) {
	if len(p.Spans) > 0 && len(rest) > 0 {
		last := &p.Spans[len(p.Spans)-1]
		kept, between := Joint(last.Text, rest[0].Text)
		last.Text = kept
		if between != "" {
			p.Spans = append(p.Spans, Span{Text: between})
		}
	}
	p.Spans = append(p.Spans, rest...)
}

// Joint returns what is kept of the text before a break, and what comes between it and the text after the break. A
// hyphen between two lower-case letters belongs to the break and is removed; a space is inserted if the script
// separates words.
func Joint(before, after string) (kept, between string) {
	next, _ := utf8.DecodeRuneInString(after)
	head, hyphen := CutHyphen(before)
	soft, isSoft := strings.CutSuffix(before, "\u00AD")
	last, _ := utf8.DecodeLastRuneInString(before)
	stem, _ := utf8.DecodeLastRuneInString(head)
	switch {
	case isSoft:
		return soft, ""
	case hyphen && unicode.IsLower(stem) && unicode.IsLower(next):
		return head, ""
	case hyphen && unicode.IsLetter(stem), unspaced(last) && unspaced(next):
		return before, ""
	}
	return before, " "
}

// TypographicHyphen is Unicode's unambiguous hyphen. Programs that hyphenate by themselves, such as browsers, put it at
// the ends of lines where the text has none.
const TypographicHyphen = "\u2010"

// CutHyphen returns text without the hyphen at its end, and reports whether there was one. A soft hyphen does not
// count.
func CutHyphen(text string) (stem string, found bool) {
	if stem, found = strings.CutSuffix(text, "-"); found {
		return stem, true
	}
	return strings.CutSuffix(text, TypographicHyphen)
}

// unspaced reports whether r belongs to a script written without spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		(r >= 0x3000 && r <= 0x303F) || (r >= 0xFF00 && r <= 0xFFEF)
}

// joinTable appends the rows of a table's continuation, without the header rows that it repeats. If no header is known,
// it compares the first row instead.
func (p *pendingBlock) joinTable(rest *Table) bool {
	if p.Table.Columns != rest.Columns {
		return false
	}
	if !p.owned {
		t := *p.Table
		t.Rows = slices.Clone(t.Rows)
		p.Table, p.owned = &t, true
	}
	repeated := min(max(rest.HeaderRows, 1), max(p.Table.HeaderRows, 1), len(rest.Rows), len(p.Table.Rows))
	for i := range repeated {
		if !slices.EqualFunc(rest.Rows[i].Cells, p.Table.Rows[i].Cells, func(a, b Cell) bool { return a.Text() == b.Text() }) {
			repeated = 0
			break
		}
	}
	p.Table.Rows = append(p.Table.Rows, rest.Rows[repeated:]...)
	return true
}
