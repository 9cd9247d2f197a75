package sheet

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
	"quire/internal/convert/sheet/numfmt"
)

const (
	// lastRow and lastColumn are the limits of a sheet.
	lastRow    = 1 << 20
	lastColumn = 1 << 14
)

// cellReader reads the cells of one worksheet. Columns, merged cells and links are described before and after
// the rows.
type cellReader struct {
	book *workbook
	rels map[string]opc.Relationship

	rows   []row
	merges []merge
	links  map[[2]int]string

	hiddenColumns        [][2]int
	leftOut              int // hidden columns with content
	hiddenAbove          int // hidden rows so far, including empty ones
	hiddenRows, noResult int

	row, column   int
	inRow, inCell bool // misplaced tags are ignored
	skipRow       bool
	cells         []string
	kind          string
	style         int
	value         strings.Builder
	formula       strings.Builder
	into          *strings.Builder
}

// readCells reads the worksheet stored in a part.
func (w *workbook) readCells(part string) (*cellReader, error) {
	rels, err := opc.NewPackage(w.ctx, w.zip).Relationships(part)
	if err != nil {
		return nil, err
	}
	r := &cellReader{book: w, rels: rels, row: -1, links: map[[2]int]string{}}
	if err := w.tokens(part, r.token); err != nil {
		return nil, err
	}
	r.dropColumns()
	return r, nil
}

func (r *cellReader) token(d *xml.Decoder, t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		return r.start(d, t)
	case xml.EndElement:
		return r.end(t.Name.Local)
	case xml.CharData:
		if r.into != nil {
			r.into.Write(t)
		}
	}
	return nil
}

func (r *cellReader) start(d *xml.Decoder, e xml.StartElement) error {
	switch e.Name.Local {
	case "col":
		if isTrue(attr(e, "hidden")) && len(r.hiddenColumns) < lastColumn {
			from, _ := strconv.Atoi(attr(e, "min"))
			to, _ := strconv.Atoi(attr(e, "max"))
			r.hiddenColumns = append(r.hiddenColumns, [2]int{max(from, 1) - 1, min(to, lastColumn)})
		}
	case "row":
		r.row++
		if n, err := strconv.Atoi(attr(e, "r")); err == nil && n > 0 && n <= lastRow {
			r.row = n - 1
		}
		r.column, r.cells, r.skipRow, r.inRow, r.inCell = -1, nil, isTrue(attr(e, "hidden")), true, false
	case "c":
		r.beginCell(e)
	case "v", "t":
		r.into = &r.value
	case "f":
		r.into = &r.formula
	case "rPh":
		return skip(d)
	case "mergeCell":
		if m, ok := parseMerge(attr(e, "ref")); ok && len(r.merges) < mergeLimit {
			r.merges = append(r.merges, m)
		}
	case "hyperlink":
		r.link(e)
	}
	return nil
}

func (r *cellReader) beginCell(e xml.StartElement) {
	r.column++
	if _, column, ok := parseCell(attr(e, "r")); ok {
		r.column = column
	}
	r.inCell = r.inRow
	r.kind = attr(e, "t")
	r.style, _ = strconv.Atoi(attr(e, "s"))
	r.value.Reset()
	r.formula.Reset()
}

func (r *cellReader) end(name string) error {
	switch name {
	case "v", "t", "f":
		r.into = nil
	case "c":
		if !r.inCell {
			return nil
		}
		r.inCell = false
		text := r.display()
		if text == "" || r.column >= lastColumn {
			return nil
		}
		for len(r.cells) <= r.column {
			r.cells = append(r.cells, "")
		}
		r.cells[r.column] = text
	case "row":
		return r.endRow()
	}
	return nil
}

func (r *cellReader) endRow() error {
	if !r.inRow {
		return nil
	}
	r.inRow = false
	if r.skipRow {
		r.hiddenAbove++
		if len(r.cells) > 0 {
			r.hiddenRows++
		}
		return nil
	}
	if err := r.book.count(r.cells); err != nil {
		return err
	}
	if len(r.cells) > 0 {
		r.rows = append(r.rows, row{r.row, r.cells, r.hiddenAbove})
	}
	r.cells = nil
	return nil
}

// display returns what the cell shows.
func (r *cellReader) display() string {
	value := r.value.String()
	if value == "" && r.formula.Len() > 0 {
		r.noResult++
		return "=" + r.formula.String()
	}
	var f numfmt.Format
	if r.style >= 0 && r.style < len(r.book.formats) {
		f = r.book.formats[r.style]
	}
	switch r.kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 || n >= len(r.book.shared) {
			return ""
		}
		return f.Text(r.book.shared[n])
	case "inlineStr", "str":
		return f.Text(unescape(value))
	case "b":
		return map[bool]string{true: "TRUE", false: "FALSE"}[isTrue(strings.TrimSpace(value))]
	case "e":
		return value
	case "d":
		return f.Date(value)
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return value
	}
	return f.Number(v, r.book.date1904)
}

// link stores the target of a hyperlink for its first cell.
func (r *cellReader) link(e xml.StartElement) {
	from, _, _ := strings.Cut(attr(e, "ref"), ":")
	at, column, ok := parseCell(from)
	if !ok || len(r.links) >= mergeLimit {
		return
	}
	for _, a := range e.Attr {
		if a.Name.Local == "id" && a.Name.Space != "" {
			if address := r.rels[a.Value].Target; !strings.HasPrefix(address, "#") {
				r.links[[2]int{at, column}] = page.WebLink(address)
			}
		}
	}
}

// dropColumns empties the hidden columns.
func (r *cellReader) dropColumns() {
	if len(r.hiddenColumns) == 0 {
		return
	}
	var hidden, filled [lastColumn]bool
	var change [lastColumn + 1]int // change in the number of spans hiding a column
	for _, span := range r.hiddenColumns {
		if span[0] < span[1] {
			change[span[0]]++
			change[span[1]]--
		}
	}
	spans := 0
	for c := range hidden {
		spans += change[c]
		hidden[c] = spans > 0
	}
	for _, row := range r.rows {
		for c := range row.cells {
			if hidden[c] && row.cells[c] != "" {
				row.cells[c], filled[c] = "", true
			}
		}
	}
	for _, f := range filled {
		if f {
			r.leftOut++
		}
	}
}

// remarks describes what was left out of the sheet.
func (r *cellReader) remarks(name string) []string {
	var notes []string
	if r.hiddenRows > 0 {
		notes = append(notes, fmt.Sprintf("%s: hidden rows left out: %d", name, r.hiddenRows))
	}
	if r.leftOut > 0 {
		notes = append(notes, fmt.Sprintf("%s: hidden columns left out: %d", name, r.leftOut))
	}
	if r.noResult > 0 {
		notes = append(notes, fmt.Sprintf("%s: formulas without a stored result: %d", name, r.noResult))
	}
	return notes
}
