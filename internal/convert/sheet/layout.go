package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

const (
	// rowsPerTable and columnsPerTable bound one table; longer and wider ones are split, with their header
	// repeated.
	rowsPerTable    = 200
	columnsPerTable = 50
	// repeatLimit is the maximum length of text, in bytes, that is repeated in each part of a table: of all its headers
	// together, and of its first column per row.
	repeatLimit = 2 << 10
	// areaLimit bounds the rectangle of rows that are laid out together, because one wide row among many short ones
	// makes it far larger than their cells.
	areaLimit = 5_000_000
)

// layout turns the rows of a sheet into tables and titles. A blank row separates two of them.
type layout struct {
	blocks []page.Block
	rows   []row
	width  int              // of the widest row
	merges map[[2]int]merge // by row and column of their first cell
	tall   []merge          // merges over several rows, which keep those rows together
	links  map[[2]int]string
	declared
}

// row is a non-empty row. at is its number in the sheet, hidden the number of hidden rows above it.
type row struct {
	at     int
	cells  []string
	hidden int
}

func newLayout(merges []merge) *layout {
	l := &layout{merges: make(map[[2]int]merge, len(merges))}
	for _, m := range merges {
		l.merges[[2]int{m.row, m.column}] = m
		if m.rows > 1 {
			l.tall = append(l.tall, m)
		}
	}
	slices.SortFunc(l.tall, func(a, b merge) int { return cmp.Compare(a.row, b.row) })
	return l
}

// add adds the next row of the sheet.
func (l *layout) add(at int, cells []string) {
	filled := 0
	for i, c := range cells {
		if cells[i] = clean(c); cells[i] != "" {
			filled++
		}
	}
	if filled > 0 {
		l.apart(at)
		if width := max(l.width, len(cells)); len(l.rows) > 0 && width*(len(l.rows)+1) > areaLimit {
			l.flush()
		}
		l.rows, l.width = append(l.rows, row{at: at, cells: cells}), max(l.width, len(cells))
		return
	}
	if len(l.rows) > 0 && !l.spanned(at) {
		l.flush()
	}
}

func clean(s string) string {
	if s == "" {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(page.Visible(s), "\r\n", "\n"))
}

// spanned reports whether a merged cell reaches across a blank row.
func (l *layout) spanned(at int) bool {
	for len(l.tall) > 0 && l.tall[0].row+l.tall[0].rows <= at {
		l.tall = l.tall[1:]
	}
	return len(l.tall) > 0 && l.tall[0].row < at
}

func (l *layout) finish() []page.Block {
	l.flush()
	return l.blocks
}

// flush turns the rows since the last blank one into blocks: single-cell rows above a table are its titles, the
// rest is the table.
func (l *layout) flush() {
	rows := l.rows
	l.rows, l.width = nil, 0
	if sides := l.sides(rows); len(sides) > 1 {
		for _, columns := range sides {
			l.side(rows, columns)
		}
		return
	}
	titles := 0
	for titles < len(rows) && l.alone(rows[titles]) && !l.begins(rows[titles].at) {
		titles++
	}
	for _, r := range rows[:titles] {
		l.blocks = append(l.blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: first(r.cells)}}})
	}
	if titles == len(rows) {
		l.single(titles)
		return
	}
	l.table(rows[titles:])
}

// alone reports whether a row has only one filled cell and no merge that ties it to the rows below.
func (l *layout) alone(r row) bool {
	n, at := 0, 0
	for i, c := range r.cells {
		if c != "" {
			n, at = n+1, i
		}
	}
	return n == 1 && l.merges[[2]int{r.at, at}].rows < 2
}

func first(cells []string) string {
	for _, c := range cells {
		if c != "" {
			return c
		}
	}
	return ""
}

// single turns a long column of single cells, just added as paragraphs, into a table, because it is a list of
// values.
func (l *layout) single(n int) {
	if n < 4 {
		return
	}
	at := len(l.blocks) - n
	values := slices.Clone(l.blocks[at:])
	l.blocks = l.blocks[:at]
	for part := range slices.Chunk(values, rowsPerTable) {
		t := &page.Table{Columns: 1}
		for i := range part {
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{{ColSpan: 1, RowSpan: 1, Blocks: part[i : i+1]}}})
		}
		l.blocks = append(l.blocks, page.Block{Kind: page.TableKind, Table: t})
	}
}

