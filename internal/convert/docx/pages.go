package docx

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// paginate cuts the body into pages where Word recorded them: by the breaks of its last layout, else by the
// document's explicit breaks. Breaks that do not agree with the page count that Word stored are stale; the
// document is one page then.
func (d *document) paginate(f *flow) ([]page.Page, string) {
	marks := f.marks
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.at, b.at)) })
	for _, rendered := range []bool{true, false} {
		var chosen []mark
		for _, m := range marks {
			if m.rendered == rendered && m.block <= len(f.blocks) {
				chosen = append(chosen, m)
			}
		}
		if n := len(chosen) + 1; n > 1 && d.agrees(n) {
			return d.assemble(cut(f.blocks, chosen), chosen), "word"
		}
	}
	return d.assemble([][]page.Block{f.blocks}, nil), "none"
}

func (d *document) agrees(pages int) bool {
	return d.savedPage <= 0 || pages >= d.savedPage-1 && pages <= d.savedPage+1
}

// assemble makes pages, each with the notes that it refers to. breaks are where the parts begin.
func (d *document) assemble(parts [][]page.Block, breaks []mark) []page.Page {
	source := page.SourceText
	if d.read {
		source = page.SourceMixed
	}
	placed := map[string]bool{}
	pages := make([]page.Page, len(parts))
	for i, blocks := range parts {
		pages[i] = page.Page{Number: i + 1, Source: source, Blocks: d.withNotes(blocks, placed)}
	}
	d.furnish(pages, breaks)
	pages[0].Notes = d.remarks
	return pages
}

// withNotes adds the notes that blocks refer to and that are not placed yet.
func (d *document) withNotes(blocks []page.Block, placed map[string]bool) []page.Block {
	var labels []string
	collectNotes(blocks, &labels)
	blocks = slices.Clip(blocks)
	for _, label := range labels {
		if !placed[label] {
			placed[label] = true
			blocks = append(blocks, d.notes[label]...)
		}
	}
	return blocks
}

func collectNotes(blocks []page.Block, labels *[]string) {
	for i := range blocks {
		b := &blocks[i]
		for k := range b.Spans {
			if b.Spans[k].Note != "" {
				*labels = append(*labels, b.Spans[k].Note)
			}
		}
		if b.Table == nil {
			continue
		}
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				collectNotes(c.Blocks, labels)
			}
		}
	}
}

// cut parts blocks at marks, which are in order.
func cut(blocks []page.Block, marks []mark) [][]page.Block {
	var parts [][]page.Block
	var current []page.Block
	next := 0
	for i := range len(blocks) + 1 {
		from, size := 0, 0
		if i < len(blocks) {
			size = pieces(&blocks[i])
		}
		goesOn := false
		var rows clipper
		if i < len(blocks) {
			rows.table = blocks[i].Table
		}
		for ; next < len(marks) && marks[next].block == i; next++ {
			if at := min(max(marks[next].at, from), size); at > from {
				current = append(current, rows.piece(blocks[i], from, at, goesOn))
				from = at
			}
			goesOn = marks[next].rendered
			parts = append(parts, current)
			current = nil
		}
		if i < len(blocks) && (from < size || size == 0) {
			current = append(current, rows.piece(blocks[i], from, size, goesOn))
		}
	}
	return append(parts, current)
}

// pieces is the number of parts that a block can be cut into.
func pieces(b *page.Block) int {
	switch b.Kind {
	case page.Paragraph, page.ListItem, page.Caption, page.Quote:
		return len(b.Spans)
	case page.TableKind:
		return len(b.Table.Rows)
	}
	return 1
}

// piece is the part of a block between two cuts. goesOn says that the cut before it was the page's, not one
// that the author put between two paragraphs.
func (c *clipper) piece(b page.Block, from, to int, goesOn bool) page.Block {
	if from == 0 && to == pieces(&b) {
		return b
	}
	b.Continues = from > 0 && (goesOn || b.Table != nil)
	if b.Table != nil {
		b.Table = c.tablePiece(from, to)
		return b
	}
	if from > 0 && !goesOn && b.Kind == page.ListItem {
		b.Kind, b.Marker, b.Ordered, b.Level = page.Paragraph, "", false, 0
	}
	b.Spans = trimSpans(b.Spans[from:to])
	return b
}

