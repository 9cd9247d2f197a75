package embedded

import (
	"context"

	"github.com/qdrant/go-client/qdrant"
)

const (
	defaultGroups    = 3
	defaultGroupSize = 10
)

// QueryGroups ranks points and gathers the best of each value of a field, groups in the order of their best point.
func (s *pointsService) QueryGroups(_ context.Context, r *qdrant.QueryPointGroups) (*qdrant.QueryGroupsResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	col.mu.RLock()
	defer col.mu.RUnlock()
	hits, err := col.rank(ranking{query: r.GetQuery(), prefetch: r.GetPrefetch(), using: r.GetUsing(), filter: r.GetFilter()}, len(col.places))
	if err != nil {
		return nil, err
	}
	limit, size := orDefault(r.Limit, defaultGroups), orDefault(r.GroupSize, defaultGroupSize)
	var result qdrant.GroupsResult
	groups := make(map[any]*qdrant.PointGroup)
	for _, h := range hits {
		key, id := h.group(r.GetGroupBy())
		if id == nil {
			continue
		}
		g, ok := groups[key]
		if !ok && len(groups) == limit {
			continue
		}
		if !ok {
			g = &qdrant.PointGroup{Id: id}
			groups[key] = g
			result.Groups = append(result.Groups, g)
		}
		if len(g.Hits) < size {
			g.Hits = append(g.Hits, h.proto(r.GetWithPayload()))
		}
	}
	return &qdrant.QueryGroupsResponse{Result: &result}, nil
}

// group is the value of a point's field, as a map's key and as an answer; nil when the point has none.
func (s scored) group(field string) (key any, id *qdrant.GroupId) {
	c := s.tenant.columns[field]
	if c == nil {
		return nil, nil
	}
	switch v := c.values[s.slot]; v.kind {
	case keyword:
		return c.words[v.n], qdrant.NewGroupIDString(c.words[v.n])
	case integer:
		if v.n >= 0 {
			return v.n, qdrant.NewGroupIDUnsigned(uint64(v.n))
		}
		return v.n, qdrant.NewGroupIDInt(v.n)
	}
	return nil, nil
}
