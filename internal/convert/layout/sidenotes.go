package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// sideNotes splits running text with notes in its right margin into parts, each note after the paragraph beside which
// it begins. Notes are several short texts that begin level with a paragraph, or are set in smaller type. Texts on a
// panel of their own are not notes: they belong together.
func (s *sorter) sideNotes(main, notes []item) ([][]item, bool) {
	main, notes = byTop(main), byTop(notes)
	if len(main) == 0 || len(notes) == 0 || slices.ContainsFunc(notes, func(it item) bool { return it.run == nil }) {
		return nil, false
	}
	box, margin := newRegion(slices.Clone(main)).box, newRegion(slices.Clone(notes)).box
	if s.onPanel(notes, box.X1) {
		return nil, false
	}
	lines := textLines(main)
	if margin.X1-margin.X0 > sideShare*(margin.X1-box.X0) || len(lines) < columnRows || !mostlyProse(lines) {
		return nil, false
	}
	groups, starts := lineGroups(notes, sideStep), paragraphStarts(lines, box.X1)
	small := text.NewRun(wordsOf(notes)).Size <= noteSize*text.NewRun(wordsOf(main)).Size
	if float64(len(lines)) < sideRows*float64(len(notes)) || (!small && !beginLevel(groups, starts)) {
		return nil, false
	}
	return noteRecords(groups, main, starts), true
}

// onPanel reports whether a shape to the right of x, where the text ends, is drawn behind or around most of the notes.
func (s *sorter) onPanel(notes []item, x float64) bool {
	return slices.ContainsFunc(s.drawn, func(d page.Box) bool {
		on := 0
		for _, it := range notes {
			if ink.Union(d, it.box) == d {
				on++
			}
		}
		return d.X0 >= x && 2*on > len(notes)
	})
}

// noteRecords puts each note after the paragraph that begins or continues beside it.
func noteRecords(groups [][]item, main []item, starts []*text.Run) [][]item {
	var out [][]item
	for _, g := range groups {
		end := paragraphEnd(starts, g[0].top())
		at := slices.IndexFunc(main, func(it item) bool { return it.top() >= end-samePlace })
		if at < 0 {
			at = len(main)
		}
		if at > 0 {
			out = append(out, main[:at])
		}
		out, main = append(out, g), main[at:]
	}
	if len(main) > 0 {
		out = append(out, main)
	}
	return out
}

// paragraphEnd returns the top of the paragraph after the one at height y; it is infinite for the last one.
func paragraphEnd(starts []*text.Run, y float64) float64 {
	for _, l := range starts {
		if top := (item{run: l}).top(); top > y+sideLevel*l.Size {
			return top
		}
	}
	return math.Inf(1)
}

func byTop(items []item) []item {
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.top(), b.top()) })
	return items
}

func wordsOf(items []item) []text.Word {
	var out []text.Word
	for _, it := range items {
		if it.run != nil {
			out = append(out, it.run.Words...)
		}
	}
	return out
}
