package docx

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/gridlines"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// tableDepth bounds nested tables; deeper ones are read as running text.
const tableDepth = 16

// grid is a w:tbl while it is being read.
type grid struct {
	table    page.Table
	headers  int // leading rows marked as headers
	firstRow bool
	body     bool // a non-header row has been read
	// merged holds, by grid column, the cell that continues downwards.
	merged map[int]place
	marks  []paging.Mark // at row numbers
	fields []placedField // at row numbers
	lines  []int         // positions of the grid lines
}

// place is a cell's row and index in it.
type place struct{ row, cell int }

// rowProps holds the contents of w:trPr.
type rowProps struct {
	before          int
	header, deleted bool // deleted also covers hidden rows
}

// cellProps holds the contents of w:tcPr.
type cellProps struct {
	span                 int
	vRestart, vContinues bool
	hContinues           bool
}

// table reads the current w:tbl.
func (d *document) table(c *opc.Cursor, f *flow) error {
	f.lines, f.inCode = 0, false
	d.enclose()
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > tableDepth {
		return d.runningTable(c, f)
	}
	g := &grid{merged: map[int]place{}}
	err := c.Content(func(e opc.Element) (err error) {
		switch e.Name {
		case "w:tblPr":
			return c.Each(func(e opc.Element) error {
				if e.Name == "w:tblLook" {
					g.firstRow = firstRowLook(e)
				}
				return nil
			})
		case "w:tblGrid":
			g.lines, err = readGrid(c)
		case "w:tr":
			return d.row(c, g)
		}
		return err
	})
	if err != nil {
		return err
	}
	g.finish(f)
	return nil
}

// runningTable reads a table that is nested too deeply as running text, cell by cell.
func (d *document) runningTable(c *opc.Cursor, f *flow) error {
	return c.Content(func(e opc.Element) error {
		if e.Name != "w:tr" {
			return nil
		}
		return c.Content(func(e opc.Element) error {
			if e.Name != "w:tc" {
				return nil
			}
			return d.blocks(c, f)
		})
	})
}

// firstRowLook reports whether a table's look highlights its first row (17.4.55).
func firstRowLook(e opc.Element) bool {
	if v, ok := e.Lookup("firstRow"); ok {
		return v == "1" || v == "true" || v == "on"
	}
	bits, err := strconv.ParseUint(e.Attr("val"), 16, 32)
	return err == nil && bits&0x20 != 0
}

// rowReader is a w:tr while it is being read.
type rowReader struct {
	props  rowProps
	cells  []page.Cell
	column int
	// before and within count the page breaks before the row's text and inside it.
	before, within int
	rendered       bool
	fields         []cellField
}

func (d *document) row(c *opc.Cursor, g *grid) error {
	r := &rowReader{}
	err := c.Content(func(e opc.Element) (err error) {
		switch e.Name {
		case "w:trPr":
			r.props, err = readRowProps(c)
			r.column = r.props.before
		case "w:tc":
			return d.cell(c, g, r)
		}
		return err
	})
	if err != nil || r.props.deleted {
		return err
	}
	at := len(g.table.Rows)
	for range r.before {
		g.marks = append(g.marks, paging.Mark{At: at, Rendered: r.rendered})
	}
	for range r.within {
		g.marks = append(g.marks, paging.Mark{At: at + 1, Rendered: r.rendered})
	}
	g.addFields(r)
	g.table.Rows = append(g.table.Rows, page.Row{Cells: r.cells})
	if r.props.header && !g.body {
		g.headers++
	} else {
		g.body = true
	}
	return nil
}

func readRowProps(c *opc.Cursor) (rowProps, error) {
	var p rowProps
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:gridBefore":
			p.before = atColumn(e.Attr("val"), 0)
		case "w:tblHeader":
			p.header = e.On()
		case "w:del":
			p.deleted = true
		case "w:hidden":
			p.deleted = e.On()
		}
		return nil
	})
	return p, err
}

func atColumn(s string, least int) int {
	n, _ := strconv.Atoi(s)
	return min(max(n, least), gridlines.ColumnLimit)
}

