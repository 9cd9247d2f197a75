package layout

import (
	"cmp"
	"math"
	"slices"
)

// heights holds the middles of items from top to bottom, so that a part of a page can be examined without all the
// others.
type heights struct {
	middles []float64
	items   []int
}

func byHeight(items []item) heights {
	h := heights{make([]float64, len(items)), make([]int, len(items))}
	for i := range items {
		h.items[i] = i
	}
	slices.SortStableFunc(h.items, func(a, b int) int { return cmp.Compare(items[a].middle(), items[b].middle()) })
	for k, i := range h.items {
		h.middles[k] = items[i].middle()
	}
	return h
}

// middle returns the height of the middle of an item.
func (it *item) middle() float64 { return (it.box.Y0 + it.box.Y1) / 2 }

// between appends the items whose middles lie within a span, in the order of items.
func (h heights) between(out []*item, items []item, span [2]float64) []*item {
	from, _ := slices.BinarySearch(h.middles, span[0])
	to, _ := slices.BinarySearch(h.middles, math.Nextafter(span[1], math.Inf(1)))
	to = max(from, to)
	if to-from > len(items)/8 { // sorting that many would take longer than examining all of them
		for i := range items {
			if y := items[i].middle(); y >= span[0] && y <= span[1] {
				out = append(out, &items[i])
			}
		}
		return out
	}
	chosen := slices.Clone(h.items[from:to])
	slices.Sort(chosen)
	for _, i := range chosen {
		out = append(out, &items[i])
	}
	return out
}
