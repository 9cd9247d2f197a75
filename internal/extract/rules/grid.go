package rules

import (
	"quire/internal/convert/page"
	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// grid reads the rows of one array from the tables that the converter found, whose cells may hold several lines.
type grid struct {
	*header
	stop, skip []label
	columns    map[int]string // of the open table: names by grid column
	width      int            // its number of grid columns
	rows       []row
}

func newGrid(t *definition.Table, h *header) *grid {
	return &grid{header: h, stop: labelsOf(t.Stop), skip: labelsOf(t.Skip)}
}

// page reads the tables of a page. A table without a header that has the same number of columns as the one before
// continues it.
func (g *grid) page(p *page.Page, h typed.Hints) {
	for _, b := range p.Blocks {
		if b.Table == nil {
			continue
		}
		if b.Table.Columns != g.width {
			g.columns = nil
		}
		g.width = b.Table.Columns
		for i, r := range b.Table.Rows {
			g.row(b.Table.Rows[i+1:], r, p.Number, h)
		}
	}
}

func (g *grid) row(rest []page.Row, r page.Row, number int, h typed.Hints) {
	l := flatRow(r)
	if len(l.segs) == 0 {
		return
	}
	if c := g.match(l.segs, cellsUnder(rest)); c != nil {
		g.columns = map[int]string{}
		for _, c := range c {
			if c.name != "" {
				g.columns[int(c.box.X0/cellWidth)] = c.name
			}
		}
		return
	}
	switch {
	case g.columns == nil || len(g.rows) >= maxRows || stops(l, g.skip):
	case stops(l, g.stop):
		g.columns = nil
	default:
		item := row{}
		for _, c := range r.Cells {
			if p := g.items.Property(g.columns[c.Column]); p != nil {
				if v, _, ok := typed.Find(p.Parser, c.Text(), h); ok {
					item[g.columns[c.Column]] = Cell{v, c.Text(), number, l.text()}
				}
			}
		}
		if g.complete(item) {
			g.rows = append(g.rows, item)
		} else if g.text(item) && len(g.rows) > 0 {
			g.rows[len(g.rows)-1].extend(item, false)
		}
	}
}

func cellsUnder(rows []page.Row) func(column) []string {
	return func(c column) []string {
		var out []string
		for _, r := range rows[:min(guessRows, len(rows))] {
			for _, cell := range r.Cells {
				if cell.Column == int(c.box.X0/cellWidth) && cell.Text() != "" {
					out = append(out, cell.Text())
				}
			}
		}
		return out
	}
}

// flatRow lays a table's row out as a line, with its cells in columns of equal width.
func flatRow(r page.Row) line {
	cells := make([]string, 0, len(r.Cells))
	for _, c := range r.Cells {
		for len(cells) < c.Column {
			cells = append(cells, "")
		}
		cells = append(cells, c.Text())
	}
	return flatLine(cells, 0)
}
