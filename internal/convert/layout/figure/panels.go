package figure

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// joinPanels joins areas in a row or a column, such as plots that share their titles, unless there is running text
// between them. It returns the boxes of each figure, in reading order.
func joinPanels(areas []area, runs []text.Run) [][]page.Box {
	out := make([][]page.Box, len(areas))
	for i, a := range areas {
		out[i] = []page.Box{a.core}
	}
	for _, near := range []func(a, b page.Box) bool{inRow, inColumn} {
		for i := 0; i < len(out); i++ {
			for j := i + 1; j < len(out); j++ {
				a, b := union(out[i]), union(out[j])
				if !near(a, b) {
					continue
				}
				if inside, _ := split(ink.Union(a, b), runs); isProse(inside) {
					continue
				}
				out[i] = append(out[i], out[j]...)
				out = slices.Delete(out, j, j+1)
				j = i
			}
		}
	}
	for _, panels := range out {
		slices.SortFunc(panels, func(a, b page.Box) int {
			if math.Abs(a.Y0-b.Y0) <= panelLevel {
				return cmp.Compare(a.X0, b.X0)
			}
			return cmp.Compare(a.Y0, b.Y0)
		})
	}
	return out
}

func union(boxes []page.Box) page.Box {
	b := boxes[0]
	for _, o := range boxes[1:] {
		b = ink.Union(b, o)
	}
	return b
}

func inRow(a, b page.Box) bool {
	level := math.Abs(a.Y0-b.Y0) <= panelLevel && math.Abs(a.Y1-b.Y1) <= panelLevel
	return level && max(a.X0-b.X1, b.X0-a.X1) <= panelGap
}

func inColumn(a, b page.Box) bool {
	level := math.Abs(a.X0-b.X0) <= panelLevel && math.Abs(a.X1-b.X1) <= panelLevel
	return level && max(a.Y0-b.Y1, b.Y0-a.Y1) <= panelGap
}

// nearest returns the index of the box that is closest to another.
func nearest(boxes []page.Box, b page.Box) int {
	best, least := 0, math.Inf(1)
	for i, o := range boxes {
		if d := distance(o, b); d < least {
			best, least = i, d
		}
	}
	return best
}
