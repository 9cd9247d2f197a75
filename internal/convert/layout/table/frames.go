package table

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// frame is a set of lines that meet, directly or through others.
type frame struct {
	box          page.Box
	across, down []ink.Segment
}

// PlainBoxes returns the rectangles that are drawn without lines inside.
func PlainBoxes(r ink.Rulings) []page.Box {
	var out []page.Box
	for _, f := range frames(r) {
		if len(f.across) >= 2 && len(f.down) >= 2 && f.plainBox() {
			out = append(out, f.box)
		}
	}
	return out
}

// frames groups the lines that meet.
func frames(r ink.Rulings) []frame {
	n := len(r.Across)
	parent := make([]int, n+len(r.Down))
	for i := range parent {
		parent[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if parent[i] != i {
			parent[i] = find(parent[i])
		}
		return parent[i]
	}
	for i, h := range r.Across {
		for j, v := range r.Down {
			if v.Pos >= h.From-ink.Touch && v.Pos <= h.To+ink.Touch && h.Pos >= v.From-ink.Touch && h.Pos <= v.To+ink.Touch {
				parent[find(i)] = find(n + j)
			}
		}
	}
	groups := map[int]*frame{}
	var order []int
	group := func(i int) *frame {
		k := find(i)
		if groups[k] == nil {
			groups[k] = &frame{box: page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}}
			order = append(order, k)
		}
		return groups[k]
	}
	for i, h := range r.Across {
		f := group(i)
		f.across = append(f.across, h)
		f.box = ink.Union(f.box, page.Box{X0: h.From, Y0: h.Pos, X1: h.To, Y1: h.Pos})
	}
	for j, v := range r.Down {
		f := group(n + j)
		f.down = append(f.down, v)
		f.box = ink.Union(f.box, page.Box{X0: v.Pos, Y0: v.From, X1: v.Pos, Y1: v.To})
	}
	out := make([]frame, 0, len(order))
	for _, k := range order {
		out = append(out, *groups[k])
	}
	return out
}

// positions lists the places of lines, joined within ink.Touch, that cover enough of the stretch from..to; soft
// marks those that are merely edges of fills.
func positions(lines []ink.Segment, from, to float64) (out []float64, soft map[float64]bool) {
	soft = map[float64]bool{}
	for i := 0; i < len(lines); { // sorted
		j, edges := i, true
		for ; j < len(lines) && lines[j].Pos-lines[i].Pos <= ink.Touch; j++ {
			edges = edges && lines[j].Soft
		}
		share := covered(lines[i:j], lines[i].Pos, from, to)
		if share >= softCover || (!edges && share >= drawnCover) {
			out = append(out, lines[i].Pos)
			soft[lines[i].Pos] = edges
		}
		i = j
	}
	return out, soft
}

// covered returns the share of the stretch from..to at pos that lines cover.
func covered(lines []ink.Segment, pos, from, to float64) float64 {
	if to <= from {
		return 0
	}
	sum := 0.0
	for _, l := range lines {
		if math.Abs(l.Pos-pos) <= ink.Touch {
			sum += max(0, min(l.To, to)-max(l.From, from))
		}
	}
	return sum / (to - from)
}
