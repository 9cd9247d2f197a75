package form

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// These characters stand for check boxes in the text.
const (
	Empty  = "☐"
	Ticked = "☒"
)

// ticks are the characters that are put into a box to tick it.
const ticks = "✓✔✗✘✕✖×√xXvV■●•⬤"

// drawn finds the boxes that the page only draws: outlines of a character's size, empty or ticked, that are next to a
// label or look like those that are. Boxes that touch are the cells of a grid.
func (m *marker) drawn() []check {
	boxes := m.outlines()
	if len(boxes) == 0 || len(boxes) > maxBoxes {
		return nil
	}
	var labelled, bare []check
	keys := m.keys(boxes)
	for _, b := range boxes {
		ticked, full := m.contents(b)
		key := slices.ContainsFunc(keys, func(k page.Box) bool { return sameSize(k, b) })
		if full || key || slices.ContainsFunc(m.in.Fields, func(f ink.Field) bool { return meet(f.Box, b) }) {
			continue
		}
		c := check{box: b, ticked: ticked, field: -1}
		if _, ok := m.neighbour(b); ok {
			labelled = append(labelled, c)
		} else {
			bare = append(bare, c)
		}
	}
	out := labelled
	for _, c := range bare {
		if slices.ContainsFunc(labelled, func(l check) bool { return sameSize(l.box, c.box) }) {
			out = append(out, c)
		}
	}
	return out
}

// keys returns the solid squares next to a label outside any outline. They are the legend of a chart, in which one of
// the colours may be white.
func (m *marker) keys(outlines []page.Box) []page.Box {
	var out []page.Box
	near := newIndex(outlines)
	for _, s := range m.in.Shapes {
		if s.Form != ink.SolidShape || len(out) == maxKeys {
			continue
		}
		inside := false
		near.around(s.Box, func(i int) { inside = inside || within(s.Box, outlines[i], edgePlay) })
		if _, ok := m.neighbour(s.Box); ok && !inside {
			out = append(out, s.Box)
		}
	}
	return out
}

// outlines returns the outlines that could be boxes: of the right size, not within another, and not next to
// each other like the cells of a grid.
func (m *marker) outlines() []page.Box {
	var found []page.Box
	for _, s := range m.in.Shapes {
		side := max(s.Box.X1-s.Box.X0, s.Box.Y1-s.Box.Y0)
		if (s.Form == ink.SquareShape || s.Form == ink.RoundShape) && side >= boxLeast && side <= boxMost {
			found = append(found, s.Box)
		}
	}
	if len(found) > 4*maxBoxes {
		return nil
	}
	near := newIndex(found)
	var out []page.Box
	for i, b := range found {
		alone := true
		near.around(b, func(k int) {
			if k != i {
				alone = alone && !hides(found[k], b, k < i) && !adjoins(found[k], b)
			}
		})
		if alone {
			out = append(out, b)
		}
	}
	return out
}

// hides reports whether box a makes box b redundant: b is inside a, or both are in the same place and a comes first.
func hides(a, b page.Box, first bool) bool {
	around := within(b, a, edgePlay)
	return around && (first || !within(a, b, edgePlay))
}

// adjoins reports whether two boxes share an edge.
func adjoins(a, b page.Box) bool {
	overX, overY := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	side := min(a.X1-a.X0, a.Y1-a.Y0, b.X1-b.X0, b.Y1-b.Y0)
	beside := overY > side/2 && math.Abs(overX) <= touching
	above := overX > side/2 && math.Abs(overY) <= touching
	return beside || above
}

// contents reports whether a box is ticked, and whether it is full of something other than a tick.
func (m *marker) contents(b page.Box) (ticked, full bool) {
	m.words.around(b, func(i int) {
		w := m.list[i]
		if !within(core(w), b, 0) {
			return
		}
		switch {
		case isTick(w.Text) || w.Text == Ticked:
			ticked = true
		case w.Text != Empty: // a box that is drawn twice
			full = true
		}
	})
	m.shapes.around(b, func(i int) {
		if s := m.in.Shapes[i]; s.Box != b && marks(s.Box, b) {
			ticked = true
		}
	})
	return ticked, full
}

// marks reports whether a drawing is the mark in a box rather than a part of its edge or of something else.
func marks(mark, box page.Box) bool {
	side := max(box.X1-box.X0, box.Y1-box.Y0)
	w, h := mark.X1-mark.X0, mark.Y1-mark.Y0
	x, y := (mark.X0+mark.X1)/2, (mark.Y0+mark.Y1)/2
	if x < box.X0 || x > box.X1 || y < box.Y0 || y > box.Y1 {
		return false
	}
	same := w >= box.X1-box.X0-edgePlay && h >= box.Y1-box.Y0-edgePlay && within(mark, box, edgePlay)
	return !same && max(w, h) >= markLeast*side && within(mark, box, markReach*side)
}

// isTick reports whether a word is a single character that ticks a box.
func isTick(s string) bool { return len([]rune(s)) == 1 && strings.Contains(ticks, s) }

// neighbour returns the word next to a box: the first word after it on its line, or else the last one before it. A
// number beside a box is the value of a bar in a chart.
func (m *marker) neighbour(b page.Box) (text.Word, bool) {
	var after, before text.Word
	m.words.around(b, func(i int) {
		w := m.list[i]
		if !m.levelWith(w, b) || !strings.ContainsFunc(w.Text, unicode.IsLetter) || isTick(w.Text) {
			return
		}
		if gap := w.Box.X0 - b.X1; gap > -labelOverlap*w.Size && gap < labelGap*w.Size {
			if after.Text == "" || w.Box.X0 < after.Box.X0 {
				after = w
			}
		}
		if gap := b.X0 - w.Box.X1; gap > -labelOverlap*w.Size && gap < labelGap*w.Size {
			if before.Text == "" || w.Box.X1 > before.Box.X1 {
				before = w
			}
		}
	})
	if after.Text != "" {
		return after, true
	}
	return before, before.Text != ""
}

// levelWith reports whether a word is on a box's line, in type of a size that fits the box.
func (m *marker) levelWith(w text.Word, b page.Box) bool {
	side := max(b.X1-b.X0, b.Y1-b.Y0)
	return math.Abs(middle(w)-(b.Y0+b.Y1)/2) <= labelDrift*w.Size && side >= emLeast*w.Size && side <= emMost*w.Size
}

func sameSize(a, b page.Box) bool {
	w, h := a.X1-a.X0, a.Y1-a.Y0
	return math.Abs(b.X1-b.X0-w) <= sameSide*w && math.Abs(b.Y1-b.Y0-h) <= sameSide*h
}

// within reports whether a is inside b, give or take play.
func within(a, b page.Box, play float64) bool {
	return a.X0 >= b.X0-play && a.Y0 >= b.Y0-play && a.X1 <= b.X1+play && a.Y1 <= b.Y1+play
}
