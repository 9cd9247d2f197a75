package embedded_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// passage is a point of account a with one term and its file.
func passage(id uint64, account, file, generation string, term uint32, weight float32) *qdrant.PointStruct {
	return &qdrant.PointStruct{
		Id: qdrant.NewIDNum(id),
		Payload: qdrant.NewValueMap(map[string]any{
			"account_id": account, "collection_id": "c", "file_id": file, "gen": generation, "chunk": int64(id),
		}),
		Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{
			"bm25":  qdrant.NewVectorSparse([]uint32{term, 1000}, []float32{weight, 1}),
			"dense": qdrant.NewVectorDense([]float32{weight, float32(term)}),
		}),
	}
}

func store(t testing.TB, client *qdrant.Client, points ...*qdrant.PointStruct) {
	t.Helper()
	_, err := client.Upsert(t.Context(), &qdrant.UpsertPoints{CollectionName: "c", Points: points, Wait: new(true)})
	require.NoError(t, err)
}

func of(account string, more ...*qdrant.Condition) *qdrant.Filter {
	return &qdrant.Filter{Must: append([]*qdrant.Condition{qdrant.NewMatchKeyword("account_id", account)}, more...)}
}

func sparse(t testing.TB, client *qdrant.Client, f *qdrant.Filter, terms ...uint32) []*qdrant.ScoredPoint {
	t.Helper()
	weights := make([]float32, len(terms))
	for i := range weights {
		weights[i] = 1
	}
	hits, err := ask(t.Context(), client, &qdrant.QueryPoints{
		CollectionName: "c", Query: qdrant.NewQuerySparse(terms, weights), Using: new("bm25"), Filter: f, Limit: new(uint64(1000)),
	})
	require.NoError(t, err)
	return hits
}

func TestFrequenciesAreCountedPerAccount(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	store(t, client, passage(1, "a", "f", "g", 5, 1), passage(2, "a", "f", "g", 6, 1))
	before := sparse(t, client, of("a"), 5)
	for i := range uint64(50) {
		store(t, client, passage(100+i, "b", "f", "g", 5, 1))
	}
	require.InDelta(t, before[0].GetScore(), sparse(t, client, of("a"), 5)[0].GetScore(), 0)
}

func TestAPointIsReplacedWhereverItWas(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	store(t, client, passage(1, "a", "f1", "g", 5, 1), passage(1, "a", "f2", "g", 6, 1), passage(2, "a", "f1", "g", 6, 1))
	require.Empty(t, sparse(t, client, of("a"), 5))
	require.Len(t, sparse(t, client, of("a"), 6), 2)
	store(t, client, passage(1, "b", "f2", "g", 6, 1))
	require.Len(t, sparse(t, client, of("a"), 6), 1)
	require.Len(t, sparse(t, client, of("b"), 6), 1)
}

func TestPayloadIsReturnedAsRequested(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	store(t, client, passage(1, "a", "f1", "g", 5, 3))
	for name, c := range map[string]struct {
		with *qdrant.WithPayloadSelector
		want int
	}{
		"nothing": {nil, 0}, "all": {qdrant.NewWithPayload(true), 5}, "some": {qdrant.NewWithPayloadInclude("gen", "none"), 1},
		"the rest": {qdrant.NewWithPayloadExclude("gen"), 4},
	} {
		hits, err := ask(t.Context(), client, &qdrant.QueryPoints{
			CollectionName: "c", Query: qdrant.NewQuerySparse([]uint32{5}, []float32{1}), Using: new("bm25"), Filter: of("a"), WithPayload: c.with,
		})
		require.NoError(t, err)
		require.Len(t, hits[0].GetPayload(), c.want, name)
	}
}

// TestAnswersDoNotDependOnHistory compares an index that has been written to, deleted from and rewritten with a fresh
// one holding the same points.
func TestAnswersDoNotDependOnHistory(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			used, fresh := newClient(t), newClient(t)
			newCollection(t, used, "c", 2)
			newCollection(t, fresh, "c", 2)
			kept := slices.Collect(maps.Values(history(t, used, rand.New(rand.NewPCG(seed, 1)))))
			store(t, fresh, kept...)
			for _, f := range []*qdrant.Filter{of("a0"), of("a1"), of("a1", qdrant.NewMatchKeywords("file_id", "f1", "f2", "f1"))} {
				require.Equal(t, answers(sparse(t, fresh, f, 3, 7, 1000)), answers(sparse(t, used, f, 3, 7, 1000)))
			}
		})
	}
}

