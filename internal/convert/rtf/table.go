package rtf

import (
	"slices"
	"strings"

	"quire/internal/convert/office/gridlines"
	"quire/internal/convert/page"
)

// tableDepth bounds nested tables; deeper ones are part of the innermost.
const tableDepth = 16

// rowDef describes the cells of a row. It is before or after the cells in the file.
type rowDef struct {
	left   int
	header bool
	cells  []cellDef
	next   cellDef // the properties so far of the next cell to be defined
}

// cellDef is the right edge of a cell, in twentieths of a point, and what it is merged with.
type cellDef struct {
	right               int
	hContinues          bool
	vBegins, vContinues bool
}

// table is a table while it is being read.
type table struct {
	rows  []tableRow
	cells []flow // of the open row
	cell  flow   // the open cell
}

type tableRow struct {
	cells []flow
	def   *rowDef
}

// at returns the flow of paragraphs inside depth tables, and ends deeper tables.
func (s *story) at(depth int) *flow {
	s.closeTables(depth)
	for len(s.tables) < depth {
		s.tables = append(s.tables, &table{})
	}
	if depth == 0 {
		return &s.flow
	}
	return &s.tables[depth-1].cell
}

// closeTables ends the tables that are inside more than depth others.
func (s *story) closeTables(depth int) {
	for len(s.tables) > depth {
		n := len(s.tables) - 1
		t := s.tables[n]
		s.tables = s.tables[:n]
		if len(t.cell.blocks) > 0 {
			t.endCell()
		}
		if len(t.cells) > 0 {
			t.endRow(&rowDef{})
		}
		into := &s.flow
		if n > 0 {
			into = &s.tables[n-1].cell
		}
		into.listing.Break()
		into.blocks = append(into.blocks, t.blocks()...)
	}
}

func (t *table) endCell() { t.cells, t.cell = append(t.cells, t.cell), flow{} }

func (t *table) endRow(def *rowDef) {
	if len(t.cells) > 0 {
		t.rows = append(t.rows, tableRow{t.cells, def})
	}
	t.cells = nil
}

// tableWord reads a word about tables.
func (d *reader) tableWord(t token) {
	def := d.def()
	switch t.word {
	case "trowd":
		*def = &rowDef{}
	case "trleft":
		(*def).left = t.number
	case "trhdr":
		(*def).header = true
	case "clmrg":
		(*def).next.hContinues = true
	case "clvmgf":
		(*def).next.vBegins = true
	case "clvmrg":
		(*def).next.vContinues = true
	case "cellx":
		if r := *def; len(r.cells) < gridlines.ColumnLimit {
			r.next.right = t.number
			r.cells = append(r.cells, r.next)
			r.next = cellDef{}
		}
	case "cell":
		d.endCell(1)
	case "nestcell":
		d.endCell(max(d.state.para.depth(), 2))
	case "row":
		d.endRow(1)
	case "nestrow":
		d.endRow(max(d.state.para.depth(), 2))
	}
}

// def returns the row description being read: that of outermost tables, or of nested ones.
func (d *reader) def() **rowDef {
	def := &d.defs[0]
	if d.state.nested {
		def = &d.defs[1]
	}
	if *def == nil {
		*def = &rowDef{}
	}
	return def
}

func (d *reader) endCell(depth int) {
	if d.state.dest != inText {
		return
	}
	s := d.story()
	s.paragraph(d, depth)
	s.closeTables(depth)
	s.tables[depth-1].endCell()
}

func (d *reader) endRow(depth int) {
	s := d.story()
	if d.state.dest != inText || len(s.tables) < depth {
		return
	}
	s.closeTables(depth)
	s.tables[depth-1].endRow(*d.def())
}

