package answer

import (
	"slices"
	"strconv"
	"strings"

	"quire/internal/pattern"
)

// maxHeaderRows is how many rows above a quoted row are shown: years, units and names of columns take two or three.
const maxHeaderRows = 3

var (
	// figure matches a cell that contains only a number, with its signs and units.
	figure = pattern.New(`^[\s$€£¥%(),.'’+\-–—\d]*\d[\s$€£¥%(),.'’+\-–—\d]*$`)
	year   = pattern.New(`\b(1[5-9]|20)\d\d\b`)
	// scale matches the unit or scale of figures: "(In millions)", "in EUR thousand".
	scale = pattern.New(`(?i)\b(thousands?|millions?|billions?|tausend|millionen|mio|mrd|tsd)\b|[$€£¥%]`)
)

// columnsOf returns the rows above a quoted row that say what its figures are.
func columnsOf(c quote) string {
	var out strings.Builder
	if head := headOf(c); head != "" {
		out.WriteString("> " + shown(head) + "  \n")
	}
	for _, row := range headerRows(c.from, c.span) {
		if strings.TrimSpace(row) != c.text {
			out.WriteString("> " + shown(row) + "  \n")
		}
	}
	return out.String()
}

// headerRows returns the rows with column names, years and units of the table that contains the row at a span. If the
// table has none, the line above it may name the year or the unit. It returns nothing if the span is not a row.
func headerRows(p Passage, at span) []string {
	if !strings.Contains(p.Text[at.start:at.end], "\t") {
		return nil
	}
	if rows, _ := rowsAboveFigures(p.Columns); len(rows) > 0 {
		return rows
	}
	for _, s := range p.Spans {
		if s.Start > at.start || at.end > s.End {
			continue
		}
		if rows := leadingRows(p.Text[s.Start:s.End]); len(rows) > 0 {
			return rowsBefore(rows, p.Text[s.Start:at.start])
		}
		above := strings.TrimSpace(p.Text[:s.Start])
		above = strings.TrimSpace(above[strings.LastIndexByte(above, '\n')+1:])
		if len(strings.Fields(above)) <= fewInALine && (year.MatchString(above) || scale.MatchString(above)) {
			return []string{above}
		}
	}
	return nil
}

// rowsBefore returns the first of the given rows, as many as a text begins with.
func rowsBefore(rows []string, text string) []string {
	n := 0
	for n < len(rows) && strings.Contains(text, rows[n]+"\n") {
		n++
	}
	return rows[:n]
}

// leadingRows returns the header rows of a table. A table of words has one, because no figures show where the header
// ends.
func leadingRows(table string) []string {
	rows, figures := rowsAboveFigures(table)
	if !figures {
		return rows[:min(len(rows), 1)]
	}
	return rows
}

// rowsAboveFigures returns the first rows of a table, up to the first row with figures other than years, and whether there is such
// a row soon. A row without column names is kept only if it has a year or a unit.
func rowsAboveFigures(table string) (rows []string, figures bool) {
	numbered := true
	for row := range strings.Lines(table) {
		row = strings.TrimRight(row, "\n")
		label, names, _ := strings.Cut(row, "\t")
		if numbered && isNumbered(label, names) {
			return []string{row}, true
		}
		numbered = false
		if slices.ContainsFunc(strings.Split(names, "\t"), isFigure) {
			return rows, true
		}
		if len(rows) == maxHeaderRows {
			return rows, false
		}
		if strings.TrimSpace(names) != "" || year.MatchString(label) || scale.MatchString(label) {
			rows = append(rows, row)
		}
	}
	return rows, false
}

// isNumbered reports whether the first row of a table numbers its columns: it has no label, and ascending whole
// numbers.
func isNumbered(label, names string) bool {
	before, columns := -1, strings.Split(names, "\t")
	for _, c := range columns {
		n, err := strconv.Atoi(strings.TrimSpace(c))
		if err != nil || n <= before {
			return false
		}
		before = n
	}
	return strings.TrimSpace(label) == "" && len(columns) > 1
}

// leadingOf returns the header rows in a passage's text.
func leadingOf(p Passage) []string {
	var rows []string
	for _, s := range p.Spans {
		if block := p.Text[s.Start:s.End]; strings.Contains(block, "\t") {
			for _, row := range leadingRows(block) {
				rows = append(rows, strings.TrimSpace(row))
			}
		}
	}
	return rows
}

func isFigure(cell string) bool {
	cell = strings.TrimSpace(cell)
	return figure.MatchString(cell) && !(len(cell) == 4 && year.MatchString(cell))
}

// linesOf returns a quote in the form in which an answer shows it, with each table row and each list item on a line of
// its own.
func linesOf(text string) string {
	if !strings.Contains(text, "\n") {
		return shown(text)
	}
	var rows []string
	for row := range strings.Lines(text) {
		rows = append(rows, shown(row))
	}
	return strings.Join(rows, "  \n> ")
}
