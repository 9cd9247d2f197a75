package odf

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/office/gridlines"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

const (
	// tableDepth bounds nested tables; deeper ones are read as running text.
	tableDepth = 16
	// copyLimit bounds what repeated cells add to a document, in bytes of their text plus copyCost for each cell.
	copyLimit = 4 << 20
	copyCost  = 64
)

// grid is a table:table while it is being read.
type grid struct {
	table   page.Table
	headers int // leading rows marked as headers
	body    bool
	marks   []paging.Mark // at row numbers
	fields  []placedField // at row numbers
	blank   int           // empty rows that wait for one with content
	head    bool          // the first row is set as a header
}

// table reads the current table:table.
func (d *Document) table(c *opc.Cursor, _ opc.Element, f *Flow) error {
	f.listing.Break()
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > tableDepth {
		return c.Each(func(e opc.Element) error { return d.running(c, e, f) })
	}
	g := &grid{}
	if err := d.rows(c, g, false); err != nil {
		return err
	}
	g.finish(f)
	return nil
}

// running reads a part of a table that is nested too deeply as running text.
func (d *Document) running(c *opc.Cursor, e opc.Element, f *Flow) error {
	switch e.Name {
	case "table:table-cell":
		return d.blocks(c, f)
	case "table:covered-table-cell":
		return nil
	}
	return c.Each(func(e opc.Element) error { return d.running(c, e, f) })
}

// rows reads the rows of the current table or group of rows.
func (d *Document) rows(c *opc.Cursor, g *grid, header bool) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "table:table-header-rows":
			return d.rows(c, g, true)
		case "table:table-rows", "table:table-row-group":
			return d.rows(c, g, header)
		case "table:table-row":
			return d.row(c, e, g, header)
		case "text:soft-page-break":
			g.marks = append(g.marks, paging.Mark{At: len(g.table.Rows), Rendered: true})
		}
		return nil
	})
}

// rowReader is a table:table-row while it is being read.
type rowReader struct {
	cells          []page.Cell
	column         int
	blank          []page.Cell // repeated empty cells that are added only if one with content follows
	filled, heads  int         // cells with text, and those of them that are set as headers
	before, within int         // page breaks before the row's text and inside it
	rendered       bool
	fields         []cellField
}

func (d *Document) row(c *opc.Cursor, e opc.Element, g *grid, header bool) error {
	r := &rowReader{}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "table:table-cell":
			return d.cell(c, e, r)
		case "table:covered-table-cell":
			r.column += Repeated(e, "number-columns-repeated")
		}
		return nil
	})
	if err != nil || e.Attr("visibility") == "collapse" || e.Attr("visibility") == "filter" {
		return err
	}
	if r.filled == 0 && Repeated(e, "number-rows-repeated") > 1 {
		g.blank++
		return nil
	}
	for range min(g.blank, 1) {
		g.table.Rows = append(g.table.Rows, page.Row{})
	}
	g.blank = 0
	at := len(g.table.Rows)
	for range r.before {
		g.marks = append(g.marks, paging.Mark{At: at, Rendered: r.rendered})
	}
	for range r.within {
		g.marks = append(g.marks, paging.Mark{At: at + 1, Rendered: r.rendered})
	}
	g.head = g.head || (at == 0 && r.filled > 0 && r.heads == r.filled)
	g.addFields(r)
	row := page.Row{Cells: r.cells}
	g.table.Rows = append(g.table.Rows, row)
	for i := 1; i < Repeated(e, "number-rows-repeated") && d.copy(row.Cells...); i++ {
		g.table.Rows = append(g.table.Rows, page.Row{Cells: slices.Clone(row.Cells)})
	}
	if header && !g.body {
		g.headers = len(g.table.Rows)
	} else {
		g.body = true
	}
	return nil
}

// copy reports whether the document may contain another copy of some cells, and counts it.
func (d *Document) copy(cells ...page.Cell) bool {
	for _, cell := range cells {
		d.copies -= len(cell.Text()) + copyCost
	}
	if d.copies < 0 {
		d.Remark("cells that are repeated too often were left out")
	}
	return d.copies >= 0
}

