package embedded

import (
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// upsert stores a whole batch, or nothing if any point is invalid.
func (c *collection) upsert(points []*qdrant.PointStruct) error {
	parsed := make([]point, 0, len(points))
	for _, p := range points {
		x, err := c.parsePoint(p)
		if err != nil {
			return err
		}
		parsed = append(parsed, x)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	keys := make([]string, 0, len(parsed))
	for _, p := range parsed {
		key, err := c.tenantOf(p)
		if err != nil {
			return err
		}
		keys = append(keys, key)
	}
	shrunk := make(map[*tenant]bool)
	for i, p := range parsed {
		if old, ok := c.places[p.id]; ok {
			old.tenant.remove(old.slot)
			shrunk[old.tenant] = true
		}
		t := c.tenant(keys[i])
		c.places[p.id] = place{tenant: t, slot: t.insert(p)}
	}
	c.compact(shrunk)
	return nil
}

func (c *collection) tenantOf(p point) (string, error) {
	if c.tenantField == "" {
		return "", nil
	}
	v, ok := p.payload[c.tenantField].GetKind().(*qdrant.Value_StringValue)
	if !ok || v.StringValue == "" {
		return "", status.Errorf(codes.InvalidArgument, "a point needs a %s", c.tenantField)
	}
	return v.StringValue, nil
}

// delete removes the selected points.
func (c *collection) delete(selector *qdrant.PointsSelector) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	selected, err := c.selected(selector)
	if err != nil {
		return err
	}
	shrunk := make(map[*tenant]bool)
	for _, p := range selected {
		delete(c.places, p.tenant.ids[p.slot])
		p.tenant.remove(p.slot)
		shrunk[p.tenant] = true
	}
	c.compact(shrunk)
	return nil
}

// selected returns the places of the points that a selector selects by id or by filter. The caller holds the lock.
func (c *collection) selected(selector *qdrant.PointsSelector) ([]place, error) {
	var out []place
	switch v := selector.GetPointsSelectorOneOf().(type) {
	case *qdrant.PointsSelector_Points:
		seen := make(map[pointID]bool)
		for _, raw := range v.Points.GetIds() {
			id, err := parseID(raw)
			if err != nil {
				return nil, err
			}
			if p, ok := c.places[id]; ok && !seen[id] {
				seen[id] = true
				out = append(out, p)
			}
		}
		return out, nil
	case *qdrant.PointsSelector_Filter:
		err := c.each(v.Filter, func(t *tenant, slot uint32) { out = append(out, place{t, slot}) })
		return out, err
	}
	return nil, status.Error(codes.InvalidArgument, "the points are not selected")
}

// compact rewrites the given tenants that have many dead slots, and drops those whose slots are all dead.
func (c *collection) compact(tenants map[*tenant]bool) {
	for t := range tenants {
		switch {
		case t.live() == 0:
			delete(c.tenants, t.key)
		case t.wantsCompaction():
			t.compact(func(id pointID, slot uint32) { c.places[id] = place{tenant: t, slot: slot} })
		}
	}
}