func readCellProps(c *opc.Cursor) (cellProps, error) {
	p := cellProps{span: 1}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "w:gridSpan":
			p.span = atColumn(e.Attr("val"), 1)
		case "w:vMerge":
			p.vRestart = e.Attr("val") == "restart"
			p.vContinues = !p.vRestart
		case "w:hMerge":
			p.hContinues = e.Attr("val") != "restart"
		}
		return nil
	})
	return p, err
}

// cell reads the current w:tc into the row, or into the cell that it continues.
func (d *document) cell(c *opc.Cursor, g *grid, r *rowReader) error {
	props := cellProps{span: 1}
	f := &flow{}
	err := c.Content(func(e opc.Element) (err error) {
		if e.Name == "w:tcPr" {
			props, err = readCellProps(c)
			return err
		}
		return d.block(c, e, f)
	})
	if err != nil {
		return err
	}
	f.flush()
	r.countBreaks(f)
	column := r.column
	if r.column += props.span; r.column > gridlines.ColumnLimit {
		return nil
	}
	if props.hContinues && len(r.cells) > 0 {
		last := &r.cells[len(r.cells)-1]
		last.ColSpan += props.span
		return nil
	}
	if at, ok := g.merged[column]; ok && props.vContinues && !r.props.deleted {
		if above := &g.table.Rows[at.row].Cells[at.cell]; at.row+above.RowSpan == len(g.table.Rows) {
			above.RowSpan++
			return nil
		}
	}
	delete(g.merged, column)
	if props.vRestart || props.vContinues {
		g.merged[column] = place{len(g.table.Rows), len(r.cells)}
	}
	for _, placed := range f.fields {
		r.fields = append(r.fields, cellField{placed.Field, len(r.cells)})
	}
	r.cells = append(r.cells, page.Cell{Column: column, ColSpan: props.span, RowSpan: 1, Blocks: gridlines.InCell(f.blocks)})
	return nil
}

// countBreaks counts a cell's page breaks; every cell cut by a page break has recorded it.
func (r *rowReader) countBreaks(f *flow) {
	before, within := 0, 0
	for _, m := range f.marks {
		if m.Rendered {
			r.rendered = true
		}
		if m.Block == 0 && m.At == 0 {
			before++
		} else {
			within++
		}
	}
	r.before, r.within = max(r.before, before), max(r.within, within)
}

// finish adds the table to the flow. A single cell is a frame around text rather than a table.
func (g *grid) finish(f *flow) {
	t := &g.table
	for _, placed := range g.fields {
		placed.Block = len(f.blocks)
		f.fields = append(f.fields, placed)
	}
	if len(t.Rows) == 1 && len(t.Rows[0].Cells) == 1 {
		f.blocks = append(f.blocks, t.Rows[0].Cells[0].Blocks...)
		return
	}
	if strings.TrimSpace(t.Text()) == "" && !gridlines.HasPicture(t) {
		return
	}
	gridlines.Close(t)
	gridlines.Snap(t, g.lines)
	gridlines.Compact(t)
	gridlines.Fill(t)
	t.HeaderRows = g.headerRows()
	for _, m := range g.marks {
		f.marks = append(f.marks, paging.Mark{Block: len(f.blocks), At: m.At, Rendered: m.Rendered})
	}
	f.add(page.Block{Kind: page.TableKind, Table: t})
}

// headerRows counts the rows marked as headers, or else the first row if the table's look highlights it, plus
// the rows that their cells extend down to.
func (g *grid) headerRows() int {
	rows := g.table.Rows
	n := g.headers
	if n == 0 && g.firstRow && len(rows) > 1 {
		n = 1
	}
	if reach := gridlines.Reach(rows, n); reach < len(rows) && reach <= n+2 {
		n = reach
	}
	return min(n, len(rows))
}

// readGrid reads the current w:tblGrid and returns the positions of a table's grid lines, from 0, in twentieths
// of a point.
func readGrid(c *opc.Cursor) ([]int, error) {
	lines := []int{0}
	err := c.Each(func(e opc.Element) error {
		if width, err := strconv.Atoi(e.Attr("w")); e.Name == "w:gridCol" && err == nil && len(lines) <= gridlines.ColumnLimit {
			lines = append(lines, lines[len(lines)-1]+min(max(width, 0), 1<<20))
		}
		return nil
	})
	return lines, err
}
