package layout

import (
	"math"

	"quire/internal/convert/page"
)

// frame is a set of lines that hang together.
type frame struct {
	box          page.Box
	across, down []segment
}

// frames groups the lines that meet.
func frames(r rulings) []frame {
	n := len(r.across)
	parent := make([]int, n+len(r.down))
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
	for i, h := range r.across {
		for j, v := range r.down {
			if v.pos >= h.from-touch && v.pos <= h.to+touch && h.pos >= v.from-touch && h.pos <= v.to+touch {
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
	for i, h := range r.across {
		f := group(i)
		f.across = append(f.across, h)
		f.box = union(f.box, page.Box{X0: h.from, Y0: h.pos, X1: h.to, Y1: h.pos})
	}
	for j, v := range r.down {
		f := group(n + j)
		f.down = append(f.down, v)
		f.box = union(f.box, page.Box{X0: v.pos, Y0: v.from, X1: v.pos, Y1: v.to})
	}
	out := make([]frame, 0, len(order))
	for _, k := range order {
		out = append(out, *groups[k])
	}
	return out
}

const (
	// A line parts rows or columns when it, with others at its place, covers so much of the table, or less when
	// it is drawn: cells that span others interrupt it.
	softCover  = .5
	drawnCover = .2
)

// positions are the distinct places of lines, joined within touch, that cover enough of the stretch from..to;
// soft tells which of them are only edges of fills.
func positions(lines []segment, from, to float64) (out []float64, soft map[float64]bool) {
	soft = map[float64]bool{}
	for i := 0; i < len(lines); { // sorted
		j, edges := i, true
		for ; j < len(lines) && lines[j].pos-lines[i].pos <= touch; j++ {
			edges = edges && lines[j].soft
		}
		share := covered(lines[i:j], lines[i].pos, from, to)
		if share >= softCover || !edges && share >= drawnCover {
			out = append(out, lines[i].pos)
			soft[lines[i].pos] = edges
		}
		i = j
	}
	return out, soft
}

// covered is the share of the stretch from..to at pos that lines cover.
func covered(lines []segment, pos, from, to float64) float64 {
	if to <= from {
		return 0
	}
	sum := 0.0
	for _, l := range lines {
		if math.Abs(l.pos-pos) <= touch {
			sum += max(0, min(l.to, to)-max(l.from, from))
		}
	}
	return sum / (to - from)
}
