package table

import (
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/text"
)

// wrappedStacks reports whether there are cells of several lines, and nearly all of their lines but the last have no
// room for the next word, compared with the longest line of the column and with the next column. A figure does not
// continue another.
func wrappedStacks(records [][]stack, columns int) bool {
	widths, starts := make([]float64, columns), make([]float64, columns+1)
	for c := range starts {
		starts[c] = math.Inf(1)
	}
	for _, s := range slices.Concat(records...) {
		for _, u := range s.lines {
			widths[s.column] = max(widths[s.column], u.Box.X1-u.Box.X0)
			starts[s.column] = min(starts[s.column], u.Box.X0)
		}
	}
	breaks, full := 0, 0
	for _, s := range slices.Concat(records...) {
		for k := 1; k < len(s.lines); k++ {
			breaks++
			line, next := s.lines[k-1], s.lines[k]
			figures := text.IsNumeric(line.Text()) && text.IsNumeric(next.Text())
			if !figures && fills(line, next, widths[s.column]) && reaches(line, next, starts[s.column+1]) {
				full++
			}
		}
	}
	return breaks > 0 && float64(full) >= wrappedShare*float64(breaks)
}

// properties reports whether the first of two columns contains names that are bold or end in a colon, the second texts
// that are neither, and all of them have one line.
func properties(records [][]stack, columns int) bool {
	bold, colon, named := 0, 0, 0
	for _, r := range records {
		if len(r) != 2 || len(r[0].lines) > 1 || len(r[1].lines) > 1 || r[0].lines[0].Box.X0 > r[1].lines[0].Box.X0 {
			return false
		}
		name, value := r[0].lines[0], r[1].lines[0]
		if boldRun(value) || strings.HasSuffix(value.Text(), ":") {
			return false
		}
		if boldRun(name) {
			bold++
		}
		if strings.HasSuffix(name.Text(), ":") {
			colon++
		}
		named += len(name.Words)
	}
	return columns == 2 && max(bold, colon) == len(records) && float64(named) <= nameWords*float64(len(records))
}

// reaches reports whether the first word of the next line would leave little white space before the next column.
func reaches(r, next text.Run, column float64) bool {
	return math.IsInf(column, 1) || r.Box.X1+firstWord(next)+stackedPad*r.Size > column
}

// sparseStacks reports whether many records have a single cell.
func sparseStacks(records [][]stack) bool {
	lone := 0
	for _, r := range records {
		if len(r) == 1 {
			lone++
		}
	}
	return float64(lone) > loneShare*float64(len(records))
}

// titledStacks reports whether there are bold titles in the cells or above them, as in texts side by side. A bold
// record below the header is in order if it has figures or names a group.
func titledStacks(records [][]stack) bool {
	head, titles := true, 0
	for _, r := range records {
		bold, figures := 0, 0
		for _, s := range r {
			last := len(s.lines) - 1
			switch {
			case !boldRun(s.lines[0]):
			case boldRun(s.lines[last]):
				bold++
			default:
				titles++
			}
			if text.IsNumeric(s.lines[0].Text()) {
				figures++
			}
		}
		head = head && bold == len(r)
		if !head && bold > 1 && bold == len(r) && figures == 0 {
			return true
		}
	}
	return titles > 1
}

func boldRun(u text.Run) bool { return text.NewLine(slices.Clone(u.Words)).Bold }

// centredStacks reports whether in several records, cells with different numbers of lines have their middles at the same
// height. Texts beside their titles begin level with them.
func centredStacks(records [][]stack) bool {
	n := 0
	for _, r := range records {
		low, high := math.Inf(1), math.Inf(-1)
		for _, s := range r {
			low, high = min(low, s.first()), max(high, s.first())
		}
		middle := func(s stack) float64 { return (s.first() + s.last()) / 2 }
		if high-low > text.SameLine*r[0].lines[0].Size && levelAt(r, middle) {
			n++
		}
	}
	return n >= centredRecords
}

// stackedNames reports whether one of the columns has a few words in each cell, the last has no paragraphs unless cells
// are centred, and few cells begin in the middle of a sentence, as the lines of prose in columns do.
func (g *grid) stackedNames(centred bool) bool {
	cells, lower, fewest, last := 0, 0, math.Inf(1), 0.0
	for c := range g.columns() {
		words, n := 0, 0
		for r := range g.rows() {
			if cell := g.cells[r][c]; len(cell) > 0 {
				n++
				words += wordsIn(cell)
				if isFragment(cell) {
					lower++
				}
			}
		}
		cells += n
		last = float64(words) / float64(max(n, 1))
		fewest = min(fewest, last)
	}
	plain := centred || last <= stackedWords
	return fewest <= nameWords && plain && float64(lower) <= lowerShare*float64(cells)
}

// fields reports whether columns after the first have labels with a colon, like the fields of a form that are side by
// side.
func (g *grid) fields() bool {
	cells, labels := 0, 0
	for r := range g.rows() {
		for _, cell := range g.cells[r][1:] {
			if len(cell) == 0 {
				continue
			}
			cells++
			if slices.ContainsFunc(cell[0].Words, func(w text.Word) bool { return strings.HasSuffix(w.Text, ":") }) {
				labels++
			}
		}
	}
	return float64(labels) > fieldShare*float64(cells)
}

// ledStacks reports whether records have dot leaders: they are the chapters of a table of contents, with white space
// between them.
func ledStacks(records [][]stack) bool { return leaders(stackRows(records)) }
