package tree

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// treeTable is a tagged table while it is being read.
type treeTable struct {
	rows     []*ink.Element
	captions []*ink.Element
	layout   bool // contains what no data table contains
	nested   bool // contains tables or headings
}

// table makes a table from the tree's rows and cells. A table that only positions text is read like a group.
func (t *reader) table(e *ink.Element) {
	t.flushLoose()
	var tt treeTable
	tt.collect(t, e)
	for _, c := range tt.captions {
		t.walk(c)
	}
	if !tt.layout {
		sub := t.apart()
		table, words := tt.build(sub)
		if table != nil && !sub.twice && sensible(table) && (!tt.nested || holdsData(table)) {
			t.take(sub)
			t.addTable(table, words)
			return
		}
	}
	t.refused(&tt)
}

func (t *reader) addTable(table *page.Table, words []page.Word) {
	b := page.Block{Kind: page.TableKind, Table: table, Tagged: true}
	b.Box = alignCells(table)
	t.parts = append(t.parts, part{Piece: text.Piece{Block: b, Words: words}})
}

func (tt *treeTable) collect(t *reader, e *ink.Element) {
	for _, k := range e.Kids {
		switch {
		case k.Element == nil: // its lines, or text
			words := t.content(k.Content)
			tt.layout = tt.layout || len(words) > 0
			t.loose = append(t.loose, words...)
		case k.Element.Role == ink.RoleRow:
			tt.rows = append(tt.rows, k.Element)
			depth := nestingOf(k.Element)
			tt.layout, tt.nested = tt.layout || depth == layoutDepth, tt.nested || depth > 0
		case k.Element.Role == ink.RoleCaption:
			tt.captions = append(tt.captions, k.Element)
		default:
			tt.collect(t, k.Element)
		}
	}
}

// build places the cells of all rows. The table is nil if they do not form a grid.
func (tt *treeTable) build(sub *reader) (*page.Table, []page.Word) {
	out := &page.Table{}
	var read [][]source
	taken := map[[2]int]bool{}
	named, header := false, true
	for r, row := range tt.rows {
		line, sources := page.Row{}, []source(nil)
		heads, column := 0, 0
		for _, c := range cellsOf(row) {
			for taken[[2]int{r, column}] {
				column++
			}
			cell := page.Cell{Column: column, ColSpan: c.ColSpan, RowSpan: min(c.RowSpan, len(tt.rows)-r), Header: c.Role == ink.RoleHeaderCell}
			if cell.Header {
				heads++
			}
			for y := range cell.RowSpan {
				for x := range cell.ColSpan {
					taken[[2]int{r + y, column + x}] = true
				}
			}
			sources = append(sources, source{sub.cell(c, &cell), len(c.Kids) == 0})
			column += c.ColSpan
			out.Columns = max(out.Columns, column)
			line.Cells = append(line.Cells, cell)
		}
		named = named || heads > 0
		if header && heads > 1 {
			heads += nameEmpty(line.Cells)
		}
		if header = header && heads == len(line.Cells) && heads > 0; header {
			out.HeaderRows++
		}
		out.Rows, read = append(out.Rows, line), append(read, sources)
	}
	if !named {
		out.HeaderRows = 1
	}
	out.HeaderRows = min(out.HeaderRows, len(out.Rows)-1)
	orderCells(out, read)
	placeMerged(out, read)
	words := wordsOf(read)
	if len(out.Rows) < 2 || out.Columns < 2 || out.Columns > maxColumns || ragged(out, taken) || len(words) > cellWords*len(taken) {
		return nil, nil
	}
	fillRows(out, taken)
	return out, words
}

// nameEmpty turns the empty cells of a header row into header cells too, and returns their number. Their role in the
// tree is unknown, because a cell without text is not in the part of the tree that belongs to the page.
func nameEmpty(cells []page.Cell) (named int) {
	for i := range cells {
		if c := &cells[i]; len(c.Blocks) == 0 && !c.Header {
			c.Header = true
			named++
		}
	}
	return named
}

