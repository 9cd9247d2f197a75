package sheet

import (
	"context"
	"io"
	"slices"
	"strings"

	"quire/internal/convert/odf"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// copyLimit bounds the cells added to a workbook by repeated rows and cells.
const copyLimit = 100_000

// ConvertODS is like [Convert], for an OpenDocument spreadsheet.
func ConvertODS(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	doc, err := odf.Open(ctx, r, size, odf.Options{SkipImages: true, Limits: opt.Limits})
	if err != nil {
		return err
	}
	b := &openBook{ctx: ctx, doc: doc, emit: emit, budget: newBudget(), copies: copyLimit}
	found := false
	err = doc.Read(func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "office:spreadsheet" {
			return nil
		}
		found = true
		return c.Each(func(e opc.Element) error {
			if e.Name != "table:table" {
				return nil
			}
			return b.sheet(c, e)
		})
	})
	if err != nil {
		return err
	}
	if !found {
		return odf.NoBody()
	}
	return b.end()
}

// openBook is the state of one conversion of an OpenDocument spreadsheet.
type openBook struct {
	ctx  context.Context
	doc  *odf.Document
	emit func(page.Page) error
	budget
	copies int
	// waiting is the last sheet, which is emitted once it is known whether it is the only one.
	waiting *page.Page
	name    string // of it
	pages   int
	// hidden holds the hidden sheets, which come last.
	hidden []page.Page
}

// sheet reads the current table:table.
func (b *openBook) sheet(c *opc.Cursor, e opc.Element) error {
	r := &openReader{book: b, cellReader: cellReader{links: map[[2]int]string{}}}
	if err := r.group(c); err != nil {
		return err
	}
	r.dropColumns()
	blocks, err := r.blocks(b.ctx, declared{})
	if err != nil {
		return err
	}
	name := e.Attr("name")
	p := page.Page{Blocks: append(blocks, r.shapes...), Notes: append(r.remarks(sheetTitle(name)), b.doc.Remarks()...)}
	if b.doc.Hidden("table", e.Attr("style-name")) {
		title := titled(name, false)
		p.Blocks = slices.Concat(title, p.Blocks)
		if hide(&p, len(title)) {
			b.hidden = append(b.hidden, p)
		}
		return nil
	}
	if err := b.flush(false); err != nil {
		return err
	}
	b.waiting, b.name = &p, name
	return nil
}

// flush emits the waiting sheet.
func (b *openBook) flush(only bool) error {
	if b.waiting == nil {
		return nil
	}
	p := *b.waiting
	b.waiting = nil
	p.Blocks = append(titled(b.name, only), p.Blocks...)
	return b.put(p)
}

func (b *openBook) put(p page.Page) error {
	b.pages++
	p.Number, p.Source = b.pages, page.SourceText
	return b.emit(p)
}

// end emits the last sheet and the hidden ones.
func (b *openBook) end() error {
	if err := b.flush(b.pages == 0); err != nil {
		return err
	}
	for _, p := range b.hidden {
		if err := b.put(p); err != nil {
			return err
		}
	}
	if b.pages == 0 {
		return b.put(page.Page{Notes: []string{noSheet}})
	}
	return nil
}

// openReader reads the cells of one sheet.
type openReader struct {
	cellReader
	book    *openBook
	columns int // described so far
	shapes  []page.Block
}

// group reads the columns and rows of the current table, or of a group of them.
func (r *openReader) group(c *opc.Cursor) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "table:table-columns", "table:table-column-group", "table:table-header-columns",
			"table:table-rows", "table:table-row-group", "table:table-header-rows":
			return r.group(c)
		case "table:table-column":
			n := odf.Repeated(e, "number-columns-repeated")
			if isHidden(e) && len(r.hiddenColumns) < lastColumn {
				r.hiddenColumns = append(r.hiddenColumns, [2]int{min(r.columns, lastColumn), min(r.columns+n, lastColumn)})
			}
			r.columns = min(r.columns+n, lastColumn)
		case "table:table-row":
			return r.openRow(c, e)
		case "table:shapes":
			return c.Each(func(e opc.Element) error { return r.shape(c, e) })
		}
		return nil
	})
}

// isHidden reports whether a row or column is hidden, possibly by a filter.
func isHidden(e opc.Element) bool {
	return e.Attr("visibility") == "collapse" || e.Attr("visibility") == "filter"
}

