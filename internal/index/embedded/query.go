package embedded

import (
	"slices"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const defaultLimit = 10

// ranking is what queries and prefetches have in common.
type ranking struct {
	query    *qdrant.Query
	prefetch []*qdrant.PrefetchQuery
	using    string
	filter   *qdrant.Filter
}

// rank returns the limit best points of a ranking. The caller holds the collection's lock.
func (c *collection) rank(r ranking, limit int) ([]scored, error) {
	if len(r.prefetch) == 0 {
		return c.rankNearest(r.query, r.using, r.filter, limit)
	}
	k, weights, err := fusion(r.query, len(r.prefetch))
	if err != nil {
		return nil, err
	}
	legs := make([][]scored, 0, len(r.prefetch))
	for _, p := range r.prefetch {
		leg, err := c.rankNearest(p.GetQuery(), p.GetUsing(), both(r.filter, p.GetFilter()), orDefault(p.Limit, defaultLimit))
		if err != nil {
			return nil, err
		}
		legs = append(legs, leg)
	}
	fused := fuse(legs, k, weights)
	return fused[:min(limit, len(fused))], nil
}

func (c *collection) rankNearest(q *qdrant.Query, using string, f *qdrant.Filter, limit int) ([]scored, error) {
	if q.GetNearest() == nil {
		return nil, status.Error(codes.Unimplemented, "the embedded index answers queries for the nearest vector and their fusion only")
	}
	t, ok, err := c.onlyTenant(f)
	if err != nil {
		return nil, err
	}
	if !ok {
		t = newTenant("", c.dense, c.sparse) // without points; the query is validated all the same
	}
	s, err := c.selectIn(t, f)
	if err != nil {
		return nil, err
	}
	return c.nearest(s, using, q.GetNearest(), limit)
}

// both returns the filter that holds where both do: a fused query's filter also applies to its prefetches.
func both(a, b *qdrant.Filter) *qdrant.Filter {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	rest := func(f *qdrant.Filter) *qdrant.Condition {
		return qdrant.NewFilterAsCondition(&qdrant.Filter{Should: f.GetShould(), MustNot: f.GetMustNot()})
	}
	return &qdrant.Filter{Must: slices.Concat(a.GetMust(), b.GetMust(), []*qdrant.Condition{rest(a), rest(b)})}
}

// onlyTenant returns the tenant that a ranking's filter requires. A ranking across tenants has no meaning here,
// because each tenant has its own term frequencies. ok is false when the tenant has no points.
func (c *collection) onlyTenant(f *qdrant.Filter) (t *tenant, ok bool, err error) {
	keys, restricted := c.tenantKeys(f)
	if !restricted {
		return nil, false, status.Errorf(codes.Unimplemented, "the embedded index answers queries within one %s only: the filter must demand it", c.tenantField)
	}
	if len(keys) != 1 {
		return nil, false, status.Errorf(codes.Unimplemented, "the embedded index answers queries within one %s only, not %d", c.tenantField, len(keys))
	}
	t, ok = c.tenants[keys[0]]
	return t, ok, nil
}

// tenantKeys returns the tenants in which a filter can match, if it requires any.
func (c *collection) tenantKeys(f *qdrant.Filter) (keys []string, restricted bool) {
	if c.tenantField == "" {
		return []string{""}, true
	}
	for _, condition := range f.GetMust() {
		if condition.GetField().GetKey() != c.tenantField {
			continue
		}
		if words, ok := matchedKeywords(condition.GetField().GetMatch()); ok {
			return words, true
		}
	}
	return nil, false
}

func orDefault(n *uint64, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return int(min(*n, 1<<30))
}
