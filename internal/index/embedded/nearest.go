package embedded

import (
	"runtime"
	"sync"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// nearest ranks a tenant's selected points by one vector.
func (c *collection) nearest(s selection, r *qdrant.QueryPoints, limit int) ([]scored, error) {
	using := r.GetUsing()
	switch v := r.GetQuery().GetNearest().GetVariant().(type) {
	case *qdrant.VectorInput_Dense:
		unit, err := c.unitVector(using, v.Dense.GetData())
		if err != nil {
			return nil, err
		}
		return s.tenant.dense[using].nearest(s, unit, limit), nil
	case *qdrant.VectorInput_Sparse:
		if err := c.checkSparse(using, v.Sparse); err != nil {
			return nil, err
		}
		among, err := c.corpusOf(s.tenant, r)
		if err != nil {
			return nil, err
		}
		return s.tenant.sparse[using].nearest(s, v.Sparse, among, limit), nil
	}
	return nil, status.Error(codes.InvalidArgument, "the query has no vector")
}

// nearest ranks the selected points that share a term with the query.
func (x *inverted) nearest(s selection, q *qdrant.SparseVector, among corpus, limit int) []scored {
	acc := accumulator(len(s.tenant.ids))
	defer accumulators.Put(acc)
	x.scores(q, among, *acc)
	top := best{limit: limit}
	if s.narrow {
		for _, slot := range s.slots {
			if score := (*acc)[slot]; score > 0 && top.wants(score) && s.has(slot) {
				top.offer(scored{s.tenant, slot, score})
			}
		}
		return top.sorted()
	}
	for slot, score := range *acc {
		if score > 0 && top.wants(score) && s.has(uint32(slot)) {
			top.offer(scored{s.tenant, uint32(slot), score})
		}
	}
	return top.sorted()
}

// parallelFrom is the number of vectors above which it is worth sharing a scan among processors.
const parallelFrom = 4096

// nearest ranks the selected points that have the vector, by the inner product with it.
func (m *matrix) nearest(s selection, unit []float32, limit int) []scored {
	count := len(m.rows)
	if s.narrow {
		count = len(s.slots)
	}
	workers := 1
	if count >= parallelFrom {
		workers = runtime.GOMAXPROCS(0)
	}
	parts := make([]best, workers)
	var wg sync.WaitGroup
	for w := range workers {
		parts[w].limit = limit
		wg.Go(func() { m.scan(s, unit, count*w/workers, count*(w+1)/workers, &parts[w]) })
	}
	wg.Wait()
	top := best{limit: limit}
	for _, part := range parts {
		for _, p := range part.heap {
			top.offer(p)
		}
	}
	return top.sorted()
}

// scan offers the selected points among the candidates from..to.
func (m *matrix) scan(s selection, unit []float32, from, to int, top *best) {
	for i := from; i < to; i++ {
		slot := uint32(i)
		if s.narrow {
			slot = s.slots[i]
		}
		row := m.rows[slot]
		if row == noRow || !s.has(slot) {
			continue
		}
		if score := dot(unit, m.row(row)); top.wants(score) {
			top.offer(scored{s.tenant, slot, score})
		}
	}
}
