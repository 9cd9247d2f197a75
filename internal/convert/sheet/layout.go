package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

const (
	// rowsPerTable and columnsPerTable bound one table; longer and wider ones are parted with their header repeated.
	rowsPerTable    = 200
	columnsPerTable = 50
	// areaLimit bounds the rectangle of rows that are laid out together: a wide row and many short ones are more than
	// their cells.
	areaLimit = 5_000_000
)

// layout turns the rows of a sheet into tables and titles. A blank row parts two of them.
type layout struct {
	blocks []page.Block
	rows   []row
	width  int              // of the widest of rows
	merges map[[2]int]merge // by row and column of their first cell
	tall   []merge          // those over several rows, which hold rows together
	links  map[[2]int]string
}

// row is a row with something in it. at is its number in the sheet, hidden the number of hidden rows above it.
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

// add takes the next row of the sheet.
func (l *layout) add(at int, cells []string) {
	filled := 0
	for i, c := range cells {
		if cells[i] = clean(c); cells[i] != "" {
			filled++
		}
	}
	if filled > 0 {
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

// spanned says whether a merged cell reaches over a blank row.
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

// flush makes blocks of the rows since the last blank one: lines of a single cell above a table are its
// titles, the rest is the table.
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
	for titles < len(rows) && l.alone(rows[titles]) {
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

// alone says whether a row has one filled cell, and no merge that holds it to the rows below.
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

// single makes a long column of single cells, just added as paragraphs, a table: it is a list of values.
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

// table makes tables of bounded size of rows.
func (l *layout) table(rows []row) {
	columns := filledColumns(rows)
	headers := l.headerRows(rows)
	for start := 0; start < len(columns); {
		group := columns[start:min(start+columnsPerTable, len(columns))]
		if start > 0 {
			// The first column names the rows, also beside columns far to the right.
			group = append([]int{columns[0]}, columns[start:min(start+columnsPerTable-1, len(columns))]...)
			start--
		}
		start += len(group)
		l.parts(rows, group, headers)
	}
}

// filledColumns lists the columns with something in them.
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

// parts cuts a table after every so many rows and repeats its header.
func (l *layout) parts(rows []row, columns []int, headers int) {
	for from := headers; from < len(rows) || from == headers; {
		to := min(from+rowsPerTable, len(rows))
		t := &page.Table{Columns: len(columns), HeaderRows: headers}
		t.Rows = append(t.Rows, l.tableRows(rows[:headers], columns, true)...)
		t.Rows = append(t.Rows, l.tableRows(rows[from:to], columns, false)...)
		l.blocks = append(l.blocks, page.Block{Kind: page.TableKind, Table: t, Continues: from > headers})
		if from = to; to == len(rows) {
			return
		}
	}
}

// tableRows makes rows of a table. A merged cell spans what of it is among them.
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

// extent is how many of the columns and rows that follow a merge covers.
func extent(m merge, rows []row, columns []int) (width, height int) {
	for width < len(columns) && columns[width] < m.column+m.columns {
		width++
	}
	for height < len(rows) && rows[height].at < m.row+m.rows {
		height++
	}
	return max(width, 1), max(height, 1)
}

// headerRows is 1, or what a merged cell in the first row reaches over, when the first row is words above rows
// with numbers, or above others of words alone.
func (l *layout) headerRows(rows []row) int {
	if len(rows) < 2 || !words(rows[0].cells) {
		return 0
	}
	height := 1
	for i := range rows[0].cells {
		m := l.merges[[2]int{rows[0].at, i}]
		if m.columns > 1 && len(rows) > 2 && words(rows[1].cells) {
			height = max(height, 2) // a heading over several columns stands over their own headings
		}
		height = max(height, min(m.rows, 3))
	}
	if height >= len(rows) || !words(rows[height-1].cells) {
		return 1
	}
	return height
}

// words says whether no filled cell is a number.
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

// isNumber says whether a displayed value is a number, amount, share or date rather than words. A year alone
// is a heading as often as a value.
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