// fillRows adds empty cells to rows that are short, because programs omit cells without text. The positions of
// the others show which ones are missing.
func fillRows(t *page.Table, taken map[[2]int]bool) {
	columns := columnRanges(t, taken)
	titles := true
	for r := range t.Rows {
		titles = titles && len(t.Rows[r].Cells) == 1
		var free []int // columns that no cell from above extends into
		own := map[int]bool{}
		for _, c := range t.Rows[r].Cells {
			for x := range c.ColSpan {
				own[c.Column+x] = true
			}
		}
		for c := range t.Columns {
			if own[c] || !taken[[2]int{r, c}] {
				free = append(free, c)
			}
		}
		if len(free) == t.Columns && isTitle(t.Rows[r].Cells, titles, columns) {
			t.Rows[r].Cells[0].ColSpan = t.Columns
			continue
		}
		if len(free) > len(own) {
			names := r < t.HeaderRows && len(own) > 0 && t.Rows[r].Cells[0].Header
			t.Rows[r].Cells = spread(t.Rows[r].Cells, free, columns, names)
		}
	}
}

// isTitle reports whether the only cell of a row spans all columns: it is above all other rows, or its text crosses
// columns.
func isTitle(cells []page.Cell, above bool, columns []page.Box) bool {
	if len(cells) != 1 || cells[0].ColSpan > 1 || cells[0].RowSpan > 1 || len(cells[0].Blocks) == 0 {
		return false
	}
	crossed := 0
	for _, c := range columns {
		if c != (page.Box{}) && cells[0].Box.X0 < c.X1 && cells[0].Box.X1 > c.X0 {
			crossed++
		}
	}
	return above || crossed > 1
}

// columnRanges returns the extents of the columns' texts, taken from complete rows.
func columnRanges(t *page.Table, taken map[[2]int]bool) []page.Box {
	out := make([]page.Box, t.Columns)
	for r, row := range t.Rows {
		if !taken[[2]int{r, t.Columns - 1}] {
			continue
		}
		for _, c := range row.Cells {
			if c.ColSpan <= 1 && len(c.Blocks) > 0 {
				out[c.Column] = extend(out[c.Column], c.Box)
			}
		}
	}
	return out
}

// spread assigns cells to the free columns under which they lie, in order, and fills the other columns with empty
// cells. These are header cells if names is set.
func spread(cells []page.Cell, free []int, columns []page.Box, names bool) []page.Cell {
	var out []page.Cell
	for len(free) > 0 {
		column := free[0]
		if len(cells) > 0 {
			c := cells[0]
			least := 0
			for _, other := range cells[1:] {
				least += other.ColSpan
			}
			room := len(free) - c.ColSpan - least // columns that may still be left out
			if room <= 0 || distanceTo(c.Box, columns[column]) <= nearest(c.Box, free[1:room+1], columns) {
				c.Column = column
				out, cells, free = append(out, c), cells[1:], free[min(c.ColSpan, len(free)):]
				continue
			}
		}
		out = append(out, page.Cell{Column: column, ColSpan: 1, RowSpan: 1, Header: names})
		free = free[1:]
	}
	return out
}

func nearest(b page.Box, among []int, columns []page.Box) float64 {
	least := math.Inf(1)
	for _, c := range among {
		least = min(least, distanceTo(b, columns[c]))
	}
	return least
}

// distanceTo returns the distance of a text from a column: the least of those between their left edges, right edges or
// middles.
func distanceTo(b, column page.Box) float64 {
	if column == (page.Box{}) {
		return math.Inf(1)
	}
	return min(math.Abs(b.X0-column.X0), math.Abs(b.X1-column.X1), math.Abs(b.X0+b.X1-column.X0-column.X1)/2)
}

