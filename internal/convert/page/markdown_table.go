package page

import "strings"

// table appends t as a pipe table if one can represent it, and as HTML otherwise.
func (r *renderer) table(b *Block) {
	t := b.Table
	if t == nil || len(t.Rows) == 0 {
		return
	}
	r.gap()
	if !isPipe(t) {
		r.buf = appendHTMLTable(r.buf, t)
		return
	}
	for i := range t.Rows {
		if i > 0 {
			r.buf = append(r.buf, '\n')
		}
		r.pipeRow(&t.Rows[i], t.Columns, i < max(t.HeaderRows, 1))
		if i > 0 {
			continue
		}
		r.buf = append(r.buf, "\n|"...)
		for range t.Columns {
			r.buf = append(r.buf, " --- |"...)
		}
	}
}

// filledCells is how many missing cells a pipe table may fill in beyond the number of its cells. Otherwise a table with
// one wide row and many short ones would become far larger than it was.
const filledCells = 100_000

// isPipe reports whether t has no spans and only running text in its cells. A few missing cells can be filled
// in.
func isPipe(t *Table) bool {
	if t.Columns < 1 {
		return false
	}
	cells := 0
	for i := range t.Rows {
		cells += len(t.Rows[i].Cells)
		column := 0
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			if c.ColSpan > 1 || c.RowSpan > 1 || c.Column < column || c.Column >= t.Columns {
				return false
			}
			column = c.Column + 1
			for n := range c.Blocks {
				switch c.Blocks[n].Kind {
				case ListItem, TableKind, Code, Footnote, MarkdownKind:
					return false
				}
			}
		}
	}
	return t.Columns*len(t.Rows) <= 2*cells+filledCells
}

func (r *renderer) pipeRow(row *Row, columns int, header bool) {
	r.buf = append(r.buf, '|')
	column := 0
	for i := range row.Cells {
		c := &row.Cells[i]
		for ; column < c.Column; column++ {
			r.buf = append(r.buf, "  |"...)
		}
		r.buf = append(r.buf, ' ')
		r.pipeCell(c, header || c.Header)
		r.buf = append(r.buf, " |"...)
		column++
	}
	for ; column < columns; column++ {
		r.buf = append(r.buf, "  |"...)
	}
}

// pipeCell appends the blocks of a cell, one per line. Header cells are bold in any case.
func (r *renderer) pipeCell(c *Cell, header bool) {
	var drop style
	if header {
		drop = bold
	}
	start := len(r.buf)
	for i := range c.Blocks {
		b := &c.Blocks[i]
		spans := b.Spans
		switch b.Kind {
		case Formula:
			spans = []Span{{Text: b.Text(), Math: true}}
		case Picture:
			if alt := strings.Join(strings.Fields(Visible(b.Alt)), " "); alt != "" {
				r.cellBreak(start)
				r.buf = append(appendEscaped(append(r.buf, "!["...), alt), "]()"...)
			}
		}
		if r.in.load(spans, drop); r.in.empty() {
			continue
		}
		r.cellBreak(start)
		r.buf = r.in.append(r.buf, inCell, 0)
	}
}

// cellBreak starts another line in the cell that begins at offset start.
func (r *renderer) cellBreak(start int) {
	if len(r.buf) > start {
		r.buf = append(r.buf, "<br>"...)
	}
}
