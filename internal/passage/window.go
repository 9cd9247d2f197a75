package passage

import (
	"strings"
	"unicode"
)

// passage joins the window's items: items of one block as they are in the block, different blocks by newlines, and the
// two halves of a sentence on different pages by a space.
func (w window) passage() Passage {
	var text strings.Builder
	p := Passage{PageStart: w.items[0].page, Kind: Text}
	inTables := 0
	for _, it := range w.items {
		if it.kind == rows {
			inTables += it.weight
		}
		if it.table != nil && p.Columns == "" {
			p.Columns = it.table.header()
		}
		p.Spans = appendSpan(p.Spans, &text, it)
		p.PageEnd = it.page
	}
	p.Text = text.String()
	if 2*inTables > weight(w.items) {
		p.Kind = Table
	}
	return p
}

// appendSpan writes an item's text without trailing spaces, so that no passage ends with spaces.
func appendSpan(spans []Span, text *strings.Builder, it item) []Span {
	if n := len(spans); n > 0 {
		last := &spans[n-1]
		end := last.From + last.End - last.Start
		if last.Page == it.page && last.Block == it.block && strings.TrimSpace(it.blockText[end:it.start]) == "" {
			text.WriteString(it.blockText[end:it.start])
			text.WriteString(trimRight(it.text()))
			last.End = text.Len()
			return spans
		}
		text.WriteString(separator(last.Page, it))
	}
	start := text.Len()
	text.WriteString(trimRight(it.text()))
	return append(spans, Span{Page: it.page, Block: it.block, From: it.start, Start: start, End: text.Len()})
}

func separator(before int, it item) string {
	if it.page != before && it.kind == prose {
		return " "
	}
	return "\n"
}

func trimRight(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }
