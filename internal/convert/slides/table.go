package slides

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// columnLimit bounds the columns of a table; PowerPoint allows 75.
const columnLimit = 1024

// grid is an a:tbl while it is being read (21.1.3.13).
type grid struct {
	firstRow bool
	widths   []float64
	rows     []gridRow
}

type gridRow struct {
	height float64
	cells  []gridCell
}

// gridCell is one field of the grid. Fields covered by another cell are marked.
type gridCell struct {
	blocks       []page.Block
	across, down int
	left, above  bool // merged with the cell to the left, or above
	covered      bool
}

// table reads the current a:tbl.
func (s *slide) table(c *opc.Cursor, sh *shape) error {
	var g grid
	err := s.each(c, func(e opc.Element) error {
		switch e.Name {
		case "a:tblPr":
			g.firstRow = e.Attr("firstRow") == "1" || e.Attr("firstRow") == "true"
		case "a:tblGrid":
			return c.Each(func(e opc.Element) error {
				if e.Name == "a:gridCol" && len(g.widths) < columnLimit {
					g.widths = append(g.widths, max(drawing.Length(e.Attr("w")), 0))
				}
				return nil
			})
		case "a:tr":
			return s.row(c, e, &g)
		}
		return nil
	})
	if err != nil {
		return err
	}
	sh.blocks = append(sh.blocks, g.blocks(sh.box)...)
	return nil
}

func (s *slide) row(c *opc.Cursor, e opc.Element, g *grid) error {
	row := gridRow{height: max(drawing.Length(e.Attr("h")), 0)}
	err := c.Each(func(e opc.Element) error {
		if e.Name != "a:tc" || len(row.cells) == columnLimit {
			return nil
		}
		cell := gridCell{across: span(e.Attr("gridSpan")), down: span(e.Attr("rowSpan")), left: merged(e.Attr("hMerge")), above: merged(e.Attr("vMerge"))}
		err := c.Each(func(e opc.Element) error {
			if e.Name != "a:txBody" {
				return nil
			}
			body, err := drawing.ReadBody(c, drawing.Context{Link: s.link})
			cell.blocks = body.Blocks(s.styles(nil))
			return err
		})
		row.cells = append(row.cells, cell)
		return err
	})
	g.rows = append(g.rows, row)
	return err
}

func span(s string) int {
	n, _ := strconv.Atoi(s)
	return max(n, 1)
}

func merged(s string) bool { return s == "1" || s == "true" }

// blocks returns the table at box. A single cell is a frame around text rather than a table.
func (g *grid) blocks(box page.Box) []page.Block {
	if len(g.rows) == 1 && len(g.rows[0].cells) == 1 {
		return g.rows[0].cells[0].blocks
	}
	t := &page.Table{Columns: len(g.widths)}
	for _, r := range g.rows {
		t.Columns = max(t.Columns, len(r.cells))
	}
	lefts, tops := g.columns(t.Columns, box), g.tops(box)
	for i := range g.rows {
		row := page.Row{}
		for k := range g.rows[i].cells {
			if g.rows[i].cells[k].covered {
				continue
			}
			cell := g.cell(i, k)
			cell.Box = page.Box{X0: lefts[k], Y0: tops[i], X1: lefts[k+cell.ColSpan], Y1: tops[i+cell.RowSpan]}
			for b := range cell.Blocks {
				cell.Blocks[b].Box = cell.Box
			}
			row.Cells = append(row.Cells, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	if strings.TrimSpace(t.Text()) == "" {
		return nil
	}
	if g.firstRow && len(t.Rows) > 1 {
		g.head(t)
	}
	return []page.Block{{Kind: page.TableKind, Table: t}}
}

// cell returns the cell at a row and column and marks what it covers: adjacent cells that are marked as merged with it,
// as far as its spans extend.
func (g *grid) cell(row, column int) page.Cell {
	origin := &g.rows[row].cells[column]
	cells := g.rows[row].cells
	across, down := 1, 1
	for across < origin.across && column+across < len(cells) && cells[column+across].left && !cells[column+across].covered {
		across++
	}
	for down < origin.down && row+down < len(g.rows) && g.continues(row+down, column) {
		down++
	}
	for r := row; r < row+down; r++ {
		for k := column; k < min(column+across, len(g.rows[r].cells)); k++ {
			g.rows[r].cells[k].covered = true
		}
	}
	return page.Cell{Column: column, ColSpan: across, RowSpan: down, Blocks: origin.blocks}
}

// continues reports whether a cell continues the one above it.
func (g *grid) continues(row, column int) bool {
	cells := g.rows[row].cells
	return column < len(cells) && cells[column].above && !cells[column].covered
}

// head marks the first row as the header, with the rows that its cells extend down to.
func (g *grid) head(t *page.Table) {
	t.HeaderRows = 1
	for _, c := range t.Rows[0].Cells {
		t.HeaderRows = max(t.HeaderRows, c.RowSpan)
	}
	if t.HeaderRows == len(t.Rows) {
		t.HeaderRows = 1
	}
	for i := range t.HeaderRows {
		for k := range t.Rows[i].Cells {
			t.Rows[i].Cells[k].Header = true
		}
	}
}

// columns returns the positions of the grid lines between columns. A frame is as wide as its columns.
func (g *grid) columns(n int, box page.Box) []float64 {
	widths := make([]float64, n)
	copy(widths, g.widths)
	return lines(widths, box.X0, box.X1)
}

// tops returns the positions of the grid lines between rows. The stated heights are minimums.
func (g *grid) tops(box page.Box) []float64 {
	heights := make([]float64, len(g.rows))
	for i, r := range g.rows {
		heights[i] = r.height
	}
	return lines(heights, box.Y0, box.Y1)
}

// lines returns the positions of lines with the given distances, stretched to extend from from to to.
func lines(sizes []float64, from, to float64) []float64 {
	sum := 0.0
	for _, size := range sizes {
		sum += size
	}
	stretch := 1.0
	if sum > 0 && to > from {
		stretch = (to - from) / sum
	}
	at := []float64{from}
	for i, size := range sizes {
		at = append(at, at[i]+size*stretch)
	}
	return at
}
