package mask

import (
	"net/url"
	"slices"
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
	for i, text := range r.covered(texts, func(int) string { return "" }) {
		masked[i] = spans[i]
		masked[i].Text, masked[i].Link = text, r.link(spans[i].Link)
	}
	return masked
}

// covered masks what is found in texts when they are joined, each with what gap returns for it behind it.
func (r Rules) covered(texts []string, gap func(i int) string) []string {
	var joined strings.Builder
	for i, text := range texts {
		joined.WriteString(text)
		joined.WriteString(gap(i))
	}
	found := r.Find(joined.String())
	out := make([]string, len(texts))
	offset := 0
	for i, text := range texts {
		for len(found) > 0 && found[0].To <= offset {
			found = found[1:]
		}
		out[i] = cover(text, offset, upTo(found, offset+len(text)))
		offset += len(text) + len(gap(i))
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
	for _, written := range []string{target, rest} {
		decoded, err := url.QueryUnescape(written)
		if len(r.Find(written)) > 0 || (err == nil && len(r.Find(decoded)) > 0) {
			return ""
		}
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
	masked := slices.Clone(words)
	for i, text := range r.line(texts) {
		masked[i].Text = text
	}
	return masked
}

// line masks what is found in words that follow each other. A word that ends with a hyphen is also read together with
// the next one, with and without the hyphen, because it may have been broken at the end of a line. The text of blocks,
// in which such words are joined, must not be masked any better.
func (r Rules) line(words []string) []string {
	out := r.covered(words, func(int) string { return " " })
	stems := make([]string, len(words))
	hyphens := 0
	for i, w := range words {
		stem, broken := page.CutHyphen(w)
		if broken {
			hyphens++
		}
		stems[i] = stem
	}
	if hyphens == 0 {
		return out
	}
	gap := func(i int) string {
		if len(stems[i]) < len(words[i]) {
			return ""
		}
		return " "
	}
	for i, text := range r.covered(words, gap) {
		out[i] = both(out[i], text)
	}
	for i, text := range r.covered(stems, gap) {
		out[i] = both(out[i], text+words[i][len(stems[i]):])
	}
	return out
}

// both returns a text with what is masked in either of two versions of it.
func both(a, b string) string {
	if a == b {
		return a
	}
	masked := []rune(a)
	for i, c := range []rune(b) {
		if c == Cover {
			masked[i] = c
		}
	}
	return string(masked)
}
