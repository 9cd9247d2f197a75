package embedded_test

import (
	"context"
	"testing"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
)

// call is a request to a server that has a collection "c" with vectors of two dimensions.
type call func(ctx context.Context, client *qdrant.Client) error

func requireRefused(t *testing.T, calls map[string]call) {
	t.Helper()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := call(t.Context(), client)
			require.Equal(t, codes.Unimplemented, status.Code(err), "%v", err)
		})
	}
}

func TestUnknownCallsAreRefused(t *testing.T) {
	t.Parallel()
	requireRefused(t, map[string]call{
		"recommendations": func(ctx context.Context, client *qdrant.Client) error {
			_, err := client.GetPointsClient().Recommend(ctx, &qdrant.RecommendPoints{CollectionName: "c"})
			return err
		},
		"another service": func(ctx context.Context, client *qdrant.Client) error {
			_, err := client.GetSnapshotsClient().Create(ctx, &qdrant.CreateSnapshotRequest{CollectionName: "c"})
			return err
		},
		"a collection's update": func(ctx context.Context, client *qdrant.Client) error {
			return client.UpdateCollection(ctx, &qdrant.UpdateCollection{CollectionName: "c"})
		},
		"a distance": func(ctx context.Context, client *qdrant.Client) error {
			return client.CreateCollection(ctx, &qdrant.CreateCollection{CollectionName: "d", VectorsConfig: qdrant.NewVectorsConfigMap(
				map[string]*qdrant.VectorParams{"v": {Size: 2, Distance: qdrant.Distance_Euclid}})})
		},
		"a kind of index": func(ctx context.Context, client *qdrant.Client) error {
			_, err := client.CreateFieldIndex(ctx, &qdrant.CreateFieldIndexCollection{
				CollectionName: "c", FieldName: "x", FieldType: qdrant.FieldType_FieldTypeText.Enum(),
			})
			return err
		},
	})
}

func TestUnknownQueriesAreRefused(t *testing.T) {
	t.Parallel()
	account := of("a")
	query := func(change func(*qdrant.QueryPoints)) call {
		return func(ctx context.Context, client *qdrant.Client) error {
			q := &qdrant.QueryPoints{CollectionName: "c", Query: qdrant.NewQueryDense([]float32{1, 0}), Using: new("dense"), Filter: account}
			change(q)
			_, err := ask(ctx, client, q)
			return err
		}
	}
	unknown := protowire.AppendVarint(protowire.AppendTag(nil, 999, protowire.VarintType), 1)
	requireRefused(t, map[string]call{
		"a field":                    query(func(q *qdrant.QueryPoints) { q.ScoreThreshold = new(float32(.5)) }),
		"vectors in answers":         query(func(q *qdrant.QueryPoints) { q.WithVectors = qdrant.NewWithVectors(true) }),
		"a field deep inside":        query(func(q *qdrant.QueryPoints) { q.Params = &qdrant.SearchParams{IndexedOnly: new(true)} }),
		"a shard key":                query(func(q *qdrant.QueryPoints) { q.ShardKeySelector = &qdrant.ShardKeySelector{} }),
		"a field of a later version": query(func(q *qdrant.QueryPoints) { q.ProtoReflect().SetUnknown(unknown) }),
		"a query by id":              query(func(q *qdrant.QueryPoints) { q.Query = qdrant.NewQueryID(qdrant.NewIDNum(1)) }),
		"a fusion":                   query(func(q *qdrant.QueryPoints) { q.Query = qdrant.NewQueryFusion(qdrant.Fusion_RRF) }),
		"rescoring":                  query(func(q *qdrant.QueryPoints) { q.Prefetch = prefetch(q) }),
		"no tenant":                  query(func(q *qdrant.QueryPoints) { q.Filter = nil }),
		"two tenants": query(func(q *qdrant.QueryPoints) {
			q.Filter = &qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeywords("account_id", "a", "b")}}
		}),
		"a tenant only preferred": query(func(q *qdrant.QueryPoints) { q.Filter = &qdrant.Filter{Should: of("a").GetMust()} }),
	})
}

