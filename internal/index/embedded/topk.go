package embedded

import (
	"container/heap"
	"slices"
)

// scored is a point with its score.
type scored struct {
	tenant *tenant
	slot   uint32
	score  float32
}

func (s scored) id() pointID { return s.tenant.ids[s.slot] }

// better orders by score, and points with the same score by id, so that results are deterministic.
func better(a, b scored) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	return a.id().compare(b.id()) < 0
}

// best keeps the limit best of the points offered to it.
type best struct {
	limit int
	heap  worstFirst
}

// wants reports whether a point with that score could still be among the best. It rules out most points before their
// filter is evaluated.
func (b *best) wants(score float32) bool {
	return len(b.heap) < b.limit || (b.limit > 0 && score >= b.heap[0].score)
}

func (b *best) offer(s scored) {
	switch {
	case len(b.heap) < b.limit:
		heap.Push(&b.heap, s)
	case b.limit > 0 && better(s, b.heap[0]):
		b.heap[0] = s
		heap.Fix(&b.heap, 0)
	}
}

// sorted returns the points kept, best first.
func (b *best) sorted() []scored {
	sortScored(b.heap)
	return b.heap
}

func sortScored(s []scored) {
	slices.SortFunc(s, func(a, b scored) int {
		switch {
		case better(a, b):
			return -1
		case better(b, a):
			return 1
		}
		return 0
	})
}

type worstFirst []scored

func (h worstFirst) Len() int           { return len(h) }
func (h worstFirst) Less(i, j int) bool { return better(h[j], h[i]) }
func (h worstFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *worstFirst) Push(x any)        { *h = append(*h, x.(scored)) }
func (h *worstFirst) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
