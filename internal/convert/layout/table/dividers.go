package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// dividers returns the places of lines that separate the cells of single rows, as in a form. They cover too little of
// the table's height to be among its separators xs.
func (f frame) dividers(xs []float64, runs []text.Run) []float64 {
	short := slices.DeleteFunc(slices.Clone(f.down), func(s ink.Segment) bool {
		return s.Soft || s.Length() <= ink.Touch || nearAny(xs, s.Pos)
	})
	if len(runs) == 0 || len(short) == 0 {
		return nil
	}
	room := dividerRoom * medianSize(text.Rows(runs))
	var out []float64
	for _, s := range short { // sorted
		if !nearAny(out, s.Pos) && f.meets(s, s.From, room) && f.meets(s, s.To, room) && !f.crowds(s, room) {
			out = append(out, s.Pos)
		}
	}
	return out
}

func nearAny(xs []float64, x float64) bool {
	return slices.ContainsFunc(xs, func(o float64) bool { return math.Abs(o-x) <= ink.Touch })
}

// within returns those of the sorted places that lie between two others.
func within(places []float64, from, to float64) []float64 {
	i, _ := slices.BinarySearch(places, from)
	k, _ := slices.BinarySearch(places, to)
	return places[i:max(i, k)]
}

// meets reports whether a vertical line ends on a drawn horizontal one that continues on both sides.
func (f frame) meets(s ink.Segment, end, room float64) bool {
	return slices.ContainsFunc(f.across, func(a ink.Segment) bool {
		return !a.Soft && math.Abs(a.Pos-end) <= ink.Touch && a.From < s.Pos-room && a.To > s.Pos+room
	})
}

// crowds reports whether a vertical line is so close to another at its height that no text fits between them, as in a
// comb with a box for each character.
func (f frame) crowds(s ink.Segment, room float64) bool {
	return slices.ContainsFunc(f.down, func(d ink.Segment) bool {
		apart := math.Abs(d.Pos - s.Pos)
		return apart > ink.Snap && apart < room && min(d.To, s.To)-max(d.From, s.From) > ink.Touch
	})
}
