package layout

import (
	"slices"

	"quire/internal/convert/page"
)

// edgesOf returns the places between which the items left and right of a gutter stay the same.
func edgesOf(items []item) []float64 {
	edges := make([]float64, 0, 3*len(items))
	for i := range items {
		edges = append(edges, items[i].across[0], items[i].across[1], items[i].box.X1)
	}
	slices.Sort(edges)
	return edges
}

// freeSpans appends the vertical stretches at x, at least least points long, that no item crosses. The items
// are sorted by their upper edges.
func freeSpans(out [][2]float64, items []item, x float64, box page.Box, least float64) [][2]float64 {
	y := box.Y0 - 1
	for i := range items {
		b, across := &items[i].box, items[i].across
		if across[0] >= x || across[1] <= x {
			continue
		}
		if b.Y0-y >= least {
			out = append(out, [2]float64{y, b.Y0})
		}
		y = max(y, b.Y1)
	}
	if box.Y1+1-y >= least {
		out = append(out, [2]float64{y, box.Y1 + 1})
	}
	return out
}
