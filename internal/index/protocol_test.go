package index_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"quire/internal/index"
	"quire/internal/index/embedded"
)

// limits are the rules by which Qdrant validates the fields that are sent to it (lib/api/build.rs): the length of a
// text, or the size of a number.
const limits = `
CollectionExistsRequest.collection_name 1 255
CreateCollection.collection_name 1 255
CreateCollection.shard_number 1 4294967295
CreateCollection.replication_factor 1 4294967295
CreateCollection.write_consistency_factor 1 4294967295
DeleteCollection.collection_name 1 255
DeleteCollection.timeout 1 18446744073709551615
ChangeAliases.timeout 1 18446744073709551615
HnswConfigDiff.ef_construct 4 18446744073709551615
VectorParams.size 1 65536
ScalarQuantization.quantile 0.5 1
QuantizationSearchParams.oversampling 1 1000000
CreateFieldIndexCollection.collection_name 1 255
CreateFieldIndexCollection.field_name 1 65536
UpsertPoints.collection_name 1 255
DeletePoints.collection_name 1 255
ScrollPoints.collection_name 1 255
ScrollPoints.limit 1 4294967295
CountPoints.collection_name 1 255
FacetCounts.collection_name 1 255
FacetCounts.key 1 65536
FacetCounts.limit 1 18446744073709551615
FacetCounts.timeout 1 18446744073709551615
QueryPoints.collection_name 1 255
QueryPoints.limit 1 18446744073709551615
QueryPoints.timeout 1 18446744073709551615
QueryBatchPoints.collection_name 1 255
QueryBatchPoints.timeout 1 18446744073709551615
`

// protocolKey is the API key that the double requires.
const protocolKey = "a-key-of-the-double"

// protocol is a network server that decodes requests according to Qdrant's published protocol, refuses those that Qdrant
// would refuse, and forwards the rest to an embedded index.
type protocol struct {
	inside *grpc.ClientConn
	limits map[protoreflect.FullName][2]float64

	mu      sync.Mutex
	seen    map[string]bool // methods
	refused []error
}

// bytesCodec passes messages on unchanged.
type bytesCodec struct{}

func (bytesCodec) Name() string                  { return "proto" }
func (bytesCodec) Marshal(v any) ([]byte, error) { return *v.(*[]byte), nil }
func (bytesCodec) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = append([]byte(nil), data...)
	return nil
}

func newProtocol(t testing.TB) (p *protocol, address string) {
	t.Helper()
	server := embedded.NewServer()
	t.Cleanup(server.Close)
	client, err := server.Client()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	p = &protocol{inside: client.GetConnection(), limits: parseLimits(t), seen: make(map[string]bool)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	outside := grpc.NewServer(grpc.ForceServerCodec(bytesCodec{}), grpc.UnknownServiceHandler(p.serve), grpc.MaxRecvMsgSize(64<<20))
	go func() { _ = outside.Serve(listener) }()
	t.Cleanup(outside.Stop)
	return p, "http://" + listener.Addr().String()
}

func parseLimits(t testing.TB) map[protoreflect.FullName][2]float64 {
	t.Helper()
	all := make(map[protoreflect.FullName][2]float64)
	for line := range strings.SplitSeq(strings.TrimSpace(limits), "\n") {
		var field string
		var bounds [2]float64
		_, err := fmt.Sscan(line, &field, &bounds[0], &bounds[1])
		require.NoError(t, err)
		name := protoreflect.FullName("qdrant." + field)
		_, err = protoregistry.GlobalFiles.FindDescriptorByName(name)
		require.NoError(t, err)
		all[name] = bounds
	}
	return all
}

// serve handles one unary call.
func (p *protocol) serve(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	var request, response []byte
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	if err := p.accept(stream.Context(), method, request); err != nil {
		return err
	}
	if err := p.inside.Invoke(stream.Context(), method, &request, &response, grpc.ForceCodec(bytesCodec{})); err != nil {
		return err
	}
	return stream.SendMsg(&response)
}

// accept returns the error with which Qdrant would refuse a request.
func (p *protocol) accept(ctx context.Context, method string, request []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen[method] = true
	keys := metadata.ValueFromIncomingContext(ctx, "api-key")
	if method != qdrant.Qdrant_HealthCheck_FullMethodName && (len(keys) != 1 || keys[0] != protocolKey) {
		return status.Error(codes.Unauthenticated, "Must provide an API key or an Authorization bearer token")
	}
	if err := p.validate(method, request); err != nil {
		p.refused = append(p.refused, fmt.Errorf("%s: %w", method, err))
		return status.Errorf(codes.InvalidArgument, "Validation error in body: %v", err)
	}
	return nil
}

func (p *protocol) validate(method string, request []byte) error {
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	if err != nil {
		return err
	}
	known, err := protoregistry.GlobalTypes.FindMessageByName(found.(protoreflect.MethodDescriptor).Input().FullName())
	if err != nil {
		return err
	}
	m := known.New()
	if err := proto.Unmarshal(request, m.Interface()); err != nil {
		return err
	}
	return p.message(m)
}

// message checks a message and all nested messages.
func (p *protocol) message(m protoreflect.Message) error {
	_, search := m.Interface().(*qdrant.SearchParams) // with a field of Qdrant 1.19, which earlier versions ignore
	if len(m.GetUnknown()) > 0 && !search {
		return fmt.Errorf("%s has a field that is not in the protocol", m.Descriptor().Name())
	}
	oneofs := m.Descriptor().Oneofs()
	for i := range oneofs.Len() {
		if one := oneofs.Get(i); !one.IsSynthetic() && m.WhichOneof(one) == nil {
			return fmt.Errorf("%s lacks its %s", m.Descriptor().Name(), one.Name())
		}
	}
	if sparse, ok := m.Interface().(*qdrant.SparseVector); ok {
		if err := validSparse(sparse); err != nil {
			return err
		}
	}
	var err error
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		err = errors.Join(p.field(f, v), p.inner(f, v))
		return err == nil
	})
	return err
}

