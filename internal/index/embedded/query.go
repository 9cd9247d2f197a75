package embedded

import (
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const defaultLimit = 10

// rank returns the limit best points for a query. The caller holds the collection's lock.
func (c *collection) rank(r *qdrant.QueryPoints, limit int) ([]scored, error) {
	if r.GetQuery().GetNearest() == nil {
		return nil, status.Error(codes.Unimplemented, "the embedded index answers queries for the nearest vector only")
	}
	t, ok, err := c.onlyTenant(r.GetFilter())
	if err != nil {
		return nil, err
	}
	if !ok {
		t = newTenant("", c.dense, c.sparse) // without points; the query is validated all the same
	}
	s, err := c.selectIn(t, r.GetFilter())
	if err != nil {
		return nil, err
	}
	return c.nearest(s, r, limit)
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
