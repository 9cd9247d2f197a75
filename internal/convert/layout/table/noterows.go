package table

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
)

// leaveNotes moves the notes at the foot of a table out of it, where their lines are drawn or filled like rows.
func (d *draft) leaveNotes() {
	var left []text.Run
	for r := d.rows() - 1; r > 1; r-- {
		lines := d.note(r)
		if lines == nil {
			break
		}
		bottom := d.ys[r]
		d.dropRow(r)
		d.ys[r] = bottom
		left = append(left, lines...)
	}
	if left == nil {
		return
	}
	d.around = append(d.around, left...)
	slices.SortStableFunc(d.around, func(a, b text.Run) int { return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.Box.X0, b.Box.X0)) })
}

// note returns the lines of row r if they are a note: one text over all columns, after a raised sign.
func (g *grid) note(r int) []text.Run {
	var words []text.Word
	for _, cell := range g.cells[r] {
		for _, u := range cell {
			words = append(words, u.Words...)
		}
	}
	lines := text.Runs(words, nil)
	if len(lines) == 0 || !lines[0].StartsNote() || slices.Contains(g.below[r-1], true) {
		return nil
	}
	for i := 1; i < len(lines); i++ {
		if math.Abs(lines[i].Base-lines[i-1].Base) < text.SameLine*lines[i].Size {
			return nil
		}
	}
	return lines
}
