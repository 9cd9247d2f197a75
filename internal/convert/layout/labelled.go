package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// besideOthers returns the boxes of texts side by side that are each read as a unit: below level titles, in tiles, or
// in the fields of a form. The boxes of fields are also returned separately.
func besideOthers(runs []text.Run, lines ink.Rulings, body, foot float64) (all, fields []page.Box) {
	rows := text.Loosen(text.Rows(runs))
	all = append(withoutTables(titledColumns(rows, lines.Across, body, foot), runs), tiles(rows)...)
	fields = slices.DeleteFunc(labelled(rows, lines.Down), func(f page.Box) bool {
		return slices.ContainsFunc(all, func(b page.Box) bool { return overlap(f, b) })
	})
	return append(all, fields...), fields
}

// untitle removes the fonts from blocks, such as those of a field, so that none of them becomes a heading.
func untitle(blocks []page.Block) {
	for i := range blocks {
		blocks[i].Font = nil
	}
}

// field is a label and the lines of the value below it.
type field struct{ label, value []text.Run }

func (f field) last() text.Run {
	if n := len(f.value); n > 0 {
		return f.value[n-1]
	}
	return f.label[len(f.label)-1]
}

// labelled returns the boxes of form fields, and a box around all fields of a row. Fields are texts side by side, each
// right below its own label in smaller type. Names above several rows of values belong to a table.
func labelled(rows []text.Row, down []ink.Segment) []page.Box {
	var out []page.Box
	for i, tries := 0, 0; i+1 < len(rows) && tries < maxShapes; i++ {
		fields, n := labels(rows[i]), 1
		if fields == nil {
			continue
		}
		for i+n < len(rows) && n < fieldLines && goOnFields(fields, rows[i+n]) {
			n++
		}
		if n == 1 || !nearest(rows, i, n) || !areFields(fields) {
			continue
		}
		if tries++; !inCells(fields, down) {
			out = append(out, fieldBoxes(fields)...)
			i += n - 1
		}
	}
	return out
}

// nearest reports whether there is less white space between row i and the next one than above row i and below the n
// rows.
func nearest(rows []text.Row, i, n int) bool {
	white := rows[i+1].Box.Y0 - rows[i].Box.Y1 + fieldWhite
	above := i == 0 || rows[i].Box.Y0-rows[i-1].Box.Y1 > white
	return above && (i+n >= len(rows) || rows[i+n].Box.Y0-rows[i+n-1].Box.Y1 > white)
}

// labels returns the texts of a row as labels of fields, or nil if they cannot be labels.
func labels(row text.Row) []field {
	if len(row.Runs) < leastFields || len(row.Runs) > maxStrips {
		return nil
	}
	out := make([]field, 0, len(row.Runs))
	for _, l := range row.Runs {
		if !sameSize(&l, &row.Runs[0]) || len(l.Words) > labelWords || !strings.ContainsFunc(l.Text(), unicode.IsLetter) {
			return nil
		}
		out = append(out, field{label: []text.Run{l}})
	}
	return out
}

// goOnFields adds a row to the fields if all of its texts are next lines of labels or values. If every label has
// another line, the rows are plain text instead.
func goOnFields(fields []field, row text.Row) bool {
	at, wrapped := make([]int, len(row.Runs)), 0
	for i, u := range row.Runs {
		k := columnAt(fields, u)
		if k < 0 || slices.Contains(at[:i], k) || !(fields[k].goesOn(u) || fields[k].answers(u)) {
			return false
		}
		if at[i] = k; fields[k].goesOn(u) {
			wrapped++
		}
	}
	if wrapped == len(fields) {
		return false
	}
	for i, u := range row.Runs {
		if f := &fields[at[i]]; f.goesOn(u) {
			f.label = append(f.label, u)
		} else {
			f.value = append(f.value, u)
		}
	}
	return true
}

// goesOn reports whether a text is the next line of a label.
func (f field) goesOn(u text.Run) bool {
	last := f.last()
	return len(f.value) == 0 && sameSize(&u, &last) && u.Base-last.Base <= fieldLeading*u.Size
}

// answers reports whether a text is the next line of a value, which is in larger type than the label.
func (f field) answers(u text.Run) bool {
	last := f.last()
	if len(f.value) == 0 {
		larger := u.Size >= valueSize*last.Size && u.Size <= largestValue*last.Size
		return larger && u.Base-last.Base <= fieldHeight*u.Size
	}
	return sameSize(&u, &last) && u.Base-last.Base <= fieldLeading*u.Size
}

// columnAt returns the index of the field that a text is left-aligned with without reaching the next field, or -1.
func columnAt(fields []field, u text.Run) int {
	for k, f := range fields {
		if math.Abs(u.Box.X0-f.label[0].Box.X0) <= fieldDrift*u.Size {
			if k+1 < len(fields) && u.Box.X1 >= fields[k+1].label[0].Box.X0 {
				return -1
			}
			return k
		}
	}
	return -1
}

// areFields reports whether at least half of the labels have a value, and the lines of the values are not rows of a
// table: few values have a second line, or the lines of each value differ in kind in the same way.
func areFields(fields []field) bool {
	values, several, figures := 0, 0, false
	for _, f := range fields {
		switch {
		case len(f.value) > 1:
			several++
			figures = figures || text.IsNumeric(f.last().Text())
			fallthrough
		case len(f.value) == 1:
			values++
		}
	}
	if 2*values < len(fields) {
		return false
	}
	return several == 0 || (2*several <= len(fields) && !figures) || areAlike(fields)
}

// areAlike reports whether the lines of each value differ in kind from each other, but not from those level with them
// in other values.
func areAlike(fields []field) bool {
	alike, pairs := 0, 0
	for k, f := range fields {
		for i, u := range f.value {
			if i > 0 && kind(u) == kind(f.value[i-1]) {
				return false
			}
			if k > 0 && i < len(fields[k-1].value) {
				pairs++
				if kind(u) == kind(fields[k-1].value[i]) {
					alike++
				}
			}
		}
	}
	return 2*alike > pairs
}

// kind distinguishes names from figures, and from texts that begin or end with a figure.
func kind(u text.Run) [2]bool {
	digits := func(w text.Word) bool { return strings.ContainsFunc(w.Text, unicode.IsDigit) }
	return [2]bool{digits(u.Words[0]), digits(u.Words[len(u.Words)-1])}
}

// inCells reports whether lines are drawn between fields from the labels down to the values, as between the cells of a
// table.
func inCells(fields []field, down []ink.Segment) bool {
	for k := 1; k < len(fields); k++ {
		left, right := fields[k-1].label[0], fields[k].label[0]
		if slices.ContainsFunc(down, func(s ink.Segment) bool {
			return s.Pos > left.Box.X1 && s.Pos < right.Box.X0 && s.From < right.Middle() && s.To > right.Box.Y1+right.Size
		}) {
			return true
		}
	}
	return false
}

// fieldBoxes returns a box around each field, and one around all.
func fieldBoxes(fields []field) []page.Box {
	first, rest := make([]text.Run, len(fields)), make([]text.Run, len(fields))
	for k, f := range fields {
		first[k], rest[k] = f.label[0], f.label[0]
		for _, u := range slices.Concat(f.label, f.value) {
			rest[k].Box = ink.Union(rest[k].Box, u.Box)
		}
	}
	return tileBoxes(first, rest)
}
