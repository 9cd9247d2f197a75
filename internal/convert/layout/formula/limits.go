package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// limitsOf returns, by small piece, the operator that it is a limit of, or -1. The pieces of one limit are close
// together and centred on the operator.
func limitsOf(mains, small []node) []int {
	out := make([]int, len(small))
	order := make([]int, len(small))
	for i := range small {
		out[i], order[i] = -1, i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(small[a].box.X0, small[b].box.X0) })
	for i, m := range mains {
		if !m.big || strings.ContainsAny(m.text, "∫∬∭∮") {
			continue
		}
		for _, side := range []float64{-1, 1} { // above, then below
			for _, cluster := range clusters(small, order, func(k int) bool {
				return out[k] < 0 && side*(small[k].base-m.base) >= limitStep*m.size
			}) {
				middle := (small[cluster[0]].box.X0 + small[cluster[len(cluster)-1]].box.X1) / 2
				if math.Abs(middle-centre(m)) >= limitPlay*m.size {
					continue
				}
				for _, k := range cluster {
					out[k] = i
				}
			}
		}
	}
	return out
}

// clusters groups the pieces that may belong together, as decided by may, by the gaps between them. order lists them
// from left to right.
func clusters(small []node, order []int, may func(int) bool) [][]int {
	var out [][]int
	for _, k := range order {
		if !may(k) {
			continue
		}
		if n := len(out); n > 0 {
			last := small[out[n-1][len(out[n-1])-1]]
			if small[k].box.X0-last.box.X1 <= limitGap*small[k].size {
				out[n-1] = append(out[n-1], k)
				continue
			}
		}
		out = append(out, []int{k})
	}
	return out
}

// hostOf finds the piece that a script belongs to, the preceding one; -1 if there is none.
func hostOf(mains []node, n node) int {
	host := -1
	for i, m := range mains {
		if m.box.X0 <= n.box.X0+hostOverlap*n.size {
			host = i
		}
	}
	return host
}
