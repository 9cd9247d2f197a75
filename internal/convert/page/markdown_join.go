package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pendingBlock is a block that may still be continued, with the number of the last page that touched it.
type pendingBlock struct {
	Block
	page int
	// owned says that Spans or Table are copies and may be appended to.
	owned bool
}

// add queues b, or joins it with the block that it continues.
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

// settled is the number of leading pending blocks that no block of the next page can continue: that one
// continues the last of its kind, when that stands on the last page with text (pictures may lie between).
func (m *MarkdownWriter) settled() int {
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

// join appends the rest of a block. It reports false when the two do not fit.
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

// joinText appends text that goes on after a break: a hyphen between two lower-case letters is the break's,
// a space is put where the script separates words.
func (p *pendingBlock) joinText(rest []Span) {
	if len(p.Spans) == 0 || len(rest) == 0 {
		p.Spans = append(p.Spans, rest...)
		return
	}
	last := &p.Spans[len(p.Spans)-1]
	next, _ := utf8.DecodeRuneInString(rest[0].Text)
	head, hyphen := strings.CutSuffix(last.Text, "-")
	soft, isSoft := strings.CutSuffix(last.Text, "\u00AD")
	before, _ := utf8.DecodeLastRuneInString(last.Text)
	stem, _ := utf8.DecodeLastRuneInString(head)
	switch {
	case isSoft:
		last.Text = soft
	case hyphen && unicode.IsLower(stem) && unicode.IsLower(next):
		last.Text = head
	case hyphen && unicode.IsLetter(stem), unspaced(before) && unspaced(next):
	default:
		p.Spans = append(p.Spans, Span{Text: " "})
	}
	p.Spans = append(p.Spans, rest...)
}

// unspaced says whether r belongs to a script that writes words without spaces between them.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

// joinTable appends the rows of a table that goes on, without the header rows that it repeats. Where no header is known
// that is the first row.
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
