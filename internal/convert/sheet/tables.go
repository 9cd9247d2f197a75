package sheet

import (
	"encoding/xml"
	"slices"
	"strconv"
)

// tableLimit bounds the tables of a sheet that the workbook declares.
const tableLimit = 1000

// declared holds the tables that the workbook declares in a sheet: by their first row how many header rows they have, and the
// rows that follow their last.
type declared struct {
	headers map[int]int
	after   map[int]bool
}

// tables reads which tables the workbook declares in a sheet. The rows above a table are not part of it.
func (w *workbook) tables(r *cellReader) (declared, error) {
	d := declared{headers: map[int]int{}, after: map[int]bool{}}
	var parts []string
	for _, rel := range r.rels {
		if rel.Kind == "table" {
			parts = append(parts, rel.Target)
		}
	}
	slices.Sort(parts)
	parts = slices.Compact(parts) // no part is read twice, however many relationships name it
	for _, part := range parts[:min(len(parts), tableLimit)] {
		err := w.scan(part, func(e xml.StartElement) {
			at, ok := parseMerge(attr(e, "ref"))
			if e.Name.Local != "table" || !ok {
				return
			}
			headers, err := strconv.Atoi(attr(e, "headerRowCount"))
			if err != nil {
				headers = 1
			}
			d.headers[at.row] = min(max(headers, 0), at.rows)
			d.after[at.row+at.rows] = true
		})
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

// apart ends the rows so far before a row with which a declared table begins, or the first one after it.
func (l *layout) apart(at int) {
	if (l.begins(at) || l.after[at]) && len(l.rows) > 0 {
		l.flush()
	}
}

// begins reports whether a declared table begins with a row.
func (l *layout) begins(at int) bool {
	_, ok := l.headers[at]
	return ok
}