// history writes and deletes enough for the index to be rewritten several times, and returns the remaining points.
func history(t *testing.T, client *qdrant.Client, rng *rand.Rand) map[uint64]*qdrant.PointStruct {
	t.Helper()
	kept := make(map[uint64]*qdrant.PointStruct)
	for round := range 4 {
		var batch []*qdrant.PointStruct
		for range 1500 {
			id := rng.Uint64N(2500)
			p := passage(id, fmt.Sprint("a", id%2), fmt.Sprint("f", rng.IntN(5)), fmt.Sprint("g", round), uint32(rng.IntN(20)), rng.Float32()+.1)
			batch, kept[id] = append(batch, p), p
		}
		store(t, client, batch...)
		gone := fmt.Sprint("f", rng.IntN(5))
		_, err := client.Delete(t.Context(), &qdrant.DeletePoints{
			CollectionName: "c", Points: qdrant.NewPointsSelectorFilter(of("a1", qdrant.NewMatchKeyword("file_id", gone))),
		})
		require.NoError(t, err)
		maps.DeleteFunc(kept, func(_ uint64, p *qdrant.PointStruct) bool {
			return p.GetPayload()["account_id"].GetStringValue() == "a1" && p.GetPayload()["file_id"].GetStringValue() == gone
		})
	}
	return kept
}

func answers(hits []*qdrant.ScoredPoint) map[uint64]float32 {
	out := make(map[uint64]float32, len(hits))
	for _, h := range hits {
		out[h.GetId().GetNum()] = h.GetScore()
	}
	return out
}

func TestReadersSeeABatchEntirelyOrNotAtAll(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "c", 2)
	const size = 50
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for ctx.Err() == nil {
				hits, err := ask(t.Context(), client, &qdrant.QueryPoints{
					CollectionName: "c", Query: qdrant.NewQuerySparse([]uint32{1000}, []float32{1}), Using: new("bm25"),
					Filter: of("a"), Limit: new(uint64(1000)), WithPayload: qdrant.NewWithPayloadInclude("gen"),
				})
				if err != nil || len(hits)%size != 0 {
					t.Errorf("%d points, %v", len(hits), err)
					return
				}
			}
		})
	}
	for round := range 30 {
		batch := make([]*qdrant.PointStruct, 0, size)
		for i := range uint64(size) {
			batch = append(batch, passage(uint64(round%3)*size+i, "a", "f", fmt.Sprint("g", round%3), 5, 1))
		}
		store(t, client, batch...)
		_, err := client.Delete(t.Context(), &qdrant.DeletePoints{
			CollectionName: "c", Points: qdrant.NewPointsSelectorFilter(of("a", qdrant.NewMatchKeyword("gen", fmt.Sprint("g", (round+1)%3)))),
		})
		require.NoError(t, err)
	}
	stop()
	readers.Wait()
}

func TestAliasesSwitchInOneStep(t *testing.T) {
	t.Parallel()
	client := newClient(t)
	newCollection(t, client, "old", 2)
	newCollection(t, client, "new", 2)
	require.NoError(t, client.CreateAlias(t.Context(), "c", "old"))
	store(t, client, passage(1, "a", "f", "g", 5, 1))
	require.NoError(t, client.UpdateAliases(t.Context(), []*qdrant.AliasOperations{qdrant.NewAliasDelete("c"), qdrant.NewAliasCreate("c", "new")}))
	require.Empty(t, sparse(t, client, of("a"), 5))
	err := client.UpdateAliases(t.Context(), []*qdrant.AliasOperations{qdrant.NewAliasDelete("c"), qdrant.NewAliasCreate("c", "none")})
	require.Equal(t, codes.NotFound, status.Code(err))
	exists, err := client.CollectionExists(t.Context(), "c")
	require.NoError(t, err)
	require.True(t, exists, "a failed change changes nothing")

	require.NoError(t, client.DeleteCollection(t.Context(), "new"))
	aliases, err := client.ListAliases(t.Context())
	require.NoError(t, err)
	require.Empty(t, aliases)
	names, err := client.ListCollections(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"old"}, names)
	count, err := client.Count(t.Context(), &qdrant.CountPoints{CollectionName: "old"})
	require.NoError(t, err)
	require.Equal(t, uint64(1), count)
}

// ask sends one query in its own batch, as package index does.
func ask(ctx context.Context, client *qdrant.Client, q *qdrant.QueryPoints) ([]*qdrant.ScoredPoint, error) {
	results, err := client.QueryBatch(ctx, &qdrant.QueryBatchPoints{CollectionName: q.GetCollectionName(), QueryPoints: []*qdrant.QueryPoints{q}})
	if err != nil {
		return nil, err
	}
	return results[0].GetResult(), nil
}
