package docx

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// tableDepth bounds tables inside tables; deeper ones are read as running text.
const tableDepth = 16

// columnLimit bounds grid columns; Word allows 63.
const columnLimit = 1024

// grid is a w:tbl while it is read.
type grid struct {
	table    page.Table
	headers  int // leading rows marked as headers
	firstRow bool
	body     bool // a row that is no header has come
	// merged holds, by grid column, the cell that goes on downwards.
	merged map[int]place
	marks  []mark // at row numbers
	lines  []int  // where the grid lines stand
}

// place is a cell's row and index in it.
type place struct{ row, cell int }

// rowProps is what w:trPr says.
type rowProps struct {
	before          int
	header, deleted bool // deleted: or hidden
}

// cellProps is what w:tcPr says.
type cellProps struct {
	span                 int
	vRestart, vContinues bool
	hContinues           bool
}

// table reads the current w:tbl.
func (d *document) table(c *opc.Cursor, f *flow) error {
	f.lines, f.inCode = 0, false
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

// runningTable reads a table that is nested too deep cell by cell, as running text.
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

// firstRowLook says whether a table's look sets off its first row (17.4.55).
func firstRowLook(e opc.Element) bool {
	if v, ok := e.Lookup("firstRow"); ok {
		return v == "1" || v == "true" || v == "on"
	}
	bits, err := strconv.ParseUint(e.Attr("val"), 16, 32)
	return err == nil && bits&0x20 != 0
}

// rowReader is a w:tr while it is read.
type rowReader struct {
	props  rowProps
	cells  []page.Cell
	column int
	// before and within count page breaks ahead of the row's text and inside it.
	before, within int
	rendered       bool
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
		g.marks = append(g.marks, mark{at: at, rendered: r.rendered})
	}
	for range r.within {
		g.marks = append(g.marks, mark{at: at + 1, rendered: r.rendered})
	}
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
	return min(max(n, least), columnLimit)
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
	if r.column += props.span; r.column > columnLimit {
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
	r.cells = append(r.cells, page.Cell{Column: column, ColSpan: props.span, RowSpan: 1, Blocks: inCell(f.blocks)})
	return nil
}

// countBreaks takes over a cell's page breaks: each cell that a page break cuts has recorded it.
func (r *rowReader) countBreaks(f *flow) {
	before, within := 0, 0
	for _, m := range f.marks {
		if m.rendered {
			r.rendered = true
		}
		if m.block == 0 && m.at == 0 {
			before++
		} else {
			within++
		}
	}
	r.before, r.within = max(r.before, before), max(r.within, within)
}

// inCell makes headings of a cell plain paragraphs: they do not part the document.
func inCell(blocks []page.Block) []page.Block {
	for i := range blocks {
		if blocks[i].Kind == page.Heading {
			blocks[i].Kind, blocks[i].Level = page.Paragraph, 0
		}
	}
	return blocks
}

// finish adds the table to the flow. A single cell is a frame around text, not a table.
func (g *grid) finish(f *flow) {
	t := &g.table
	if len(t.Rows) == 1 && len(t.Rows[0].Cells) == 1 {
		f.blocks = append(f.blocks, t.Rows[0].Cells[0].Blocks...)
		return
	}
	if strings.TrimSpace(t.Text()) == "" && !hasPicture(t) {
		return
	}
	g.closeRowSpans()
	snapLines(t, g.lines)
	compactColumns(t)
	fillGaps(t)
	t.HeaderRows = g.headerRows()
	for _, m := range g.marks {
		f.marks = append(f.marks, mark{block: len(f.blocks), at: m.at, rendered: m.rendered})
	}
	f.add(page.Block{Kind: page.TableKind, Table: t})
}

// headerRows counts the rows that are marked as headers, else the first one when the table's look sets it off, and those
// that their cells reach down to.
func (g *grid) headerRows() int {
	rows := g.table.Rows
	n := g.headers
	if n == 0 && g.firstRow && len(rows) > 1 {
		n = 1
	}
	reach := n
	for i := range min(n, len(rows)) {
		for _, c := range rows[i].Cells {
			reach = max(reach, i+c.RowSpan)
		}
	}
	if reach < len(rows) && reach <= n+2 {
		n = reach
	}
	return min(n, len(rows))
}

func hasPicture(t *page.Table) bool {
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if slices.ContainsFunc(c.Blocks, func(b page.Block) bool { return b.Kind == page.Picture }) {
				return true
			}
		}
	}
	return false
}

// closeRowSpans keeps cells from reaching below the last row.
func (g *grid) closeRowSpans() {
	rows := g.table.Rows
	for i := range rows {
		for k := range rows[i].Cells {
			c := &rows[i].Cells[k]
			c.RowSpan = min(c.RowSpan, len(rows)-i)
		}
	}
}
