package text

import (
	"strings"

	"quire/internal/convert/html"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// flush ends the open paragraph.
func (m *markdown) flush() {
	lines, item := m.para, m.item
	m.para, m.item = nil, nil
	if len(lines) == 0 {
		return
	}
	var text strings.Builder
	for i, line := range lines {
		last := i == len(lines)-1
		switch {
		case last:
			text.WriteString(strings.TrimRight(line, " "))
		case strings.HasSuffix(line, "  "):
			text.WriteString(strings.TrimRight(line, " ") + "\n")
		case strings.HasSuffix(line, `\`):
			text.WriteString(strings.TrimSuffix(line, `\`) + "\n")
		default:
			text.WriteString(strings.TrimRight(line, " ") + " ")
		}
	}
	spans := m.inline(text.String())
	b := page.Block{Kind: page.Paragraph}
	if m.quoted {
		b.Kind = page.Quote
	}
	if item != nil {
		b = *item
	}
	b.Spans = spans
	if len(spans) > 0 || (item != nil && item.Ordered) {
		m.blocks = append(m.blocks, b)
	}
	m.pictures(text.String())
}

var imageMark = pattern.New(`!\[([^\[\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)

// pictures adds a paragraph's pictures after it, represented by their descriptions.
func (m *markdown) pictures(text string) {
	for _, image := range imageMark.FindAllStringSubmatch(text, 1000) {
		if alt := strings.TrimSpace(image[1]); alt != "" {
			m.blocks = append(m.blocks, page.Block{Kind: page.Picture, Alt: alt})
		}
	}
}

// table reads a pipe table that begins on this line.
func (m *markdown) table(text string) bool {
	if !strings.Contains(text, "|") || m.at+1 >= len(m.lines) || len(m.para) > 0 {
		return false
	}
	under := strings.TrimSpace(unquoted(m.lines[m.at+1]))
	head := splitRow(text)
	if !delimiter.MatchString(under) || !strings.Contains(under, "-") || len(splitRow(under)) != len(head) {
		return false
	}
	m.flush()
	t := &page.Table{Columns: len(head), HeaderRows: 1}
	t.Rows = append(t.Rows, m.row(head, len(head)))
	for m.at += 2; m.at < len(m.lines); m.at++ {
		line := strings.TrimSpace(unquoted(m.lines[m.at]))
		if line == "" || !strings.Contains(line, "|") {
			break
		}
		t.Rows = append(t.Rows, m.row(splitRow(line), len(head)))
	}
	m.blocks = append(m.blocks, page.Block{Kind: page.TableKind, Table: t})
	return true
}

// row returns the cells of a line. Missing cells are not filled in, because otherwise a line with a single bar could
// cheaply produce a whole row of cells.
func (m *markdown) row(cells []string, columns int) page.Row {
	var r page.Row
	for i, cell := range cells[:min(columns, len(cells))] {
		c := page.Cell{Column: i, ColSpan: 1, RowSpan: 1}
		for _, part := range lineBreak.Split(cell, -1) {
			if spans := m.inline(strings.TrimSpace(part)); len(spans) > 0 {
				c.Blocks = append(c.Blocks, page.Block{Kind: page.Paragraph, Spans: spans})
			}
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

var lineBreak = pattern.New(`(?i)<br\s*/?>`)

// splitRow splits a row at its unescaped bars.
func splitRow(line string) []string {
	line = strings.TrimPrefix(strings.TrimSpace(line), "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	var cells []string
	start := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, strings.ReplaceAll(line[start:i], `\|`, "|"))
			start = i + 1
		}
	}
	return append(cells, strings.ReplaceAll(line[start:], `\|`, "|"))
}

// html reads HTML up to the next blank line, or to the end of a comment or table.
func (m *markdown) html() error {
	m.flush()
	first := strings.TrimLeft(unquoted(m.lines[m.at]), " ")
	end := ""
	switch {
	case strings.HasPrefix(first, "<!--"):
		end = "-->"
	case strings.HasPrefix(strings.ToLower(first), "<table"):
		end = "</table>"
	case strings.HasPrefix(strings.ToLower(first), "<script"):
		end = "</script>"
	case strings.HasPrefix(strings.ToLower(first), "<style"):
		end = "</style>"
	}
	var source []string
	for ; m.at < len(m.lines); m.at++ {
		line := unquoted(m.lines[m.at])
		if end == "" && strings.TrimSpace(line) == "" {
			break
		}
		source = append(source, line)
		if end != "" && strings.Contains(strings.ToLower(line), end) {
			m.at++
			break
		}
	}
	blocks, err := html.Blocks(m.ctx, []byte(strings.Join(source, "\n")), "text/html; charset=utf-8")
	if page.ReasonOf(err) == page.Corrupt {
		m.blocks = append(m.blocks, codeBlocks(strings.Join(source, "\n"), "html")...)
		return nil
	}
	m.blocks = append(m.blocks, blocks...)
	return err
}
