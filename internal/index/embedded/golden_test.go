package embedded_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"quire/internal/index/embedded"
)

// golden is testdata/qdrant.json.
type golden struct {
	Points []struct {
		ID      any                        `json:"id"`
		Payload map[string]any             `json:"payload"`
		Vectors map[string]json.RawMessage `json:"vectors"`
	} `json:"points"`
	Deleted []json.RawMessage `json:"deleted"`
	Cases   []goldenCase      `json:"cases"`
}

type goldenCase struct {
	Name    string          `json:"name"`
	Kind    string          `json:"kind"`
	Request json.RawMessage `json:"request"`
	Hits    []struct {
		ID    json.RawMessage `json:"id"`
		Score float32         `json:"score"`
	} `json:"hits"`
	Count  uint64            `json:"count"`
	IDs    []json.RawMessage `json:"ids"`
	Next   json.RawMessage   `json:"next"`
	Facets []struct {
		Value string `json:"value"`
		Count uint64 `json:"count"`
	} `json:"facets"`
}

// points reads the golden points as messages.
func (g golden) points(t *testing.T) []*qdrant.PointStruct {
	t.Helper()
	out := make([]*qdrant.PointStruct, 0, len(g.Points))
	for _, p := range g.Points {
		vectors := make(map[string]*qdrant.Vector)
		for name, raw := range p.Vectors {
			var sparse struct {
				Indices []uint32
				Values  []float32
			}
			var dense []float32
			if json.Unmarshal(raw, &dense) == nil {
				vectors[name] = qdrant.NewVectorDense(dense)
				continue
			}
			require.NoError(t, json.Unmarshal(raw, &sparse))
			vectors[name] = qdrant.NewVectorSparse(sparse.Indices, sparse.Values)
		}
		payload := make(map[string]*qdrant.Value)
		for field, v := range p.Payload {
			if n, ok := v.(float64); ok {
				payload[field] = qdrant.NewValueInt(int64(n))
			} else {
				payload[field] = qdrant.NewValueString(v.(string))
			}
		}
		var id *qdrant.PointId
		if n, ok := p.ID.(float64); ok {
			id = qdrant.NewIDNum(uint64(n))
		} else {
			id = qdrant.NewIDUUID(p.ID.(string))
		}
		out = append(out, &qdrant.PointStruct{Id: id, Payload: payload, Vectors: qdrant.NewVectorsMap(vectors)})
	}
	return out
}

func pointID(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var id qdrant.PointId
	require.NoError(t, protojson.Unmarshal(raw, &id))
	return id.String()
}

func request[M proto.Message](t *testing.T, c goldenCase, into M) M {
	t.Helper()
	require.NoError(t, protojson.Unmarshal(c.Request, into))
	return into
}

// newClient starts a server and connects to it.
func newClient(t testing.TB) *qdrant.Client {
	t.Helper()
	server := embedded.NewServer()
	t.Cleanup(server.Close)
	client, err := server.Client()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	return client
}

// newCollection creates a collection of the shape that package index uses, plus an unweighed sparse vector.
func newCollection(t testing.TB, client *qdrant.Client, name string, dimensions uint64) {
	t.Helper()
	require.NoError(t, client.CreateCollection(t.Context(), &qdrant.CreateCollection{
		CollectionName: name,
		VectorsConfig: qdrant.NewVectorsConfigMap(map[string]*qdrant.VectorParams{
			"dense": {Size: dimensions, Distance: qdrant.Distance_Cosine},
		}),
		SparseVectorsConfig: qdrant.NewSparseVectorsConfig(map[string]*qdrant.SparseVectorParams{
			"bm25": {Modifier: qdrant.Modifier_Idf.Enum()}, "plain": {},
		}),
	}))
	for _, field := range []string{"account_id", "collection_id", "file_id", "gen"} {
		_, err := client.CreateFieldIndex(t.Context(), &qdrant.CreateFieldIndexCollection{
			CollectionName: name, FieldName: field, FieldType: qdrant.FieldType_FieldTypeKeyword.Enum(), Wait: new(true),
			FieldIndexParams: qdrant.NewPayloadIndexParamsKeyword(&qdrant.KeywordIndexParams{IsTenant: new(field == "account_id")}),
		})
		require.NoError(t, err)
	}
}

