package mask

import (
	"strings"

	"quire/internal/convert/page"
)

// Page returns the page with what the rules find covered, wherever text of the document is: in its blocks, its tables,
// its words, its forms and the targets of its links. Boxes stay, so that places on the page are still found. A number
// whose parts are in two cells or blocks is not found.
func (r Rules) Page(p page.Page) page.Page {
	if !r.Any() {
		return p
	}
	p.Blocks = r.blocks(p.Blocks)
	p.Words = r.words(p.Words)
	fields := make([]page.Field, len(p.Fields))
	for i, f := range p.Fields {
		f.Value, f.Label = r.Text(f.Value), r.Text(f.Label)
		options := make([]page.Option, len(f.Options))
		for k, o := range f.Options {
			o.Value, o.Label = r.Text(o.Value), r.Text(o.Label)
			options[k] = o
		}
		f.Options = options
		fields[i] = f
	}
	p.Fields = fields
	return p
}

func (r Rules) blocks(blocks []page.Block) []page.Block {
	masked := make([]page.Block, len(blocks))
	for i, b := range blocks {
		b.Alt = r.Text(b.Alt)
		b.Spans = r.spans(b.Spans)
		if b.Table != nil {
			b.Table = r.table(*b.Table)
		}
		masked[i] = b
	}
	return masked
}

// spans covers what is found in the text of all spans together: a number may be partly bold.
func (r Rules) spans(spans []page.Span) []page.Span {
	var text strings.Builder
	for _, s := range spans {
		text.WriteString(s.Text)
	}
	found := r.Find(text.String())
	masked := make([]page.Span, len(spans))
	offset := 0
	for i, s := range spans {
		length := len(s.Text)
		for len(found) > 0 && found[0].To <= offset {
			found = found[1:]
		}
		s.Text = cover(s.Text, offset, upTo(found, offset+length))
		s.Link = r.link(s.Link)
		masked[i] = s
		offset += length
	}
	return masked
}

// upTo returns what begins before a byte.
func upTo(found []Found, end int) []Found {
	n := 0
	for n < len(found) && found[n].From < end {
		n++
	}
	return found[:n]
}

// link returns the target of a link, or none if it holds what must not be read.
func (r Rules) link(target string) string {
	_, rest, _ := strings.Cut(target, ":")
	if len(r.Find(target)) > 0 || len(r.Find(rest)) > 0 {
		return ""
	}
	return target
}

func (r Rules) table(t page.Table) *page.Table {
	rows := make([]page.Row, len(t.Rows))
	for i, row := range t.Rows {
		cells := make([]page.Cell, len(row.Cells))
		for k, c := range row.Cells {
			c.Blocks = r.blocks(c.Blocks)
			cells[k] = c
		}
		rows[i].Cells = cells
	}
	t.Rows = rows
	return &t
}

// words covers what is found in the words one after another, as they are read.
func (r Rules) words(words []page.Word) []page.Word {
	var text strings.Builder
	for _, w := range words {
		text.WriteString(w.Text + " ")
	}
	found := r.Find(text.String())
	masked := make([]page.Word, len(words))
	offset := 0
	for i, w := range words {
		length := len(w.Text)
		for len(found) > 0 && found[0].To <= offset {
			found = found[1:]
		}
		w.Text = cover(w.Text, offset, upTo(found, offset+length))
		masked[i] = w
		offset += length + 1
	}
	return masked
}