// trimSpans gives spans without the white space at their ends.
func trimSpans(spans []page.Span) []page.Span {
	spans = slices.Clone(spans)
	if n := len(spans); n > 0 {
		spans[0].Text = strings.TrimLeft(spans[0].Text, " \n\t")
		spans[n-1].Text = strings.TrimRight(spans[n-1].Text, " \n\t")
	}
	return spans
}

// headLimit is the longest text of header rows that is repeated on each page of a table.
const headLimit = 2 << 10

// tablePiece is the rows between two cuts, below the table's header rows. Cells that the cut goes through
// go on as empty ones.
func (c *clipper) tablePiece(from, to int) *page.Table {
	t := c.table
	part := &page.Table{Columns: t.Columns, HeaderRows: max(t.HeaderRows-from, 0)}
	if from >= t.HeaderRows && from > 0 {
		part.Rows = c.head()
		part.HeaderRows = len(part.Rows)
	}
	part.HeaderRows = min(part.HeaderRows, len(part.Rows)+to-from)
	part.Rows = append(part.Rows, c.rows(from, to)...)
	return part
}

// clipper cuts a table from its first row to its last.
type clipper struct {
	table *page.Table
	read  int        // rows so far
	open  []openCell // of the rows so far, those that reach below
	heads []page.Row // to repeat; nil when not asked for yet
}

// openCell is a cell and the row that it ends above.
type openCell struct {
	page.Cell
	end int
}

// head are the table's header rows, none when they are too long to be repeated.
func (c *clipper) head() []page.Row {
	if c.heads == nil {
		c.heads = []page.Row{}
		head := &page.Table{Rows: c.table.Rows[:c.table.HeaderRows]}
		if len(head.Text()) <= headLimit {
			c.heads = (&clipper{table: c.table}).rows(0, c.table.HeaderRows)
		}
	}
	return slices.Clone(c.heads)
}

// rows copies rows, with spans that reach over their ends shortened to what is inside. Calls go downwards.
func (c *clipper) rows(from, to int) []page.Row {
	c.readTo(from)
	rows := make([]page.Row, to-from)
	if from == to {
		return rows
	}
	c.open = slices.DeleteFunc(c.open, func(o openCell) bool { return o.end <= from })
	for _, o := range c.open {
		o.Blocks, o.RowSpan = nil, min(o.end, to)-from
		rows[0].Cells = append(rows[0].Cells, o.Cell)
	}
	for i := range rows {
		for _, cell := range c.table.Rows[from+i].Cells {
			cell.RowSpan = min(max(cell.RowSpan, 1), to-from-i)
			rows[i].Cells = append(rows[i].Cells, cell)
		}
	}
	c.readTo(to)
	slices.SortStableFunc(rows[0].Cells, func(a, b page.Cell) int { return cmp.Compare(a.Column, b.Column) })
	return rows
}

// readTo notes the cells above a row that reach below their own.
func (c *clipper) readTo(row int) {
	for ; c.read < row; c.read++ {
		for _, cell := range c.table.Rows[c.read].Cells {
			if cell.RowSpan > 1 {
				c.open = append(c.open, openCell{cell, c.read + cell.RowSpan})
			}
		}
	}
}

// savedPages is the page count that Word stored when it last saved the document, or 0.
func (d *document) savedPages() (int, error) {
	rels, err := d.Relationships("")
	if err != nil {
		return 0, err
	}
	name := opc.Find(rels, "extended-properties")
	if name == "" {
		name = "docProps/app.xml"
	}
	pages := 0
	_, err = d.Package.Read(name, func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "Pages" {
			return nil
		}
		s, err := c.Text()
		pages, _ = strconv.Atoi(strings.TrimSpace(s))
		return err
	})
	return pages, err
}