func TestAnswersMatchQdrant(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/qdrant.json")
	require.NoError(t, err)
	var g golden
	require.NoError(t, json.Unmarshal(raw, &g))
	client := newClient(t)
	newCollection(t, client, "golden", 8)
	_, err = client.Upsert(t.Context(), &qdrant.UpsertPoints{CollectionName: "golden", Points: g.points(t)})
	require.NoError(t, err)
	var gone []*qdrant.PointId
	for _, raw := range g.Deleted {
		var id qdrant.PointId
		require.NoError(t, protojson.Unmarshal(raw, &id))
		gone = append(gone, &id)
	}
	_, err = client.Delete(t.Context(), &qdrant.DeletePoints{CollectionName: "golden", Points: qdrant.NewPointsSelectorIDs(gone)})
	require.NoError(t, err)
	for _, c := range g.Cases {
		t.Run(c.Name, func(t *testing.T) {
			switch c.Kind {
			case "query":
				requireQuery(t, client, c)
			case "count":
				r := request(t, c, &qdrant.CountPoints{})
				r.CollectionName = "golden"
				n, err := client.Count(t.Context(), r)
				require.NoError(t, err)
				require.Equal(t, c.Count, n)
			case "scroll":
				requireScroll(t, client, c)
			case "facet":
				requireFacet(t, client, c)
			default:
				t.Fatalf("unknown kind %q", c.Kind)
			}
		})
	}
}

// requireQuery compares scores in order, and ids wherever no other point has the same score: the engine does not
// define the order of equal scores.
func requireQuery(t *testing.T, client *qdrant.Client, c goldenCase) {
	t.Helper()
	const tolerance = 2e-6
	r := request(t, c, &qdrant.QueryPoints{})
	r.CollectionName = "golden"
	hits, err := ask(t.Context(), client, r)
	require.NoError(t, err)
	require.Len(t, hits, len(c.Hits))
	scores := make(map[string]float32)
	for i, h := range hits {
		require.InDelta(t, c.Hits[i].Score, h.GetScore(), tolerance*max(1, float64(h.GetScore())))
		scores[h.GetId().String()] = h.GetScore()
	}
	for i, want := range c.Hits {
		tiedWithLast := want.Score-c.Hits[len(c.Hits)-1].Score < tolerance
		tiedWithFirst := c.Hits[0].Score-want.Score < tolerance && r.GetOffset() > 0
		if got, ok := scores[pointID(t, want.ID)]; ok {
			require.InDelta(t, want.Score, got, tolerance*max(1, float64(got)))
		} else {
			require.True(t, tiedWithLast || tiedWithFirst, "hit %d of %s is missing", i, want.ID)
		}
	}
}

func requireScroll(t *testing.T, client *qdrant.Client, c goldenCase) {
	t.Helper()
	r := request(t, c, &qdrant.ScrollPoints{})
	r.CollectionName = "golden"
	points, next, err := client.ScrollAndOffset(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, points, len(c.IDs))
	for i, p := range points {
		require.Equal(t, pointID(t, c.IDs[i]), p.GetId().String())
	}
	if string(c.Next) == "null" {
		require.Nil(t, next)
		return
	}
	require.Equal(t, pointID(t, c.Next), next.String())
}

func requireFacet(t *testing.T, client *qdrant.Client, c goldenCase) {
	t.Helper()
	r := request(t, c, &qdrant.FacetCounts{})
	r.CollectionName = "golden"
	hits, err := client.Facet(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, hits, len(c.Facets))
	for i, h := range hits {
		require.Equal(t, c.Facets[i].Count, h.GetCount())
		require.Equal(t, c.Facets[i].Value, h.GetValue().GetStringValue())
	}
}
