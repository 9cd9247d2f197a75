package embedded

import (
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// defaultK is Qdrant's constant for reciprocal rank fusion.
const defaultK = 2

// fusion reads the constant and the weights, one for each of n legs, of a reciprocal rank fusion.
func fusion(q *qdrant.Query, n int) (k uint32, weights []float32, err error) {
	k = defaultK
	switch v := q.GetVariant().(type) {
	case *qdrant.Query_Fusion:
		if v.Fusion != qdrant.Fusion_RRF {
			return 0, nil, status.Errorf(codes.Unimplemented, "the embedded index does not support the fusion %v", v.Fusion)
		}
	case *qdrant.Query_Rrf:
		if v.Rrf.K != nil {
			k = v.Rrf.GetK()
		}
		weights = v.Rrf.GetWeights()
	default:
		return 0, nil, status.Error(codes.Unimplemented, "the embedded index combines prefetches by reciprocal rank fusion only")
	}
	if k == 0 {
		return 0, nil, status.Error(codes.InvalidArgument, "the constant of reciprocal rank fusion must be positive")
	}
	if len(weights) > 0 && len(weights) != n {
		return 0, nil, status.Errorf(codes.InvalidArgument, "Number of weights in RRF should match number of pre-fetches: got %d, expected %d", len(weights), n)
	}
	return k, weights, nil
}

// fuse merges ranked legs by reciprocal rank (Cormack, Clarke and Büttcher, 2009) in Qdrant's form: a weight
// stretches or compresses its leg's ranks.
func fuse(legs [][]scored, k uint32, weights []float32) []scored {
	type key struct {
		tenant *tenant
		slot   uint32
	}
	at := make(map[key]int)
	var fused []scored
	for i, leg := range legs {
		weight := float32(1)
		if len(weights) > 0 {
			weight = weights[i]
		}
		for position, p := range leg {
			n, seen := at[key{p.tenant, p.slot}]
			if !seen {
				n = len(fused)
				at[key{p.tenant, p.slot}] = n
				fused = append(fused, scored{tenant: p.tenant, slot: p.slot})
			}
			fused[n].score += reciprocal(position, k, weight)
		}
	}
	sortScored(fused)
	return fused
}

func reciprocal(position int, k uint32, weight float32) float32 {
	if weight <= 0 {
		return 0
	}
	return 1 / (float32(position+1)/weight + float32(k) - 1)
}
