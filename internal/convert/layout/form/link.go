package form

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// blank is a place on a line to be filled in: a declared field, or a drawn line.
type blank struct {
	x0, x1 float64
	// top and bottom bound the middle of the letters on its line.
	top, bottom float64
	// reach is the widest gap between the label and the blank, and drift how far apart their baselines may be, in ems.
	reach, drift float64
	// line is the line to write on, if it is drawn.
	line ink.Segment
	// label holds the words before it, value those in it.
	label, value []placed
}

// Link marks the words that belong to fields of forms, in place. A label and what is filled in after it stay together
// however far apart they are, and so do fields on one line, because a form is read line by line. Link returns the lines
// without those to be written on, which are not part of a table.
func Link(words []text.Word, lines ink.Rulings, dotted []page.Box, fields []page.Field) ink.Rulings {
	blanks := append(declaredBlanks(fields), drawnBlanks(lines, dotted)...)
	if len(blanks) == 0 || len(blanks) > maxBlanks {
		return lines
	}
	rows := newRows(words)
	found, used := blanks[:0], map[ink.Segment]bool{}
	for _, b := range blanks {
		if b.read(rows, lines.Down) {
			found = append(found, b)
			used[b.line] = true
		}
	}
	sortByLine(found)
	row := 0
	for i, b := range found {
		if i == 0 || !b.follows(found[i-1]) {
			row++
		}
		if i == 0 || b.label[0].at != found[i-1].label[0].at { // otherwise the label belongs to the previous field
			words[b.label[0].at].Entry = b.short()
		}
		for _, w := range b.label {
			words[w.at].Entries = row
		}
		for _, w := range b.value { // a form prints values into boxes of different heights
			words[w.at].Entries, words[w.at].Base = row, b.label[0].Base
		}
	}
	lines.Across = slices.DeleteFunc(slices.Clone(lines.Across), func(s ink.Segment) bool { return used[s] })
	return lines
}

func sortByLine(blanks []blank) {
	slices.SortStableFunc(blanks, func(a, b blank) int {
		first, second := a.label[0], b.label[0]
		return cmp.Or(cmp.Compare(math.Round(first.Base), math.Round(second.Base)), cmp.Compare(a.x0, b.x0))
	})
}

// declaredBlanks returns the fields of one line of text.
func declaredBlanks(fields []page.Field) []blank {
	var out []blank
	for _, f := range fields {
		filled := f.Kind == page.TextField || f.Kind == page.DateField || f.Kind == page.ChoiceField
		if filled && f.Box.Y1-f.Box.Y0 <= lineField {
			out = append(out, blank{
				x0: f.Box.X0, x1: f.Box.X1, top: f.Box.Y0 - edgePlay, bottom: f.Box.Y1 + edgePlay,
				reach: declaredGap, drift: declaredDrift,
			})
		}
	}
	return out
}

// drawnBlanks returns the lines across the page that are not edges of cells.
func drawnBlanks(lines ink.Rulings, dotted []page.Box) []blank {
	var out []blank
	across := slices.Clone(lines.Across)
	for _, b := range dotted {
		across = append(across, ink.Segment{Pos: (b.Y0 + b.Y1) / 2, From: b.X0, To: b.X1})
	}
	for _, s := range across {
		meets := func(d ink.Segment) bool {
			end := math.Abs(d.Pos-s.From) <= ink.Touch || math.Abs(d.Pos-s.To) <= ink.Touch
			return end && d.From <= s.Pos+ink.Touch && d.To >= s.Pos-ink.Touch
		}
		if !s.Soft && s.Length() >= leastBlank && !slices.ContainsFunc(lines.Down, meets) {
			out = append(out, blank{x0: s.From, x1: s.To, top: s.Pos - blankRise, bottom: s.Pos, line: s, reach: blankGap, drift: blankDrift})
		}
	}
	return out
}

// read finds the words on the blank's line that lead up to it and those in it. It reports whether the blank has a
// label.
func (b *blank) read(rows rows, down []ink.Segment) bool {
	next, reach := b.x0, b.reach
	line := rows.between(b.top, b.bottom)
	for _, w := range slices.Backward(line) {
		switch {
		case (w.Box.X0+w.Box.X1)/2 > b.x1:
		case (w.Box.X0+w.Box.X1)/2 > b.x0+labelOverlap*w.Size:
			b.value = append(b.value, w)
		case isBox(w.Word), next-w.Box.X1 > reach*w.Size, len(b.label) == 0 && crosses(down, w, b.x0-ink.Touch):
			return b.level()
		default:
			b.label = slices.Insert(b.label, 0, w)
			next, reach = w.Box.X0, labelSpace
		}
	}
	return b.level()
}

// crosses reports whether a vertical line lies between a word and what follows it at x.
func crosses(down []ink.Segment, w placed, x float64) bool {
	y := middle(w.Word)
	return slices.ContainsFunc(down, func(d ink.Segment) bool {
		return d.Pos > w.Box.X1-1 && d.Pos < x+1 && d.From < y && d.To > y
	})
}

// level removes from the value whatever is not level with the label. It reports whether the blank is part of a form: it
// has a label, is not in a formula, where a line is a fraction bar, and a drawn line is named and looks written on.
func (b *blank) level() bool {
	formula := func(w placed) bool { return w.Math != ink.NoMath }
	if len(b.label) == 0 || slices.ContainsFunc(b.label, formula) || slices.ContainsFunc(b.value, formula) {
		return false
	}
	last := b.label[len(b.label)-1]
	b.value = slices.DeleteFunc(b.value, func(w placed) bool { return math.Abs(w.Base-last.Base) > b.drift*last.Size })
	return b.line == (ink.Segment{}) || (b.named() && b.written())
}

// named reports whether the label is more than a number, unlike those beside the lines of a chart.
func (b *blank) named() bool {
	return slices.ContainsFunc(b.label, func(w placed) bool { return strings.ContainsFunc(w.Text, unicode.IsLetter) })
}

// written reports whether the text on a line, if there is any, looks like an entry: it begins where the line does,
// unlike a column heading, and leaves some of the line free, unlike underlined text.
func (b *blank) written() bool {
	if len(b.value) == 0 {
		return true
	}
	first, last := b.value[len(b.value)-1], b.value[0]
	before, after := first.Box.X0-b.x0, b.x1-last.Box.X1
	return before <= entryIndent*first.Size && before+after >= underlineSlack*first.Size
}

// follows reports whether the blank comes right after another on the same line.
func (b *blank) follows(before blank) bool {
	first, last := b.label[0], before.label[0]
	gap := first.Box.X0 - before.x1
	return math.Abs(first.Base-last.Base) <= blankDrift*first.Size && gap > -first.Size && gap <= fieldGap*first.Size
}

// short reports whether the label names the field, unlike a sentence with gaps to fill in.
func (b *blank) short() bool {
	n := 0
	for _, w := range b.label {
		n += utf8.RuneCountInString(w.Text) + 1
	}
	return n <= longestLabel
}
