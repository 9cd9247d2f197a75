package embedded

import (
	"cmp"
	"context"
	"slices"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// each visits the points that match a filter, in every tenant that it allows. The caller holds the lock.
func (c *collection) each(f *qdrant.Filter, visit func(t *tenant, slot uint32)) error {
	visitTenant := func(t *tenant) error {
		s, err := c.selectIn(t, f)
		if err != nil {
			return err
		}
		s.each(func(slot uint32) bool {
			visit(t, slot)
			return true
		})
		return nil
	}
	keys, restricted := c.tenantKeys(f)
	if !restricted {
		for _, t := range c.tenants {
			if err := visitTenant(t); err != nil {
				return err
			}
		}
		return nil
	}
	for _, key := range keys {
		if t, ok := c.tenants[key]; ok {
			if err := visitTenant(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *pointsService) Count(_ context.Context, r *qdrant.CountPoints) (*qdrant.CountResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	col.mu.RLock()
	defer col.mu.RUnlock()
	var n uint64
	err = col.each(r.GetFilter(), func(*tenant, uint32) { n++ })
	return &qdrant.CountResponse{Result: &qdrant.CountResult{Count: n}}, err
}

// Scroll lists points in the order of their ids.
func (s *pointsService) Scroll(_ context.Context, r *qdrant.ScrollPoints) (*qdrant.ScrollResponse, error) {
	if r.GetWithPayload() == nil {
		return nil, status.Error(codes.InvalidArgument, "a scroll must name the payload it returns")
	}
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	col.mu.RLock()
	defer col.mu.RUnlock()
	limit := defaultLimit
	if r.Limit != nil {
		limit = int(r.GetLimit())
	}
	page, err := col.page(r.GetFilter(), r.GetOffset(), limit+1)
	if err != nil {
		return nil, err
	}
	var out qdrant.ScrollResponse
	for i, p := range page {
		if i == limit {
			out.NextPageOffset = p.tenant.ids[p.slot].proto()
			break
		}
		out.Result = append(out.Result, &qdrant.RetrievedPoint{
			Id: p.tenant.ids[p.slot].proto(), Payload: p.tenant.payload(p.slot, fields(r.GetWithPayload())),
		})
	}
	return &out, nil
}

// pageSlack is the number of points that a page collects beyond twice its size before it sorts.
const pageSlack = 1024

// page returns the first n matching points, starting at an id.
func (c *collection) page(f *qdrant.Filter, offset *qdrant.PointId, n int) ([]place, error) {
	var from pointID
	if offset != nil {
		id, err := parseID(offset)
		if err != nil {
			return nil, err
		}
		from = id
	}
	byID := func(a, b place) int { return a.tenant.ids[a.slot].compare(b.tenant.ids[b.slot]) }
	var page []place
	err := c.each(f, func(t *tenant, slot uint32) {
		if t.ids[slot].compare(from) < 0 {
			return
		}
		if page = append(page, place{t, slot}); len(page) >= 2*n+pageSlack {
			slices.SortFunc(page, byID)
			page = page[:n]
		}
	})
	slices.SortFunc(page, byID)
	return page[:min(n, len(page))], err
}

// Facet counts the values of an indexed field, the most frequent first, ties by value.
func (s *pointsService) Facet(_ context.Context, r *qdrant.FacetCounts) (*qdrant.FacetResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	col.mu.RLock()
	defer col.mu.RUnlock()
	if col.indexed[r.GetKey()].GetDataType() != qdrant.PayloadSchemaType_Keyword {
		return nil, status.Errorf(codes.InvalidArgument, "No appropriate keyword index for faceting: `%s`", r.GetKey())
	}
	counts := make(map[string]uint64)
	err = col.each(r.GetFilter(), func(t *tenant, slot uint32) {
		if c := t.columns[r.GetKey()]; c != nil && c.values[slot].kind == keyword {
			counts[c.words[c.values[slot].n]]++
		}
	})
	if err != nil {
		return nil, err
	}
	return facets(counts, orDefault(r.Limit, defaultLimit)), nil
}

func facets(counts map[string]uint64, limit int) *qdrant.FacetResponse {
	hits := make([]*qdrant.FacetHit, 0, len(counts))
	for word, n := range counts {
		hits = append(hits, &qdrant.FacetHit{Value: qdrant.NewFacetValue(word), Count: n})
	}
	slices.SortFunc(hits, func(a, b *qdrant.FacetHit) int {
		return cmp.Or(cmp.Compare(b.GetCount(), a.GetCount()), cmp.Compare(a.GetValue().GetStringValue(), b.GetValue().GetStringValue()))
	})
	return &qdrant.FacetResponse{Hits: hits[:min(limit, len(hits))]}
}
