// Package embedded serves the part of Qdrant's gRPC API that package index uses, from the memory of its own process.
//
// With it, a single retrieval path serves both modes of operation: the client code is the same, and only the connection
// differs. Results are exact: cosine by brute force, BM25 over inverted lists with document frequencies counted
// within the tenant. Any unknown call, field, or kind of condition or value is refused with codes.Unimplemented; nothing
// that could change an answer is ever ignored.
//
// Nothing is stored on disk: the owner of the data loads it at start.
package embedded

import (
	"context"
	"fmt"
	"net"
	"sync"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"
)

// maxMessage bounds the size of a request. Batches of points stay far below it.
const maxMessage = 64 << 20

// version is the release of Qdrant whose API is served.
const version = "1.17.1"

// Server holds collections of points in memory. Create it with NewServer.
type Server struct {
	catalog  *catalog
	grpc     *grpc.Server
	listener *bufconn.Listener
	done     chan struct{}
	gate     gate

	mu     sync.Mutex
	others []*grpc.Server // of Serve
}

// NewServer starts a server without collections. Close stops it.
func NewServer() *Server {
	s := &Server{
		catalog:  newCatalog(),
		grpc:     grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage), grpc.UnaryInterceptor(refuseUnknown)),
		listener: bufconn.Listen(1 << 20),
		done:     make(chan struct{}),
		gate:     gate{health: health.NewServer()},
	}
	s.register(s.grpc)
	go func() {
		defer close(s.done)
		_ = s.grpc.Serve(s.listener) // returns when Close stops the server
	}()
	return s
}

func (s *Server) register(on *grpc.Server) {
	qdrant.RegisterQdrantServer(on, &healthService{})
	qdrant.RegisterCollectionsServer(on, &collectionsService{catalog: s.catalog})
	qdrant.RegisterPointsServer(on, &pointsService{catalog: s.catalog})
}

// Client connects to the server inside the process.
func (s *Server) Client() (*qdrant.Client, error) {
	client, err := qdrant.NewClient(&qdrant.Config{
		Host:                   "passthrough:///embedded",
		PoolSize:               1,
		KeepAliveTime:          -1,
		SkipCompatibilityCheck: true,
		GrpcOptions: []grpc.DialOption{
			grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return s.listener.DialContext(ctx) }),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage)),
		},
	})
	if err != nil {
		return nil, fmt.Errorf("connect to the embedded index: %w", err)
	}
	return client, nil
}

// Close stops the server and waits until it no longer serves. Its data is lost.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.others {
		other.Stop()
	}
	s.grpc.Stop()
	<-s.done
}

// refuseUnknown rejects requests that set something that this server would have to ignore.
func refuseUnknown(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if m, ok := req.(proto.Message); ok {
		if err := checkKnown(m.ProtoReflect()); err != nil {
			return nil, err
		}
	}
	return handler(ctx, req)
}

type healthService struct {
	qdrant.UnimplementedQdrantServer
}

func (*healthService) HealthCheck(context.Context, *qdrant.HealthCheckRequest) (*qdrant.HealthCheckReply, error) {
	return &qdrant.HealthCheckReply{Title: "quire embedded index", Version: version}, nil
}
