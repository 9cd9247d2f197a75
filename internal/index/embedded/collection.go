package embedded

import (
	"sync"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// collection is a set of points of one shape. Its points are kept separate by tenant, which is the value of the field
// whose keyword index is marked is_tenant: a query reads one tenant and cannot see, or be weighed by, another.
//
// A single lock guards all of it. Readers hold it for a whole query and writers for a whole batch, so a batch is seen
// entirely or not at all.
type collection struct {
	dense  map[string]int  // vector name → dimensions
	sparse map[string]bool // vector name → weighed by inverse document frequency

	mu          sync.RWMutex
	indexed     map[string]*qdrant.PayloadSchemaInfo
	tenantField string // "" while there is none, and all points belong to one tenant
	tenants     map[string]*tenant
	places      map[pointID]place
}

// place is where a point is stored.
type place struct {
	tenant *tenant
	slot   uint32
}

func newCollection(r *qdrant.CreateCollection) (*collection, error) {
	c := &collection{
		dense:   make(map[string]int),
		sparse:  make(map[string]bool),
		indexed: make(map[string]*qdrant.PayloadSchemaInfo),
		tenants: make(map[string]*tenant),
		places:  make(map[pointID]place),
	}
	for name, p := range r.GetVectorsConfig().GetParamsMap().GetMap() {
		if p.GetDistance() != qdrant.Distance_Cosine {
			return nil, status.Errorf(codes.Unimplemented, "the embedded index does not support %v distance", p.GetDistance())
		}
		if p.GetSize() == 0 || p.GetSize() > 65536 {
			return nil, status.Errorf(codes.InvalidArgument, "vector %s: size must be 1 to 65536", name)
		}
		c.dense[name] = int(p.GetSize())
	}
	for name, p := range r.GetSparseVectorsConfig().GetMap() {
		c.sparse[name] = p.GetModifier() == qdrant.Modifier_Idf
	}
	return c, nil
}

func (c *collection) size() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.places)
}

// tenant returns the tenant with that key, creating it if necessary.
func (c *collection) tenant(key string) *tenant {
	t, ok := c.tenants[key]
	if !ok {
		t = newTenant(key, c.dense, c.sparse)
		for field, info := range c.indexed {
			if info.GetDataType() == qdrant.PayloadSchemaType_Keyword {
				t.indexField(field)
			}
		}
		c.tenants[key] = t
	}
	return t
}

// createIndex creates the index of a field. Only keyword indexes have a data structure here. Integer indexes are
// accepted, but their conditions are evaluated point by point.
func (c *collection) createIndex(r *qdrant.CreateFieldIndexCollection) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	info := &qdrant.PayloadSchemaInfo{Params: r.GetFieldIndexParams()}
	switch r.GetFieldType() {
	case qdrant.FieldType_FieldTypeKeyword:
		info.DataType = qdrant.PayloadSchemaType_Keyword
	case qdrant.FieldType_FieldTypeInteger:
		info.DataType = qdrant.PayloadSchemaType_Integer
	default:
		return status.Errorf(codes.Unimplemented, "the embedded index does not support an index of %v", r.GetFieldType())
	}
	if r.GetFieldIndexParams().GetKeywordIndexParams().GetIsTenant() && c.tenantField != r.GetFieldName() {
		if len(c.places) > 0 || c.tenantField != "" {
			return status.Error(codes.FailedPrecondition, "the tenant's index must be the only one and be created before points are stored")
		}
		c.tenantField = r.GetFieldName()
	}
	c.indexed[r.GetFieldName()] = info
	if info.GetDataType() == qdrant.PayloadSchemaType_Keyword {
		for _, t := range c.tenants {
			t.indexField(r.GetFieldName())
		}
	}
	return nil
}
