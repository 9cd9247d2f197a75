package page

import (
	"slices"
	"strconv"
	"strings"
)

// appendHTMLTable appends t as HTML without blank lines, because a blank line would end the HTML block in
// Markdown.
func appendHTMLTable(dst []byte, t *Table) []byte {
	dst = append(dst, "<table>\n"...)
	for i := range t.Rows {
		dst = append(dst, "<tr>"...)
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			tag := "td"
			if c.Header || i < t.HeaderRows {
				tag = "th"
			}
			dst = append(append(dst, '<'), tag...)
			dst = appendSpan(dst, "colspan", c.ColSpan)
			dst = appendSpan(dst, "rowspan", c.RowSpan)
			dst = append(dst, '>')
			dst = appendHTMLBlocks(dst, c.Blocks, tag == "th")
			dst = append(append(append(dst, "</"...), tag...), '>')
		}
		dst = append(dst, "</tr>\n"...)
	}
	return append(dst, "</table>"...)
}

func appendSpan(dst []byte, name string, n int) []byte {
	if n <= 1 {
		return dst
	}
	dst = append(append(append(dst, ' '), name...), '=', '"')
	return append(strconv.AppendInt(dst, int64(n), 10), '"')
}

// appendHTMLBlocks appends the blocks of a cell. Lines of text are separated by <br>.
func appendHTMLBlocks(dst []byte, blocks []Block, header bool) []byte {
	text := false
	for i := 0; i < len(blocks); i++ {
		b := &blocks[i]
		switch {
		case b.Kind == ListItem:
			n := i
			for n < len(blocks) && blocks[n].Kind == ListItem {
				n++
			}
			dst = appendHTMLList(dst, blocks[i:n], header)
			i, text = n-1, false
			continue
		case b.Table != nil:
			if dst[len(dst)-1] != '\n' {
				dst = append(dst, '\n')
			}
			dst = append(appendHTMLTable(dst, b.Table), '\n')
			text = false
			continue
		}
		before := len(dst)
		if text {
			dst = append(dst, "<br>"...)
		}
		from := len(dst)
		dst = appendHTMLBlock(dst, b, header)
		if len(dst) == from {
			dst = dst[:before]
			continue
		}
		text = true
	}
	return dst
}

func appendHTMLBlock(dst []byte, b *Block, header bool) []byte {
	switch b.Kind {
	case Code:
		dst = append(dst, "<pre><code>"...)
		dst = appendHTMLText(dst, b.Text(), "&#10;")
		return append(dst, "</code></pre>"...)
	case Formula:
		return append(appendHTMLText(append(dst, '$'), strings.TrimSpace(b.Text()), " "), '$')
	case Picture:
		if alt := strings.TrimSpace(b.Alt); alt != "" {
			dst = append(appendHTMLText(append(dst, `<img alt="`...), strings.ReplaceAll(alt, `"`, "”"), " "), `">`...)
		}
	case Footnote:
		if label := noteLabel(b.Marker); label != "" {
			dst = append(appendHTMLText(dst, label, ""), ". "...)
		}
	}
	return appendHTMLSpans(dst, b.Spans, header)
}

// appendHTMLList appends items as nested lists. A number that HTML would not produce by counting is written
// into the text.
func appendHTMLList(dst []byte, items []Block, header bool) []byte {
	var tags []string
	base := items[0].Level
	for i := range items {
		b := &items[i]
		depth := max(b.Level-base, 0) + 1
		for len(tags) > depth {
			dst = append(dst, "</li>"+tags[len(tags)-1]...)
			tags = tags[:len(tags)-1]
		}
		if len(tags) == depth {
			dst = append(dst, "</li>"...)
		}
		number := strings.TrimRight(b.Marker, ".)")
		counted := b.Ordered && isMarkdownNumber(b.Marker)
		if len(tags) < depth {
			if counted {
				dst = append(dst, `<ol start="`+number+`">`...)
				tags = append(tags, "</ol>")
			} else {
				dst = append(dst, "<ul>"...)
				tags = append(tags, "</ul>")
			}
			depth = len(tags)
		}
		dst = append(dst, "<li>"...)
		if (b.Ordered && tags[depth-1] == "</ul>") || (!b.Ordered && checkbox(b.Marker) != "") {
			dst = append(appendHTMLText(dst, b.Marker, ""), ' ')
		}
		dst = appendHTMLSpans(dst, b.Spans, header)
	}
	for _, tag := range slices.Backward(tags) {
		dst = append(dst, "</li>"+tag...)
	}
	return dst
}

var htmlTags = [...]struct {
	bit  style
	name string
}{{bold, "strong"}, {italic, "em"}, {strike, "del"}, {sup, "sup"}, {sub, "sub"}, {code, "code"}}

func appendHTMLSpans(dst []byte, spans []Span, header bool) []byte {
	var drop style
	if header {
		drop = bold
	}
	var in inline
	in.load(spans, drop)
	for i := range in.runs {
		r := &in.runs[i]
		if r.note != "" {
			dst = append(append(append(dst, "[^"...), r.note...), ']')
			continue
		}
		if r.link != "" {
			dst = append(appendURL(append(dst, `<a href="`...), r.link, inCell), `">`...)
		}
		for _, t := range htmlTags {
			if r.style&t.bit != 0 {
				dst = append(dst, "<"+t.name+">"...)
			}
		}
		if r.style&mathText != 0 {
			dst = append(appendHTMLBytes(append(dst, '$'), in.text[r.start:r.end], " "), '$')
		} else {
			dst = appendHTMLBytes(dst, appendChecks(nil, in.text[r.start:r.end]), "<br>")
		}
		for k := len(htmlTags) - 1; k >= 0; k-- {
			if r.style&htmlTags[k].bit != 0 {
				dst = append(dst, "</"+htmlTags[k].name+">"...)
			}
		}
		if r.link != "" {
			dst = append(dst, "</a>"...)
		}
	}
	return dst
}

func appendHTMLText(dst []byte, s, newline string) []byte {
	return appendHTMLBytes(dst, appendVisible(nil, s), newline)
}

func appendHTMLBytes(dst, text []byte, newline string) []byte {
	for _, c := range text {
		switch c {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '\n':
			dst = append(dst, newline...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