// blocks returns the table. A single cell is a frame around text rather than a table.
func (t *table) blocks() []page.Block {
	if len(t.rows) == 1 && len(t.rows[0].cells) == 1 {
		return t.rows[0].cells[0].blocks
	}
	lines := t.lines()
	index := make(map[int]int, len(lines))
	for i, at := range lines {
		index[at] = i
	}
	var made page.Table
	merged := map[int]origin{}
	for i := range t.rows {
		cells := t.rows[i].place(index)
		made.Rows = append(made.Rows, page.Row{})
		made.Rows[i].Cells = merge(made.Rows, cells, merged)
	}
	if strings.TrimSpace(made.Text()) == "" && !gridlines.HasPicture(&made) {
		return nil
	}
	gridlines.Close(&made)
	if lines != nil {
		gridlines.Snap(&made, lines)
	}
	gridlines.Compact(&made)
	gridlines.Fill(&made)
	for made.HeaderRows < len(t.rows) && t.rows[made.HeaderRows].def.header {
		made.HeaderRows++
	}
	if made.HeaderRows == 0 && gridlines.OnlyFirstBold(made.Rows) {
		made.HeaderRows = 1
	}
	return []page.Block{{Kind: page.TableKind, Table: &made}}
}

// lines returns the positions of the table's grid lines. It returns nil if the cells are merely counted, because the
// rows do not say where all of them end, or leave no width for text.
func (t *table) lines() []int {
	seen := map[*rowDef]bool{}
	var lines []int
	for _, r := range t.rows {
		if len(r.cells) > len(r.def.cells) {
			return nil
		}
		if !seen[r.def] {
			seen[r.def] = true
			lines = append(lines, r.def.lines()...)
		}
		if r.hidesText() {
			return nil
		}
	}
	slices.Sort(lines)
	if lines = slices.Compact(lines); len(lines) > gridlines.ColumnLimit {
		return nil
	}
	return lines
}

// lines returns the positions of the row's grid lines, none of which is left of the one before.
func (d *rowDef) lines() []int {
	lines := []int{d.left}
	at := d.left
	for i := range d.cells {
		at = max(at, d.cells[i].right)
		d.cells[i].right = at
		lines = append(lines, at)
	}
	return lines
}

// hidesText reports whether a cell with text has no width.
func (r *tableRow) hidesText() bool {
	left := r.def.left
	for k, f := range r.cells {
		def := r.def.cells[k]
		if isText := len(f.blocks) > 0 && !def.hContinues; isText && def.right == left {
			return true
		}
		left = def.right
	}
	return false
}

// placed is a cell with its columns and what it is merged with.
type placed struct {
	page.Cell
	cellDef
}

// place puts the cells of a row into columns.
func (r *tableRow) place(index map[int]int) []placed {
	var cells []placed
	left := r.def.left
	for k, f := range r.cells {
		cell := placed{Cell: page.Cell{Column: k, ColSpan: 1, RowSpan: 1, Blocks: f.blocks}}
		if len(index) > 0 {
			cell.cellDef = r.def.cells[k]
			cell.Column, cell.ColSpan = index[left], index[cell.right]-index[left]
			left = cell.right
		}
		if cell.ColSpan == 0 || cell.Column+cell.ColSpan > gridlines.ColumnLimit {
			continue
		}
		if cell.hContinues && len(cells) > 0 {
			cells[len(cells)-1].ColSpan += cell.ColSpan
			continue
		}
		cells = append(cells, cell)
	}
	return cells
}

// origin is the position of the cell that others continue downwards.
type origin struct{ row, cell int }

// merge returns the cells of the last row without those that continue one above, which it extends. merged holds the
// cells that can be continued, by column.
func merge(rows []page.Row, cells []placed, merged map[int]origin) []page.Cell {
	last := len(rows) - 1
	var own []page.Cell
	for _, cell := range cells {
		if at, ok := merged[cell.Column]; ok && cell.vContinues {
			if above := &rows[at.row].Cells[at.cell]; at.row+above.RowSpan == last {
				above.RowSpan++
				continue
			}
		}
		delete(merged, cell.Column)
		if cell.vBegins || cell.vContinues {
			merged[cell.Column] = origin{last, len(own)}
		}
		own = append(own, cell.Cell)
	}
	return own
}
