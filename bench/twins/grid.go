package main

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// blocky are the elements that cells of a record do not contain.
var blocky = []atom.Atom{atom.Table, atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.Ul, atom.Ol, atom.Dl}

// isGrid reports whether a table holds records: it has at least two rows, two cells with text in one of them, and no
// headings, listings or tables, which indicate a table that arranges a page. DocBook arranges the sign, the title and the
// text of a note in a table.
func isGrid(n *html.Node) bool {
	if attribute(n, "role") == "presentation" {
		return false
	}
	rows, widest, arranged := 0, 0, false
	for d := range n.Descendants() {
		if d.DataAtom == atom.Tr {
			rows++
			widest = max(widest, cellsIn(d))
		}
		arranged = arranged || slices.Contains(blocky, d.DataAtom)
	}
	return rows >= 2 && widest >= 2 && !arranged
}

// cellsIn returns the number of cells with text.
func cellsIn(row *html.Node) (n int) {
	for c := range row.ChildNodes() {
		if isCell(c) && hasText(c) {
			n++
		}
	}
	return n
}

func hasText(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			return true
		}
	}
	return false
}

func isCell(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }

// table adds a table. Its caption becomes a paragraph.
func (r *reader) table(n *html.Node) {
	b := block{kind: table, apart: r.apart}
	for d := range n.Descendants() {
		switch {
		case d.DataAtom == atom.Caption:
			r.walk(d)
			r.end()
		case d.DataAtom == atom.Tr:
			b.addRow(d)
		}
	}
	r.marker = ""
	if len(b.words) > 0 {
		r.blocks = append(r.blocks, b)
	}
}

func (b *block) addRow(n *html.Node) {
	var row []cell
	for c := range n.ChildNodes() {
		if !isCell(c) {
			continue
		}
		inner := &reader{}
		inner.walk(c)
		inner.end()
		at := cell{from: len(b.words), rowSpan: span(c, "rowspan"), colSpan: span(c, "colspan")}
		for _, part := range inner.blocks {
			b.words = append(b.words, part.words...)
		}
		at.to = len(b.words)
		row = append(row, at)
	}
	if slices.ContainsFunc(row, func(c cell) bool { return c.from < c.to }) {
		b.rows = append(b.rows, row)
	}
}

func span(n *html.Node, name string) int {
	size, err := strconv.Atoi(attribute(n, name))
	if err != nil || size < 1 {
		return 1
	}
	return size
}

// cut returns the part of a block between two words. A row belongs to a part that has half of its words.
func (b block) cut(from, to int) block {
	if from <= 0 && to >= len(b.words) {
		return b
	}
	part := b
	if from > 0 {
		part.marker = ""
	}
	if b.kind != table {
		part.words = b.words[from:to]
		return part
	}
	part.rows = slices.DeleteFunc(slices.Clone(b.rows), func(row []cell) bool {
		first, last := row[0].from, row[len(row)-1].to
		return 2*(min(to, last)-max(from, first)) < last-first
	})
	return part
}

// markdown returns a block as it is written.
func (b block) markdown() string {
	switch b.kind {
	case table:
		return b.grid()
	case code:
		return "```\n" + strings.Trim(joined(b.words), "\n") + "\n```"
	case heading:
		return strings.Repeat("#", b.level) + " " + strings.TrimSpace(joined(b.words))
	default:
		text := strings.TrimSpace(joined(b.words))
		if b.marker != "" {
			text = b.marker + " " + text
		}
		return text
	}
}

func joined(words []word) string {
	var out strings.Builder
	for _, w := range words {
		out.WriteString(w.before + w.text)
	}
	return out.String()
}

// grid returns a table as HTML.
func (b block) grid() string {
	var out strings.Builder
	out.WriteString("<table>\n")
	for _, row := range b.rows {
		out.WriteString("<tr>")
		for _, c := range row {
			out.WriteString("<td" + spanned("rowspan", c.rowSpan) + spanned("colspan", c.colSpan) + ">")
			out.WriteString(html.EscapeString(strings.TrimSpace(joined(b.words[c.from:c.to]))) + "</td>")
		}
		out.WriteString("</tr>\n")
	}
	return out.String() + "</table>"
}

func spanned(name string, n int) string {
	if n <= 1 {
		return ""
	}
	return " " + name + "=" + strconv.Quote(strconv.Itoa(n))
}