// openRow reads the current table:table-row.
func (r *openReader) openRow(c *opc.Cursor, e opc.Element) error {
	r.cells, r.column = nil, 0
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "table:table-cell":
			return r.cell(c, e)
		case "table:covered-table-cell":
			r.column += odf.Repeated(e, "number-columns-repeated")
		}
		return nil
	})
	times := odf.Repeated(e, "number-rows-repeated")
	at := r.row
	r.row = min(r.row+times, lastRow)
	if err != nil || at == lastRow {
		return err
	}
	if isHidden(e) {
		r.hiddenAbove += times
		if len(r.cells) > 0 {
			r.hiddenRows += times
		}
		return nil
	}
	for i := 0; i < times && len(r.cells) > 0 && at+i < lastRow; i++ {
		if i > 0 && !r.book.copy(len(r.cells)) {
			break
		}
		if err := r.book.count(r.cells); err != nil {
			return err
		}
		r.rows = append(r.rows, row{at + i, append([]string(nil), r.cells...), r.hiddenAbove})
	}
	return nil
}

// copy reports whether the workbook may contain another copy of n cells, and counts it.
func (b *openBook) copy(n int) bool {
	if b.copies -= n; b.copies < 0 {
		b.doc.Remark("cells that are repeated too often were left out")
	}
	return b.copies >= 0
}

// cell reads the current table:table-cell.
func (r *openReader) cell(c *opc.Cursor, e opc.Element) error {
	at, times := r.column, odf.Repeated(e, "number-columns-repeated")
	r.column += times
	var lines []string
	shown := false
	err := c.Each(func(e opc.Element) error {
		if e.Name != "text:p" {
			return r.shape(c, e)
		}
		shown = true
		spans, err := r.book.doc.Line(c)
		for _, s := range spans {
			if s.Link != "" && at < lastColumn && len(r.links) < mergeLimit {
				r.links[[2]int{r.row, at}] = s.Link
			}
		}
		lines = append(lines, page.Block{Spans: spans}.Text())
		return err
	})
	if err != nil || at >= lastColumn {
		return err
	}
	r.merge(e, at)
	text := strings.Join(lines, "\n")
	if !shown {
		text = r.value(e)
	}
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for len(r.cells) < at {
		r.cells = append(r.cells, "")
	}
	for i := 0; i < times && at+i < lastColumn && (i == 0 || r.book.copy(1)); i++ {
		r.cells = append(r.cells, text)
	}
	return nil
}

// merge records that the cell covers others.
func (r *openReader) merge(e opc.Element, at int) {
	columns, rows := odf.Repeated(e, "number-columns-spanned"), odf.Repeated(e, "number-rows-spanned")
	if (columns > 1 || rows > 1) && len(r.merges) < mergeLimit {
		r.merges = append(r.merges, merge{row: r.row, column: at, rows: min(rows, lastRow), columns: min(columns, lastColumn)})
	}
}

// value returns the value of a cell that does not say how it is displayed.
func (r *openReader) value(e opc.Element) string {
	for _, name := range [...]string{"string-value", "date-value", "time-value"} {
		if v := e.Attr(name); v != "" {
			return v
		}
	}
	switch v := e.Attr("boolean-value"); v {
	case "true", "false":
		return strings.ToUpper(v)
	}
	if v := e.Attr("value"); v != "" {
		return strings.TrimSpace(v + " " + e.Attr("currency"))
	}
	_, formula, ok := strings.Cut(e.Attr("formula"), "=")
	if ok {
		r.noResult++
		return "=" + formula
	}
	return ""
}

// shape reads the text of a shape drawn over the sheet, one paragraph each.
func (r *openReader) shape(c *opc.Cursor, e opc.Element) error {
	if !strings.HasPrefix(e.Name, "draw:") {
		return nil
	}
	blocks, err := r.book.doc.Drawn(c, e)
	for _, b := range blocks {
		if b.Table != nil || len(b.Spans) == 0 {
			continue
		}
		if r.book.filled--; r.book.filled < 0 {
			return tooManyCells()
		}
		r.shapes = append(r.shapes, page.Block{Kind: page.Paragraph, Spans: b.Spans})
	}
	return err
}
