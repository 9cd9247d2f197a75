package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/convert/page"
)

const (
	// tableDepth bounds nested tables; deeper ones are read as running text.
	tableDepth = 16
	// columnLimit is the maximum width of a cell (HTML, 4.9.11), and the column beyond which no cell may span.
	columnLimit = 1000
)

// grid is a table while its cells are being placed (HTML, 4.9.12.1).
type grid struct {
	walker *walker
	table  *page.Table
	// covers holds, by column, the row that a cell of this group extends to; reach is the largest of them.
	covers  []cover
	group   int
	reach   int
	steps   int  // left for skipping covered columns
	headers bool // only header rows so far
}

// cover records that a column is covered in the rows of a group above end.
type cover struct{ group, end int }

// stepLimit bounds the work of placing the cells of one table.
const stepLimit = 50_000_000

// table reads a table. A table that is used only for layout is read as text.
func (w *walker) table(n *html.Node) {
	w.flush()
	if role := attr(n, "role"); role == "presentation" || role == "none" || w.tables >= tableDepth || laysOut(n) {
		w.children(n)
		w.flush()
		return
	}
	w.tables++
	defer func() { w.tables-- }()
	g := &grid{walker: w, table: &page.Table{}, headers: true, steps: stepLimit}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Caption:
			w.as(page.Caption, 0, func() { w.children(c) })
		case atom.Thead, atom.Tbody, atom.Tfoot:
			g.rows(c)
		case atom.Tr:
			g.row(c, false)
		}
	}
	t := g.table
	if len(t.Rows) == 1 && len(t.Rows[0].Cells) == 1 {
		w.blocks = append(w.blocks, t.Rows[0].Cells[0].Blocks...)
		return
	}
	if strings.TrimSpace(t.Text()) == "" {
		return
	}
	t.HeaderRows = min(t.HeaderRows, len(t.Rows))
	for i := range t.Rows {
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			c.RowSpan = min(c.RowSpan, len(t.Rows)-i)
		}
	}
	w.blocks = append(w.blocks, page.Block{Kind: page.TableKind, Table: t})
}

// rows reads a row group; spans do not reach past its end.
func (g *grid) rows(n *html.Node) {
	start := len(g.table.Rows)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Tr {
			g.row(c, n.DataAtom == atom.Thead)
		}
	}
	g.group, g.reach = g.group+1, 0
	for i := start; i < len(g.table.Rows); i++ {
		for k := range g.table.Rows[i].Cells {
			c := &g.table.Rows[i].Cells[k]
			c.RowSpan = min(c.RowSpan, len(g.table.Rows)-i)
		}
	}
}

func (g *grid) row(n *html.Node, head bool) {
	if skipped(n) {
		return
	}
	var cells []page.Cell
	column, allHeaders := 0, true
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if (c.DataAtom != atom.Td && c.DataAtom != atom.Th) || skipped(c) {
			continue
		}
		column = g.free(column)
		cell := g.cell(c, column)
		g.cover(cell)
		allHeaders = allHeaders && cell.Header
		cells = append(cells, cell)
		column += cell.ColSpan
	}
	if len(cells) == 0 && g.reach <= len(g.table.Rows) {
		return
	}
	g.table.Columns = max(g.table.Columns, len(g.covers))
	g.table.Rows = append(g.table.Rows, page.Row{Cells: cells})
	if g.headers = g.headers && (head || allHeaders); g.headers {
		g.table.HeaderRows++
	}
}

// free returns the first column from here on that no cell from above extends into.
func (g *grid) free(column int) int {
	for column < len(g.covers) && g.covers[column].group == g.group && g.covers[column].end > len(g.table.Rows) {
		if g.steps--; g.steps < 0 {
			return len(g.covers)
		}
		column++
	}
	return column
}

// cover records what a cell of the current row covers.
func (g *grid) cover(cell page.Cell) {
	end := len(g.table.Rows) + cell.RowSpan
	for len(g.covers) < cell.Column+cell.ColSpan {
		g.covers = append(g.covers, cover{})
	}
	for i := cell.Column; i < cell.Column+cell.ColSpan; i++ {
		if old := g.covers[i]; old.group != g.group || old.end < end {
			g.covers[i] = cover{g.group, end}
		}
	}
	g.reach = max(g.reach, end)
}

func (g *grid) cell(n *html.Node, column int) page.Cell {
	w := g.walker
	inner := walker{ctx: w.ctx, base: w.base, outside: true, tables: w.tables, body: w.body, length: w.length, picture: w.picture, book: w.book}
	inner.children(n)
	inner.flush()
	for i := range inner.blocks {
		if b := &inner.blocks[i]; b.Kind == page.Heading {
			b.Kind, b.Level = page.Paragraph, 0
		}
	}
	rows := span(n, "rowspan", 65534)
	if attr(n, "rowspan") == "0" {
		rows = 65534
	}
	return page.Cell{
		Column: column, ColSpan: span(n, "colspan", max(columnLimit-column, 1)), RowSpan: rows,
		Header: n.DataAtom == atom.Th, Blocks: inner.blocks,
	}
}

func span(n *html.Node, name string, most int) int {
	v, err := strconv.Atoi(attr(n, name))
	if err != nil {
		return 1
	}
	return min(max(v, 1), most)
}

// laysOut reports whether a table only positions text: it has no headings of its own, has a single non-empty column or
// row, and contains tables or headings of the page.
func laysOut(n *html.Node) bool {
	blocks, most, rows := false, 0, 0
	err := each(n, func(c *html.Node) error {
		switch c.DataAtom {
		case atom.Th, atom.Caption, atom.Thead, atom.Colgroup:
			if owner(c) == n {
				return errStop
			}
		case atom.Table, atom.H1, atom.H2, atom.H3:
			blocks = true
		case atom.Tr:
			if owner(c) != n {
				return nil
			}
			if filled := filledCells(c); filled > 0 {
				rows, most = rows+1, max(most, filled)
			}
		}
		return nil
	})
	return err == nil && blocks && (most < 2 || rows < 2)
}

// owner returns the table that an element belongs to.
func owner(n *html.Node) *html.Node {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.Table {
			return p
		}
	}
	return nil
}

func filledCells(row *html.Node) int {
	filled := 0
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if (c.DataAtom == atom.Td || c.DataAtom == atom.Th) && textLength(c) > 0 {
			filled++
		}
	}
	return filled
}
