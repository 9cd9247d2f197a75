package embedded

import (
	"cmp"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// pointID is a number or a UUID.
type pointID struct {
	isUUID bool
	num    uint64
	uuid   uuid.UUID
}

func parseID(id *qdrant.PointId) (pointID, error) {
	switch v := id.GetPointIdOptions().(type) {
	case *qdrant.PointId_Num:
		return pointID{num: v.Num}, nil
	case *qdrant.PointId_Uuid:
		u, err := uuid.Parse(v.Uuid)
		if err != nil {
			return pointID{}, status.Errorf(codes.InvalidArgument, "point id %q is not a UUID", v.Uuid)
		}
		return pointID{isUUID: true, uuid: u}, nil
	}
	return pointID{}, status.Error(codes.InvalidArgument, "a point needs an id")
}

func (id pointID) proto() *qdrant.PointId {
	if id.isUUID {
		return qdrant.NewIDUUID(id.uuid.String())
	}
	return qdrant.NewIDNum(id.num)
}

// compare orders ids as Qdrant does: numbers before UUIDs, each by value.
func (id pointID) compare(other pointID) int {
	switch {
	case id.isUUID != other.isUUID:
		if id.isUUID {
			return 1
		}
		return -1
	case id.isUUID:
		return cmp.Compare(string(id.uuid[:]), string(other.uuid[:]))
	}
	return cmp.Compare(id.num, other.num)
}

// point is a validated point about to be stored in a tenant.
type point struct {
	id      pointID
	payload map[string]*qdrant.Value
	dense   map[string][]float32
	sparse  map[string]*qdrant.SparseVector
}

func (c *collection) parsePoint(p *qdrant.PointStruct) (point, error) {
	id, err := parseID(p.GetId())
	if err != nil {
		return point{}, err
	}
	out := point{id: id, payload: p.GetPayload()}
	for field, v := range p.GetPayload() {
		if err := checkPayload(field, v); err != nil {
			return point{}, err
		}
	}
	for name, v := range p.GetVectors().GetVectors().GetVectors() {
		if err := c.addVector(&out, name, v); err != nil {
			return point{}, err
		}
	}
	return out, nil
}

func checkPayload(field string, v *qdrant.Value) error {
	switch v.GetKind().(type) {
	case *qdrant.Value_StringValue, *qdrant.Value_IntegerValue:
		return nil
	}
	return status.Errorf(codes.Unimplemented, "payload %s: the embedded index keeps strings and integers only", field)
}

func (c *collection) addVector(p *point, name string, v *qdrant.Vector) error {
	switch x := v.GetVector().(type) {
	case *qdrant.Vector_Dense:
		unit, err := c.unitVector(name, x.Dense.GetData())
		if err != nil {
			return err
		}
		if p.dense == nil {
			p.dense = make(map[string][]float32, 1)
		}
		p.dense[name] = unit
	case *qdrant.Vector_Sparse:
		if err := c.checkSparse(name, x.Sparse); err != nil {
			return err
		}
		if p.sparse == nil {
			p.sparse = make(map[string]*qdrant.SparseVector, 1)
		}
		p.sparse[name] = x.Sparse
	default:
		return status.Errorf(codes.InvalidArgument, "vector %s is empty", name)
	}
	return nil
}

// checkSparse requires unique indices and, more strictly than Qdrant, positive values: BM25 has no others, and so a
// score of zero can mean "no term in common".
func (c *collection) checkSparse(name string, v *qdrant.SparseVector) error {
	if _, ok := c.sparse[name]; !ok {
		return status.Errorf(codes.InvalidArgument, "Wrong input: Not existing vector name error: %s", name)
	}
	if len(v.GetIndices()) != len(v.GetValues()) {
		return status.Errorf(codes.InvalidArgument, "vector %s: %d indices but %d values", name, len(v.GetIndices()), len(v.GetValues()))
	}
	ascending := true
	for i, w := range v.GetValues() {
		if !(w > 0) || w > maxFloat {
			return status.Errorf(codes.Unimplemented, "vector %s: the embedded index keeps positive finite weights only", name)
		}
		ascending = ascending && (i == 0 || v.GetIndices()[i-1] < v.GetIndices()[i])
	}
	if !ascending && hasDuplicates(v.GetIndices()) {
		return status.Errorf(codes.InvalidArgument, "vector %s: indices must be unique", name)
	}
	return nil
}

func hasDuplicates(indices []uint32) bool {
	seen := make(map[uint32]bool, len(indices))
	for _, i := range indices {
		if seen[i] {
			return true
		}
		seen[i] = true
	}
	return false
}