func validSparse(v *qdrant.SparseVector) error {
	indices := make(map[uint32]bool)
	for _, i := range v.GetIndices() {
		indices[i] = true
	}
	if len(indices) != len(v.GetIndices()) || len(v.GetIndices()) != len(v.GetValues()) {
		return errors.New("a sparse vector needs a value for each of its indices, which must be unique")
	}
	return nil
}

// field checks the value of one field.
func (p *protocol) field(f protoreflect.FieldDescriptor, v protoreflect.Value) error {
	if options, ok := f.Options().(*descriptorpb.FieldOptions); ok && options.GetDeprecated() {
		return fmt.Errorf("%s is deprecated", f.FullName())
	}
	if f.Enum() != nil && !f.IsList() && f.Enum().Values().ByNumber(v.Enum()) == nil {
		return fmt.Errorf("%s has no value %d", f.FullName(), v.Enum())
	}
	bounds, limited := p.limits[f.FullName()]
	if !limited {
		return nil
	}
	var n float64
	switch f.Kind() {
	case protoreflect.StringKind:
		n = float64(len(v.String()))
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		n = v.Float()
	default:
		n = float64(v.Uint())
	}
	if n < bounds[0] || n > bounds[1] {
		return fmt.Errorf("%s must be from %g to %g, not %g", f.FullName(), bounds[0], bounds[1], n)
	}
	return nil
}

// inner checks the messages nested in a field.
func (p *protocol) inner(f protoreflect.FieldDescriptor, v protoreflect.Value) error {
	var err error
	switch {
	case f.IsMap() && f.MapValue().Message() != nil:
		v.Map().Range(func(_ protoreflect.MapKey, entry protoreflect.Value) bool {
			err = p.message(entry.Message())
			return err == nil
		})
	case f.IsMap() || f.Message() == nil:
	case f.IsList():
		for i := 0; i < v.List().Len() && err == nil; i++ {
			err = p.message(v.List().Get(i).Message())
		}
	default:
		err = p.message(v.Message())
	}
	return err
}

// protocolServer runs a test against the double, and fails it for every request that Qdrant would refuse.
func protocolServer(t testing.TB) server {
	t.Helper()
	p, address := newProtocol(t)
	t.Cleanup(func() { require.NoError(t, errors.Join(p.refused...)) })
	return server{ownFrequencies: true, remote: true, open: func(t testing.TB, c index.Config) *index.Index {
		c.URL, c.APIKey = address, protocolKey
		ix, err := index.Open(t.Context(), c)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, ix.Close()) })
		return ix
	}}
}

