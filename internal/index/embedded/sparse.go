package embedded

import (
	"math"
	"sync"

	"github.com/qdrant/go-client/qdrant"
)

const maxFloat = math.MaxFloat32

// inverted is the index of one sparse vector of a tenant's points.
type inverted struct {
	idf bool
	// lists holds pointers because its lists grow one posting at a time: finding a key is cheaper than setting it.
	lists map[uint32]*[]posting
	has   []bool
	live  int // points that have the vector
}

type posting struct {
	slot   uint32
	weight float32
}

func (x *inverted) add(slot uint32, v *qdrant.SparseVector) {
	x.has = append(x.has, v != nil)
	if v == nil {
		return
	}
	x.live++
	for i, index := range v.GetIndices() {
		list, ok := x.lists[index]
		if !ok {
			list = new([]posting)
			x.lists[index] = list
		}
		*list = append(*list, posting{slot: slot, weight: v.GetValues()[i]})
	}
}

func (x *inverted) remove(slot uint32) {
	if x.has[slot] {
		x.has[slot] = false
		x.live--
	}
}

func (x *inverted) compact(alive []bool, renumbered []uint32) {
	has := x.has[:0]
	for slot, ok := range x.has {
		if alive[slot] {
			has = append(has, ok)
		}
	}
	x.has = has
	for index, list := range x.lists {
		kept := make([]posting, 0, len(*list))
		for _, p := range *list {
			if alive[p.slot] {
				kept = append(kept, posting{slot: renumbered[p.slot], weight: p.weight})
			}
		}
		if len(kept) == 0 {
			delete(x.lists, index)
			continue
		}
		*list = kept
	}
}

var accumulators = sync.Pool{New: func() any { return new([]float32) }}

// accumulator returns n zeroes for adding scores. Return it with accumulators.Put.
func accumulator(n int) *[]float32 {
	a, _ := accumulators.Get().(*[]float32)
	if cap(*a) < n {
		*a = make([]float32, n)
	}
	*a = (*a)[:n]
	clear(*a)
	return a
}

// scores adds the products of the query's weights with those of every point to acc, including dead points.
func (x *inverted) scores(q *qdrant.SparseVector, among corpus, acc []float32) {
	for i, index := range q.GetIndices() {
		list, ok := x.lists[index]
		if !ok {
			continue
		}
		w := q.GetValues()[i]
		if x.idf {
			w *= idf(among.points, among.frequency(*list))
		}
		for _, p := range *list {
			acc[p.slot] += w * p.weight
		}
	}
}

// idf returns the inverse document frequency of Robertson and Spärck Jones, kept positive, as Qdrant computes it.
func idf(points, frequency int) float32 {
	n, df := float32(points), float32(frequency)
	return float32(math.Log(float64((n-df+.5)/(df+.5) + 1)))
}