func cellsOf(row *ink.Element) []*ink.Element {
	var out []*ink.Element
	for _, k := range row.Kids {
		switch {
		case k.Element == nil:
		case k.Element.Role == ink.RoleCell || k.Element.Role == ink.RoleHeaderCell:
			out = append(out, k.Element)
		default:
			out = append(out, cellsOf(k.Element)...)
		}
	}
	return out
}

// cell reads a cell's blocks into out and returns its words.
func (t *reader) cell(e *ink.Element, out *page.Cell) []page.Word {
	t.parts = nil
	t.group(e)
	t.flushLoose()
	var words []page.Word
	for i, p := range t.parts {
		p.Block.Tagged = false
		out.Blocks = append(out.Blocks, p.Block)
		words = append(words, p.Words...)
		if i == 0 {
			out.Box = p.Block.Box
		}
		out.Box = ink.Union(out.Box, p.Block.Box)
	}
	return words
}

// ragged reports whether too many rows lack cells, or too few cells have text.
func ragged(t *page.Table, taken map[[2]int]bool) bool {
	short, filled := 0, 0
	for r := range t.Rows {
		for c := range t.Columns {
			if !taken[[2]int{r, c}] {
				short++
				break
			}
		}
		for _, c := range t.Rows[r].Cells {
			if len(c.Blocks) > 0 {
				filled++
			}
		}
	}
	return filled < leastFilled || (float64(short) > raggedShare*float64(len(t.Rows)) && !underColumns(t, taken))
}

// underColumns reports whether every cell of incomplete rows is below or above exactly one column of the complete rows,
// so that it is clear which cells are missing.
func underColumns(t *page.Table, taken map[[2]int]bool) bool {
	columns := columnRanges(t, taken)
	if !besideEachOther(columns) {
		return false
	}
	for r, row := range t.Rows {
		if taken[[2]int{r, t.Columns - 1}] {
			continue
		}
		next := 0 // first column that the next cell may be in
		for _, c := range row.Cells {
			if len(c.Blocks) == 0 {
				continue
			}
			for next < len(columns) && columns[next].X1 <= c.Box.X0 {
				next++
			}
			alone := next+1 >= len(columns) || columns[next+1].X0 >= c.Box.X1
			if next == len(columns) || columns[next].X0 >= c.Box.X1 || c.ColSpan > 1 || !alone {
				return false
			}
			next++
		}
	}
	return true
}

// sensible reports whether rows follow each other down the page, and cells across it.
func sensible(t *page.Table) bool {
	steps, up, left, right := 0, 0, 0, 0
	last := math.Inf(-1)
	for _, r := range t.Rows {
		top, x := math.Inf(1), math.NaN()
		for _, c := range r.Cells {
			if len(c.Blocks) == 0 {
				continue
			}
			if c.RowSpan == 1 {
				top = min(top, c.Box.Y0)
			}
			if middle := (c.Box.X0 + c.Box.X1) / 2; middle < x {
				left++
			} else if middle > x {
				right++
			}
			x = (c.Box.X0 + c.Box.X1) / 2
		}
		if math.IsInf(top, 1) {
			continue
		}
		steps++
		if top < last-ink.Touch {
			up++
		}
		last = top
	}
	return float64(up) <= disorderShare*float64(steps) && float64(min(left, right)) <= disorderShare*float64(left+right)
}

// alignCells aligns the cells of each column at one left edge, and returns the box of the table.
func alignCells(t *page.Table) page.Box {
	box := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	edges := make([]float64, t.Columns)
	for c := range edges {
		edges[c] = math.Inf(1)
	}
	each := func(f func(*page.Cell)) {
		for r := range t.Rows {
			for i := range t.Rows[r].Cells {
				if c := &t.Rows[r].Cells[i]; len(c.Blocks) > 0 {
					f(c)
				}
			}
		}
	}
	each(func(c *page.Cell) {
		box = ink.Union(box, c.Box)
		edges[c.Column] = min(edges[c.Column], c.Box.X0)
	})
	each(func(c *page.Cell) { c.Box.X0 = edges[c.Column] })
	return box
}
