package embedded_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
)

func TestCosineOfAnyDimension(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	random := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = rng.Float32() - .5
		}
		return v
	}
	for _, dimensions := range []int{1, 15, 16, 33, 768} {
		client := newClient(t)
		newCollection(t, client, "c", uint64(dimensions))
		q, v := random(dimensions), random(dimensions)
		store(t, client, &qdrant.PointStruct{
			Id: qdrant.NewIDNum(1), Payload: qdrant.NewValueMap(map[string]any{"account_id": "a"}),
			Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{"dense": qdrant.NewVectorDense(v)}),
		})
		hits, err := ask(t.Context(), client, &qdrant.QueryPoints{
			CollectionName: "c", Query: qdrant.NewQueryDense(q), Using: new("dense"), Filter: of("a"),
		})
		require.NoError(t, err)
		require.InDelta(t, cosine(q, v), hits[0].GetScore(), 1e-5)
	}
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

// TestALargeScanIsShared has enough vectors for the scan to be split, and finds the best of each part.
func TestALargeScanIsShared(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	points := make([]*qdrant.PointStruct, 0, 5000)
	for i := range cap(points) {
		angle := 2 * math.Pi * float64(i) / float64(cap(points))
		points = append(points, &qdrant.PointStruct{
			Id: qdrant.NewIDNum(uint64(i)), Payload: qdrant.NewValueMap(map[string]any{"account_id": "a"}),
			Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{
				"dense": qdrant.NewVectorDense([]float32{float32(math.Cos(angle)), float32(math.Sin(angle))}),
			}),
		})
	}
	store(t, client, points...)
	for _, best := range []uint64{2, 2499, 4997} {
		angle := 2 * math.Pi * float64(best) / float64(len(points))
		hits, err := ask(t.Context(), client, &qdrant.QueryPoints{
			CollectionName: "c", Using: new("dense"), Filter: of("a"), Limit: new(uint64(1)),
			Query: qdrant.NewQueryDense([]float32{float32(math.Cos(angle)), float32(math.Sin(angle))}),
		})
		require.NoError(t, err)
		require.InDelta(t, best, hits[0].GetId().GetNum(), 3, "close neighbours are indistinguishable in a float32")
	}
}
