package mask

import (
	"strings"

	"quire/internal/convert/page"
)

// Page returns the page with everything that the rules find masked, wherever the document's text is: in blocks, tables,
// words, forms and the targets of links. Boxes are kept, so that positions on the page can still be found. A number
// that is split between two cells or blocks is not found.
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

// spans masks what is found in the concatenated text of all spans, because a number may be partly bold.
func (r Rules) spans(spans []page.Span) []page.Span {
	texts := make([]string, len(spans))
	for i, s := range spans {
		texts[i] = s.Text
	}
	masked := make([]page.Span, len(spans))
	for i, text := range r.covered(texts, "") {
		masked[i] = spans[i]
		masked[i].Text, masked[i].Link = text, r.link(spans[i].Link)
	}
	return masked
}

// covered masks what is found in texts when they are joined by gap.
func (r Rules) covered(texts []string, gap string) []string {
	found := r.Find(strings.Join(texts, gap))
	out := make([]string, len(texts))
	offset := 0
	for i, text := range texts {
		for len(found) > 0 && found[0].To <= offset {
			found = found[1:]
		}
		out[i] = cover(text, offset, upTo(found, offset+len(text)))
		offset += len(text) + len(gap)
	}
	return out
}

// upTo returns the data that begins before the byte end.
func upTo(found []Found, end int) []Found {
	n := 0
	for n < len(found) && found[n].From < end {
		n++
	}
	return found[:n]
}

// link returns the target of a link, or "" if it contains data to be masked.
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

// words masks what is found in the words in reading order.
func (r Rules) words(words []page.Word) []page.Word {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	masked := make([]page.Word, len(words))
	for i, text := range r.covered(texts, " ") {
		masked[i] = words[i]
		masked[i].Text = text
	}
	return masked
}