// table turns rows into tables of bounded size.
func (l *layout) table(rows []row) {
	columns := filledColumns(rows)
	headers := l.headerRows(rows)
	named := len(columns) > 0 && textSize(rows, columns[:1]) <= repeatLimit*len(rows)
	for start := 0; start < len(columns); {
		group := columns[start:min(start+columnsPerTable, len(columns))]
		if start > 0 && named {
			// The first column names the rows, so it is repeated next to columns far to the right.
			group = append([]int{columns[0]}, columns[start:min(start+columnsPerTable-1, len(columns))]...)
			start--
		}
		start += len(group)
		l.parts(rows, group, headers)
	}
}

// filledColumns lists the columns that have content.
func filledColumns(rows []row) []int {
	var used []bool
	for _, r := range rows {
		for len(used) < len(r.cells) {
			used = append(used, false)
		}
		for i, c := range r.cells {
			used[i] = used[i] || c != ""
		}
	}
	var columns []int
	for i, u := range used {
		if u {
			columns = append(columns, i)
		}
	}
	return columns
}

// textSize returns how much text some columns of rows hold, in bytes.
func textSize(rows []row, columns []int) int {
	size := 0
	for _, r := range rows {
		for _, c := range columns {
			if c < len(r.cells) {
				size += len(r.cells[c])
			}
		}
	}
	return size
}

// parts splits a table after every rowsPerTable rows and repeats its header.
func (l *layout) parts(rows []row, columns []int, headers int) {
	for from := headers; from < len(rows) || from == headers; {
		to := min(from+rowsPerTable, len(rows))
		head := rows[:headers]
		if from > headers && textSize(head, columns) > repeatLimit {
			head = nil
		}
		t := &page.Table{Columns: len(columns), HeaderRows: len(head)}
		t.Rows = append(t.Rows, l.tableRows(head, columns, true)...)
		t.Rows = append(t.Rows, l.tableRows(rows[from:to], columns, false)...)
		l.blocks = append(l.blocks, page.Block{Kind: page.TableKind, Table: t, Continues: from > headers})
		if from = to; to == len(rows) {
			return
		}
	}
}

// tableRows returns the rows of a table. A merged cell spans whatever part of it lies within those rows and columns.
func (l *layout) tableRows(rows []row, columns []int, header bool) []page.Row {
	out := make([]page.Row, len(rows))
	covered := map[[2]int]bool{}
	for i, r := range rows {
		cells := make([]page.Cell, 0, len(columns))
		for k, column := range columns {
			if covered[[2]int{i, k}] {
				continue
			}
			c := page.Cell{Column: k, ColSpan: 1, RowSpan: 1, Header: header}
			if m, ok := l.merges[[2]int{r.at, column}]; ok {
				c.ColSpan, c.RowSpan = extent(m, rows[i:], columns[k:])
				for y := range c.RowSpan {
					for x := range c.ColSpan {
						covered[[2]int{i + y, k + x}] = true
					}
				}
			}
			if column < len(r.cells) && r.cells[column] != "" {
				span := page.Span{Text: r.cells[column], Link: l.links[[2]int{r.at, column}]}
				c.Blocks = []page.Block{{Kind: page.Paragraph, Spans: []page.Span{span}}}
			}
			cells = append(cells, c)
		}
		out[i].Cells = cells
	}
	return out
}

// extent returns how many of the following columns and rows a merge covers.
func extent(m merge, rows []row, columns []int) (width, height int) {
	for width < len(columns) && columns[width] < m.column+m.columns {
		width++
	}
	for height < len(rows) && rows[height].at < m.row+m.rows {
		height++
	}
	return max(width, 1), max(height, 1)
}

// headerRows returns what the workbook declares, or else 1, or the height of a merged cell in the first row, when the first
// row is words above rows with numbers, or above other rows consisting only of words.
func (l *layout) headerRows(rows []row) int {
	if n, known := l.headers[rows[0].at]; known {
		return min(n, len(rows))
	}
	if len(rows) < 2 || !words(rows[0].cells) {
		return 0
	}
	height := 1
	for i := range rows[0].cells {
		m := l.merges[[2]int{rows[0].at, i}]
		if m.columns > 1 && len(rows) > 2 && words(rows[1].cells) {
			height = max(height, 2) // a heading over several columns has their own headings below it
		}
		height = max(height, min(m.rows, 3))
	}
	if height >= len(rows) || !words(rows[height-1].cells) {
		return 1
	}
	return height
}

// words reports whether no filled cell is a number.
func words(cells []string) bool {
	filled := false
	for _, c := range cells {
		if c == "" {
			continue
		}
		filled = true
		if isNumber(c) {
			return false
		}
	}
	return filled
}

// isNumber reports whether a displayed value is a number, amount, percentage or date rather than words. A bare
// year is as often a heading as a value.
func isNumber(s string) bool {
	digits := 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			return false
		}
	}
	return digits > 0 && !(len(s) == 4 && digits == 4 && (s[0] == '1' || s[0] == '2'))
}
