package embedded

import (
	"math"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// blockRows is the number of vectors in a block, and the maximum copied when the matrix grows.
const blockRows = 1024

// matrix holds one dense vector for each of a tenant's points, scaled to length one.
type matrix struct {
	dimensions int
	blocks     [][]float32
	count      int
	rows       []int32 // by slot: the vector's row, or noRow
}

const noRow = -1

func (m *matrix) add(v []float32) {
	if v == nil {
		m.rows = append(m.rows, noRow)
		return
	}
	if m.count%blockRows == 0 {
		m.blocks = append(m.blocks, nil)
	}
	last := &m.blocks[len(m.blocks)-1]
	*last = append(*last, v...)
	m.rows = append(m.rows, int32(m.count))
	m.count++
}

func (m *matrix) row(n int32) []float32 {
	at := int(n%blockRows) * m.dimensions
	return m.blocks[n/blockRows][at : at+m.dimensions]
}

func (m *matrix) compact(alive []bool) {
	next := matrix{dimensions: m.dimensions}
	for slot, ok := range alive {
		if !ok {
			continue
		}
		var v []float32
		if row := m.rows[slot]; row != noRow {
			v = m.row(row)
		}
		next.add(v)
	}
	*m = next
}

// unitVector scales a vector to length one, as Qdrant stores vectors compared by cosine. The zero vector stays zero.
func (c *collection) unitVector(name string, v []float32) ([]float32, error) {
	dimensions, ok := c.dense[name]
	if !ok {
		return nil, status.Errorf(codes.InvalidArgument, "Wrong input: Not existing vector name error: %s", name)
	}
	if len(v) != dimensions {
		return nil, status.Errorf(codes.InvalidArgument, "Wrong input: Vector dimension error: expected dim: %d, got %d", dimensions, len(v))
	}
	length := math.Sqrt(float64(dot(v, v)))
	if math.IsNaN(length) || math.IsInf(length, 0) {
		return nil, status.Errorf(codes.InvalidArgument, "vector %s is not finite", name)
	}
	out := make([]float32, len(v))
	if length == 0 {
		return out, nil
	}
	scale := float32(1 / length)
	for i, x := range v {
		out[i] = x * scale
	}
	return out, nil
}

// dot is the inner product of two vectors of the same length. Independent sums let the processor overlap them.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	for len(a) >= 16 && len(b) >= 16 {
		x, y := (*[16]float32)(a), (*[16]float32)(b)
		s0 += x[0]*y[0] + x[4]*y[4] + x[8]*y[8] + x[12]*y[12]
		s1 += x[1]*y[1] + x[5]*y[5] + x[9]*y[9] + x[13]*y[13]
		s2 += x[2]*y[2] + x[6]*y[6] + x[10]*y[10] + x[14]*y[14]
		s3 += x[3]*y[3] + x[7]*y[7] + x[11]*y[11] + x[15]*y[15]
		a, b = a[16:], b[16:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
