package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/convert/page"
)

const (
	// tableDepth bounds tables in tables; deeper ones are read as running text.
	tableDepth = 16
	// columnLimit is the widest a cell may be (HTML, 4.9.11).
	columnLimit = 1000
)

// grid is a table while its cells are placed (HTML, 4.9.12.1).
type grid struct {
	walker  *walker
	table   *page.Table
	blocked []int // by column, the rows from here on that a cell from above still covers
	headers bool  // only header rows so far
}

// table reads a table; one that only lays out text is read as text.
func (w *walker) table(n *html.Node) {
	w.flush()
	if role := attr(n, "role"); role == "presentation" || role == "none" || w.tables >= tableDepth {
		w.children(n)
		w.flush()
		return
	}
	w.tables++
	defer func() { w.tables-- }()
	g := &grid{walker: w, table: &page.Table{}, headers: true}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Caption:
			w.as(page.Caption, 0, func() { w.children(c) })
		case atom.Thead, atom.Tbody, atom.Tfoot:
			g.group(c)
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

// group reads a row group; spans do not reach over its end.
func (g *grid) group(n *html.Node) {
	start := len(g.table.Rows)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Tr {
			g.row(c, n.DataAtom == atom.Thead)
		}
	}
	clear(g.blocked)
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
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th || skipped(c) {
			continue
		}
		for column < len(g.blocked) && g.blocked[column] > 0 {
			column++
		}
		cell := g.cell(c, column)
		allHeaders = allHeaders && cell.Header
		cells = append(cells, cell)
		for len(g.blocked) < column+cell.ColSpan {
			g.blocked = append(g.blocked, 0)
		}
		for i := column; i < column+cell.ColSpan; i++ {
			g.blocked[i] = max(g.blocked[i], cell.RowSpan)
		}
		column += cell.ColSpan
	}
	covered := false
	for i := range g.blocked {
		covered = covered || g.blocked[i] > 0
		g.blocked[i] = max(g.blocked[i]-1, 0)
	}
	if len(cells) == 0 && !covered {
		return
	}
	g.table.Columns = max(g.table.Columns, len(g.blocked))
	g.table.Rows = append(g.table.Rows, page.Row{Cells: cells})
	if g.headers = g.headers && (head || allHeaders); g.headers {
		g.table.HeaderRows++
	}
}

func (g *grid) cell(n *html.Node, column int) page.Cell {
	w := g.walker
	inner := walker{ctx: w.ctx, base: w.base, outside: true, tables: w.tables}
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
		Column: column, ColSpan: span(n, "colspan", columnLimit), RowSpan: rows,
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
