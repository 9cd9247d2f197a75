package plaintext

import (
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// deepestIndent bounds the indentation of list items, which could otherwise be longer than their text.
const deepestIndent = 8

// piece is the text of a block and of its continuations.
type piece struct {
	kind  page.Kind
	page  int    // the last one that contributed to it
	body  string // the block's own text
	parts []string
	size  int // approximate size of the text in bytes
	table *rows
}

// rows holds the rows of a table as text, beginning with the header.
type rows struct {
	columns, head int
	lines         []string
}

func pieceOf(b page.Block) piece {
	p := piece{kind: b.Kind}
	switch {
	case b.Table != nil:
		p.table = rowsOf(b.Table)
		p.body = strings.Join(p.table.lines, "\n")
	case b.Kind == page.Code:
		p.body = strings.Trim(textOf(b), "\n")
	default:
		p.body = strings.TrimSpace(textOf(b))
	}
	p.parts = []string{strings.TrimRight(label(b)+p.body, " \n")}
	p.size = len(p.parts[0])
	return p
}

func rowsOf(t *page.Table) *rows {
	out := &rows{columns: t.Columns, head: min(max(t.HeaderRows, 1), len(t.Rows))}
	for _, r := range t.Rows {
		out.lines = append(out.lines, row(r))
	}
	return out
}

func (p piece) empty() bool { return strings.TrimSpace(p.parts[0]) == "" }

// join appends the continuation of a block. It returns false if the two do not fit.
func (p *piece) join(rest piece) bool {
	switch {
	case p.kind == page.Heading, p.table != nil && p.table.columns != rest.table.columns:
		return false
	case p.table != nil:
		for _, line := range rest.table.lines[repeated(p.table, rest.table):] {
			p.parts = append(p.parts, "\n", line)
		}
	case p.kind == page.Code:
		p.parts = append(p.parts, "\n", rest.body)
	default:
		kept, between := page.Joint(p.parts[len(p.parts)-1], rest.body)
		p.parts[len(p.parts)-1] = kept
		p.parts = append(p.parts, between, rest.body)
	}
	p.size += rest.size
	return true
}

// repeated returns how many header rows at its beginning the continuation of a table repeats: all or none.
func repeated(before, again *rows) int {
	n := min(before.head, again.head)
	if slices.Equal(before.lines[:n], again.lines[:n]) {
		return n
	}
	return 0
}

// row returns the cells of a row, separated by tabs.
func row(r page.Row) string {
	cells := make([]string, 0, len(r.Cells))
	for _, c := range r.Cells {
		cells = append(cells, strings.Join(strings.Fields(page.Visible(c.Text())), " "))
	}
	return strings.Join(cells, "\t")
}

// textOf returns a block's text as a reader sees it, with references to footnotes in brackets.
func textOf(b page.Block) string {
	var s strings.Builder
	for _, span := range b.Spans {
		if span.Note != "" {
			s.WriteString("[" + span.Note + "]")
			continue
		}
		s.WriteString(span.Text)
	}
	return page.Visible(s.String())
}

// label returns what a reader sees before a block's text: the marker of an item, the number of a footnote, or the
// description of a picture.
func label(b page.Block) string {
	marker := strings.TrimSpace(page.Visible(b.Marker))
	switch {
	case b.Kind == page.ListItem && marker != "":
		return indent(b.Level) + marker + " "
	case b.Kind == page.ListItem:
		return indent(b.Level)
	case b.Kind == page.Footnote && marker != "":
		return "[" + marker + "] "
	case b.Kind == page.Picture && strings.TrimSpace(b.Alt) != "":
		return strings.TrimSpace(strings.Join(strings.Fields(page.Visible(b.Alt)), " ")) + "\n"
	}
	return ""
}

func indent(level int) string { return strings.Repeat("  ", min(max(level, 0), deepestIndent)) }