// TestEveryCallKeepsToThePublishedProtocol makes every call of package index. The other tests of this package also run
// against the double.
func TestEveryCallKeepsToThePublishedProtocol(t *testing.T) {
	t.Parallel()
	p, address := newProtocol(t)
	ctx := t.Context()
	config := index.Config{URL: address, APIKey: protocolKey, Replicas: 2, Model: "one", Dimensions: 2}
	version, err := index.Ping(ctx, config)
	require.NoError(t, err)
	require.NotEmpty(t, version)
	ix, err := index.Open(ctx, config)
	require.NoError(t, err)
	points := []index.Point{point("a", "c", "f", "g0", 0, "turbine")}
	points[0].Dense = []float32{1, 0}
	for i := range index.FacetLimit {
		points = append(points, point("a", "c", "f", fmt.Sprint("g", i+1), 0, "turbine"))
	}
	require.NoError(t, ix.Upsert(ctx, points))
	s := scope("a", "c")
	s.Files, s.ExcludeGenerations = []string{"f"}, []string{"g1"}
	hits, err := ix.Search(ctx, s, index.Query{Sparse: sparse("turbine"), Dense: []float32{1, 1}})
	require.NoError(t, err)
	require.NotEmpty(t, hits)
	_, err = ix.Accounts(ctx)
	require.NoError(t, err)
	_, err = ix.Generations(ctx, "a")
	require.NoError(t, err)
	_, err = ix.CountGeneration(ctx, "a", "g0")
	require.NoError(t, err)
	require.NoError(t, errors.Join(ix.DeleteGeneration(ctx, "a", "g0"), ix.DeleteFile(ctx, "a", "f"), ix.DeleteCollection(ctx, "a", "c"),
		ix.DeleteAccount(ctx, "a"), ix.Health(ctx), ix.Close()))

	config.Model = "two"
	next, err := index.Open(ctx, config)
	require.NoError(t, err)
	rebuild, err := next.BeginRebuild(ctx)
	require.NoError(t, err)
	require.NoError(t, rebuild.Switch(ctx))
	_, err = next.DropRetired(ctx)
	require.NoError(t, errors.Join(err, next.Close()))

	require.NoError(t, errors.Join(p.refused...))
	for _, call := range []string{
		"Qdrant/HealthCheck", "Collections/CollectionExists", "Collections/Create", "Collections/Delete", "Collections/List",
		"Collections/ListAliases", "Collections/UpdateAliases", "Points/CreateFieldIndex", "Points/Upsert", "Points/Delete",
		"Points/QueryBatch", "Points/Count", "Points/Facet", "Points/Scroll",
	} {
		require.True(t, p.seen["/qdrant."+call], "%s was not called: the test has a gap", call)
		delete(p.seen, "/qdrant."+call)
	}
	require.Empty(t, p.seen, "a new call: embedded must serve it too")
}

func TestAWrongKeyIsRefused(t *testing.T) {
	t.Parallel()
	_, address := newProtocol(t)
	for _, key := range []string{"", "another"} {
		_, err := index.Open(t.Context(), index.Config{URL: address, APIKey: key})
		require.Equal(t, codes.Unauthenticated, status.Code(err), "%v", err)
	}
}

// TestTheDoubleRefusesWhatQdrantWould makes sure that the tests above do not pass because the double accepts anything.
func TestTheDoubleRefusesWhatQdrantWould(t *testing.T) {
	t.Parallel()
	p, _ := newProtocol(t)
	query := func(q *qdrant.QueryPoints) *qdrant.QueryBatchPoints {
		return &qdrant.QueryBatchPoints{CollectionName: "c", QueryPoints: []*qdrant.QueryPoints{q}}
	}
	for name, c := range map[string]struct {
		method  string
		request proto.Message
	}{
		"a limit of nothing": {qdrant.Points_QueryBatch_FullMethodName, query(&qdrant.QueryPoints{CollectionName: "c", Limit: new(uint64(0))})},
		"an empty name":      {qdrant.Points_QueryBatch_FullMethodName, query(&qdrant.QueryPoints{CollectionName: strings.Repeat("c", 256)})},
		"a query without a vector": {qdrant.Points_QueryBatch_FullMethodName, query(&qdrant.QueryPoints{
			CollectionName: "c", Query: &qdrant.Query{Variant: &qdrant.Query_Nearest{Nearest: &qdrant.VectorInput{}}},
		})},
		"indices without values": {qdrant.Points_QueryBatch_FullMethodName, query(&qdrant.QueryPoints{
			CollectionName: "c", Query: qdrant.NewQuerySparse([]uint32{1, 2}, []float32{1}),
		})},
		"a deprecated field": {qdrant.Points_Upsert_FullMethodName, &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{{
			Id: qdrant.NewIDNum(1), Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{"d": {Data: []float32{1}}}),
		}}}},
		"an unknown kind of order": {qdrant.Points_Upsert_FullMethodName, &qdrant.UpsertPoints{
			CollectionName: "c", Ordering: &qdrant.WriteOrdering{Type: 9},
		}},
	} {
		raw, err := proto.Marshal(c.request)
		require.NoError(t, err)
		require.Error(t, p.validate(c.method, raw), name)
	}
	require.Error(t, p.validate("/qdrant.Points/Invented", nil))
	require.Error(t, p.validate(qdrant.Points_Count_FullMethodName, []byte{0xf8, 0x3f, 1}), "a field that is not in the protocol")
}
