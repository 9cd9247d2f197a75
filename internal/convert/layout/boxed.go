package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// spread sets the width that each item occupies. A drawn box that holds a single column is a unit: an item in it
// occupies the whole width of the box, so that even a short title separates columns. So does a single line on a band
// across the page.
func (s *sorter) spread(items []item) {
	from, to := math.Inf(1), math.Inf(-1)
	for i := range items {
		it := &items[i]
		it.across = [2]float64{it.box.X0, it.box.X1}
		from, to = min(from, it.box.X0), max(to, it.box.X1)
	}
	for _, d := range s.drawn {
		least, height := 2, boxLines
		if d.X1-d.X0 >= bandReach*(to-from) {
			least, height = 1, 1
		}
		if d.Y1-d.Y0 < height*s.body {
			continue
		}
		s.left -= len(items)
		for _, it := range column(items, d, least) {
			it.across = [2]float64{d.X0, d.X1}
		}
	}
}

// column returns the items in a box if there are at least that many, each is above or below all the others, and no
// panel extends into the box.
func column(items []item, box page.Box, least int) []*item {
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
	if len(out) < least || from >= to {
		return nil
	}
	return out
}

// bands returns the filled areas that are a line or two high and are not stacked like the rows of a table. It returns
// none if there are many.
func bands(fills []ink.Fill, body float64) []page.Box {
	var out []page.Box
	for _, f := range fills {
		if h := f.Box.Y1 - f.Box.Y0; !f.Round && f.Color != ink.White && h >= body && h <= bandHeight*body {
			out = append(out, f.Box)
		}
	}
	if len(out) > maxShapes {
		return nil
	}
	all := slices.Clone(out)
	return slices.DeleteFunc(out, func(b page.Box) bool {
		return slices.ContainsFunc(all, func(o page.Box) bool { return ink.Partners(b, o) })
	})
}