// Repeated returns how often an attribute repeats a cell, a row or a column.
func Repeated(e opc.Element, name string) int {
	n, err := strconv.Atoi(e.Attr(name))
	if err != nil {
		return 1
	}
	return min(max(n, 1), repeatLimit)
}

// repeatLimit is more than the rows and columns of any spreadsheet.
const repeatLimit = 1 << 21

// span returns how many columns or rows a cell spans.
func span(e opc.Element, name string, most int) int {
	n, _ := strconv.Atoi(e.Attr(name))
	return min(max(n, 1), max(most, 1))
}

// rowLimit bounds the rows that a cell spans.
const rowLimit = 1 << 20

// cell reads the current table:table-cell into the row.
func (d *Document) cell(c *opc.Cursor, e opc.Element, r *rowReader) error {
	f := &Flow{headed: true}
	if err := d.blocks(c, f); err != nil {
		return err
	}
	r.countBreaks(f)
	for _, placed := range f.fields {
		r.fields = append(r.fields, cellField{placed.Field, len(r.cells) + len(r.blank), r.column})
	}
	cell := page.Cell{
		Column: r.column, ColSpan: span(e, "number-columns-spanned", gridlines.ColumnLimit-r.column), RowSpan: span(e, "number-rows-spanned", rowLimit),
		Blocks: gridlines.InCell(f.Blocks),
	}
	times := Repeated(e, "number-columns-repeated")
	r.column += times
	if cell.Column >= gridlines.ColumnLimit {
		return nil
	}
	if len(cell.Blocks) > 0 {
		r.filled++
		if f.headed {
			r.heads++
		}
	} else if times > 1 && cell.ColSpan == 1 && cell.RowSpan == 1 {
		for i := range min(times, gridlines.ColumnLimit-cell.Column) {
			r.blank = append(r.blank, page.Cell{Column: cell.Column + i, ColSpan: 1, RowSpan: 1})
		}
		return nil
	}
	r.cells, r.blank = append(append(r.cells, r.blank...), cell), nil
	for i := 1; i < min(times, gridlines.ColumnLimit-cell.Column) && d.copy(cell); i++ {
		again := cell
		again.Column += i
		again.ColSpan = min(again.ColSpan, gridlines.ColumnLimit-again.Column)
		r.cells = append(r.cells, again)
	}
	return nil
}

// countBreaks counts a cell's page breaks; every cell cut by a page break has recorded it.
func (r *rowReader) countBreaks(f *Flow) {
	before, within := 0, 0
	for _, m := range f.marks {
		r.rendered = r.rendered || m.Rendered
		if m.Block == 0 && m.At == 0 {
			before++
		} else {
			within++
		}
	}
	r.before, r.within = max(r.before, before), max(r.within, within)
}

// finish adds the table to the flow. A single cell is a frame around text rather than a table.
func (g *grid) finish(f *Flow) {
	t := &g.table
	for _, placed := range g.fields {
		f.fields = append(f.fields, placedField{Field: placed.Field, Mark: paging.Mark{Block: len(f.Blocks), At: placed.At}})
	}
	if len(t.Rows) == 1 && len(t.Rows[0].Cells) == 1 {
		f.Blocks = append(f.Blocks, t.Rows[0].Cells[0].Blocks...)
		return
	}
	if strings.TrimSpace(t.Text()) == "" && !gridlines.HasPicture(t) {
		return
	}
	gridlines.Close(t)
	gridlines.Compact(t)
	gridlines.Fill(t)
	t.HeaderRows = g.headerRows()
	for _, m := range g.marks {
		f.marks = append(f.marks, paging.Mark{Block: len(f.Blocks), At: m.At, Rendered: m.Rendered})
	}
	f.add(page.Block{Kind: page.TableKind, Table: t})
}

// headerRows counts the rows marked as headers, or else the first row if it is set as one, plus the rows that their
// cells extend down to.
func (g *grid) headerRows() int {
	rows := g.table.Rows
	n := g.headers
	if n == 0 && len(rows) > 1 && (g.head || gridlines.OnlyFirstBold(rows)) {
		n = 1
	}
	if reach := gridlines.Reach(rows, n); reach < len(rows) {
		n = reach
	}
	return min(n, len(rows))
}
