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

func TestWhatIsNotKnownIsRefused(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	points, collections := client.GetPointsClient(), client.GetCollectionsClient()
	account := &qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeyword("account_id", "a")}}
	dense := func(change func(*qdrant.QueryPoints)) *qdrant.QueryPoints {
		q := &qdrant.QueryPoints{CollectionName: "c", Query: qdrant.NewQueryDense([]float32{1, 0}), Using: new("dense"), Filter: account}
		change(q)
		return q
	}
	query := func(change func(*qdrant.QueryPoints)) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := points.Query(ctx, dense(change))
			return err
		}
	}
	filtered := func(conditions ...*qdrant.Condition) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := points.Count(ctx, &qdrant.CountPoints{CollectionName: "c", Filter: &qdrant.Filter{Must: conditions}})
			return err
		}
	}
	stored := func(p *qdrant.PointStruct) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := points.Upsert(ctx, &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{p}})
			return err
		}
	}
	payload := func(v any) map[string]*qdrant.Value {
		return qdrant.NewValueMap(map[string]any{"account_id": "a", "x": v})
	}
	for name, call := range map[string]func(context.Context) error{
		"a call": func(ctx context.Context) error {
			_, err := points.Recommend(ctx, &qdrant.RecommendPoints{CollectionName: "c"})
			return err
		},
		"another service": func(ctx context.Context) error {
			_, err := client.GetSnapshotsClient().Create(ctx, &qdrant.CreateSnapshotRequest{CollectionName: "c"})
			return err
		},
		"a collection's update": func(ctx context.Context) error {
			_, err := collections.Update(ctx, &qdrant.UpdateCollection{CollectionName: "c"})
			return err
		},
		"a field":             query(func(q *qdrant.QueryPoints) { q.ScoreThreshold = new(float32(.5)) }),
		"vectors in answers":  query(func(q *qdrant.QueryPoints) { q.WithVectors = qdrant.NewWithVectors(true) }),
		"a field deep inside": query(func(q *qdrant.QueryPoints) { q.Params = &qdrant.SearchParams{IndexedOnly: new(true)} }),
		"a shard key":         query(func(q *qdrant.QueryPoints) { q.ShardKeySelector = &qdrant.ShardKeySelector{} }),
		"an unknown field's number": query(func(q *qdrant.QueryPoints) {
			q.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 999, protowire.VarintType), 1))
		}),
		"a query by id": query(func(q *qdrant.QueryPoints) { q.Query = qdrant.NewQueryID(qdrant.NewIDNum(1)) }),
		"another fusion": query(func(q *qdrant.QueryPoints) {
			q.Prefetch, q.Query = prefetch(q), qdrant.NewQueryFusion(qdrant.Fusion_DBSF)
		}),
		"rescoring":                  query(func(q *qdrant.QueryPoints) { q.Prefetch = prefetch(q) }),
		"a query without the tenant": query(func(q *qdrant.QueryPoints) { q.Filter = nil }),
		"a query for two tenants": query(func(q *qdrant.QueryPoints) {
			q.Filter = &qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeywords("account_id", "a", "b")}}
		}),
		"a tenant that is only preferred": query(func(q *qdrant.QueryPoints) {
			q.Filter = &qdrant.Filter{Should: account.GetMust()}
		}),
		"a text match":      filtered(qdrant.NewMatchText("x", "y")),
		"a null check":      filtered(qdrant.NewIsNull("x")),
		"a nested document": filtered(qdrant.NewNestedFilter("x", account)),
		"a condition deep inside": filtered(qdrant.NewFilterAsCondition(&qdrant.Filter{
			Should: []*qdrant.Condition{qdrant.NewGeoRadius("x", 1, 1, 1)},
		})),
		"a number with a fraction": stored(&qdrant.PointStruct{Id: qdrant.NewIDNum(1), Payload: payload(1.5)}),
		"a list":                   stored(&qdrant.PointStruct{Id: qdrant.NewIDNum(1), Payload: payload([]any{"y"})}),
		"a negative weight": stored(&qdrant.PointStruct{
			Id: qdrant.NewIDNum(1), Payload: payload("y"),
			Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{"bm25": qdrant.NewVectorSparse([]uint32{1}, []float32{-1})}),
		}),
		"a distance": func(ctx context.Context) error {
			return client.CreateCollection(ctx, &qdrant.CreateCollection{CollectionName: "d", VectorsConfig: qdrant.NewVectorsConfigMap(
				map[string]*qdrant.VectorParams{"v": {Size: 2, Distance: qdrant.Distance_Euclid}})})
		},
		"another index": func(ctx context.Context) error {
			_, err := points.CreateFieldIndex(ctx, &qdrant.CreateFieldIndexCollection{
				CollectionName: "c", FieldName: "x", FieldType: qdrant.FieldType_FieldTypeText.Enum(),
			})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := call(t.Context())
			require.Equal(t, codes.Unimplemented, status.Code(err), "%v", err)
		})
	}
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
		"an id that is none":   {Id: qdrant.NewIDUUID("x"), Payload: account},
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
