package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// spread sets the width that each item occupies. A drawn box that holds a single column is a unit: its title, however
// short, keeps other columns away just like its text.
func (s *sorter) spread(items []item) {
	for i := range items {
		items[i].across = [2]float64{items[i].box.X0, items[i].box.X1}
	}
	for _, d := range s.drawn {
		if d.Y1-d.Y0 < boxLines*s.body {
			continue
		}
		s.left -= len(items)
		for _, it := range column(items, d) {
			it.across = [2]float64{d.X0, d.X1}
		}
	}
}

// column returns the items in a box if there are several, each above or below all others, and no panel extends into it.
func column(items []item, box page.Box) []*item {
	var out []*item
	for i := range items {
		switch it := &items[i]; {
		case ink.Union(box, it.box) == box:
			out = append(out, it)
		case it.panel != nil && overlap(it.box, box):
			return nil
		}
	}
	slices.SortFunc(out, func(a, b *item) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	from, to := math.Inf(-1), math.Inf(1) // range shared by all of them
	for i, it := range out {
		from, to = max(from, it.box.X0), min(to, it.box.X1)
		if i > 0 && (it.box.Y0+it.box.Y1)/2 < out[i-1].box.Y1 {
			return nil
		}
	}
	if len(out) < 2 || from >= to {
		return nil
	}
	return out
}