func TestUnknownConditionsAreRefused(t *testing.T) {
	t.Parallel()
	filtered := func(c *qdrant.Condition) call {
		return func(ctx context.Context, client *qdrant.Client) error {
			_, err := client.Count(ctx, &qdrant.CountPoints{CollectionName: "c", Filter: &qdrant.Filter{Must: []*qdrant.Condition{c}}})
			return err
		}
	}
	inside := &qdrant.Filter{Should: []*qdrant.Condition{qdrant.NewGeoRadius("x", 1, 1, 1)}}
	requireRefused(t, map[string]call{
		"a text match":      filtered(qdrant.NewMatchText("x", "y")),
		"a null check":      filtered(qdrant.NewIsNull("x")),
		"a nested document": filtered(qdrant.NewNestedFilter("x", of("a"))),
		"one deep inside":   filtered(qdrant.NewFilterAsCondition(inside)),
	})
}

func TestUnknownValuesAreRefused(t *testing.T) {
	t.Parallel()
	stored := func(value any, vectors map[string]*qdrant.Vector) call {
		return func(ctx context.Context, client *qdrant.Client) error {
			_, err := client.Upsert(ctx, &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{{
				Id: qdrant.NewIDNum(1), Vectors: qdrant.NewVectorsMap(vectors),
				Payload: qdrant.NewValueMap(map[string]any{"account_id": "a", "x": value}),
			}}})
			return err
		}
	}
	requireRefused(t, map[string]call{
		"a number with a fraction": stored(1.5, nil),
		"a list":                   stored([]any{"y"}, nil),
		"a negative weight":        stored("y", map[string]*qdrant.Vector{"bm25": qdrant.NewVectorSparse([]uint32{1}, []float32{-1})}),
		"several vectors in one":   stored("y", map[string]*qdrant.Vector{"dense": qdrant.NewVectorMulti([][]float32{{1, 2}})}),
	})
}

func prefetch(q *qdrant.QueryPoints) []*qdrant.PrefetchQuery {
	return []*qdrant.PrefetchQuery{{Query: q.GetQuery(), Using: q.Using, Filter: q.GetFilter()}}
}

func TestMistakesAreNamed(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	points := client.GetPointsClient()
	account := map[string]*qdrant.Value{"account_id": qdrant.NewValueString("a")}
	vector := func(name string, v *qdrant.Vector) *qdrant.Vectors {
		return qdrant.NewVectorsMap(map[string]*qdrant.Vector{name: v})
	}
	for name, p := range map[string]*qdrant.PointStruct{
		"no id":                {Payload: account},
		"an invalid id":        {Id: qdrant.NewIDUUID("x"), Payload: account},
		"no tenant":            {Id: qdrant.NewIDNum(1)},
		"wrong dimensions":     {Id: qdrant.NewIDNum(1), Payload: account, Vectors: vector("dense", qdrant.NewVectorDense([]float32{1}))},
		"an unknown vector":    {Id: qdrant.NewIDNum(1), Payload: account, Vectors: vector("other", qdrant.NewVectorDense([]float32{1, 2}))},
		"indices that repeat":  {Id: qdrant.NewIDNum(1), Payload: account, Vectors: vector("bm25", qdrant.NewVectorSparse([]uint32{3, 2, 3}, []float32{1, 1, 1}))},
		"indices and no value": {Id: qdrant.NewIDNum(1), Payload: account, Vectors: vector("bm25", qdrant.NewVectorSparse([]uint32{3}, nil))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			good := &qdrant.PointStruct{Id: qdrant.NewIDNum(7), Payload: account}
			_, err := points.Upsert(t.Context(), &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{good, p}})
			require.Equal(t, codes.InvalidArgument, status.Code(err), "%v", err)
			n, err := client.Count(t.Context(), &qdrant.CountPoints{CollectionName: "c"})
			require.NoError(t, err)
			require.Zero(t, n, "nothing of a refused batch is stored")
		})
	}
}

func TestAMissingCollectionIsNotFound(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	_, err := client.GetPointsClient().Count(t.Context(), &qdrant.CountPoints{CollectionName: "none"})
	require.Equal(t, codes.NotFound, status.Code(err))
	newCollection(t, client, "c", 2)
	err = client.CreateCollection(t.Context(), &qdrant.CreateCollection{CollectionName: "c"})
	require.Equal(t, codes.AlreadyExists, status.Code(err))
}
