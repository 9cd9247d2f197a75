package embedded

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"
)

const (
	// handshakeTimeout bounds the time for establishing a connection.
	handshakeTimeout = 10 * time.Second
	// pingsApart is the minimum time between a client's pings. Qdrant's clients ping every 10 seconds.
	pingsApart = 5 * time.Second
)

// Access defines who may call from outside the process, and how.
type Access struct {
	APIKey string      // required for every call except health checks, as in Qdrant; "" allows everyone
	TLS    *tls.Config // nil for plaintext
	// Watch is called after every call that was served. It may be nil.
	Watch func(method string, code codes.Code, took time.Duration)
}

// Serve also accepts connections on l, from other processes or from other clients in this one. It returns when Close
// stops the server.
func (s *Server) Serve(l net.Listener, a Access) error {
	outside := s.outside(a)
	s.mu.Lock()
	s.others = append(s.others, outside)
	s.mu.Unlock()
	return outside.Serve(l)
}

func (s *Server) outside(a Access) *grpc.Server {
	options := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage), grpc.ConnectionTimeout(handshakeTimeout),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: pingsApart, PermitWithoutStream: true}),
		// The key is checked before the message is read, because a message may have 64 MB.
		grpc.InTapHandle(a.admit),
		grpc.ChainUnaryInterceptor(a.watch, s.gate.whileOpen, refuseUnknown),
	}
	if a.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(a.TLS)))
	}
	server := grpc.NewServer(options...)
	s.register(server)
	grpc_health_v1.RegisterHealthServer(server, s.gate.health)
	return server
}

func isHealthCheck(method string) bool {
	return method == qdrant.Qdrant_HealthCheck_FullMethodName || method == grpc_health_v1.Health_Check_FullMethodName
}

// admit refuses a call without the key.
func (a Access) admit(ctx context.Context, call *tap.Info) (context.Context, error) {
	if a.APIKey == "" || isHealthCheck(call.FullMethodName) {
		return ctx, nil
	}
	key, given := keyOf(call.Header)
	if !given {
		return nil, status.Error(codes.Unauthenticated, "Must provide an API key or an Authorization bearer token")
	}
	if subtle.ConstantTimeCompare([]byte(key), []byte(a.APIKey)) != 1 {
		return nil, status.Error(codes.Unauthenticated, "Invalid API key or JWT")
	}
	return ctx, nil
}

func keyOf(header metadata.MD) (key string, given bool) {
	if keys := header.Get("api-key"); len(keys) > 0 {
		return keys[0], true
	}
	for _, value := range header.Get("authorization") {
		if token, ok := strings.CutPrefix(value, "Bearer "); ok {
			return token, true
		}
	}
	return "", false
}

func (a Access) watch(ctx context.Context, req any, call *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if a.Watch == nil {
		return handler(ctx, req)
	}
	began := time.Now()
	response, err := handler(ctx, req)
	a.Watch(call.FullMethod, status.Code(err), time.Since(began))
	return response, err
}

// gate admits calls from outside while it is open.
type gate struct {
	mu     sync.RWMutex // held for reading during every admitted call
	closed bool
	health *health.Server
}

func (g *gate) whileOpen(ctx context.Context, req any, call *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if call.FullMethod == grpc_health_v1.Health_Check_FullMethodName {
		return handler(ctx, req)
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return nil, status.Error(codes.Unavailable, "the index is loading")
	}
	return handler(ctx, req)
}

// Pause waits for current calls from outside and makes all later ones fail as unavailable. Clients inside the process
// are still served.
func (s *Server) Pause() {
	s.gate.health.SetServingStatus("", grpc_health_v1.HealthCheckResponse_NOT_SERVING)
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	s.gate.closed = true
}

// Resume ends a Pause.
func (s *Server) Resume() {
	s.gate.mu.Lock()
	s.gate.closed = false
	s.gate.mu.Unlock()
	s.gate.health.SetServingStatus("", grpc_health_v1.HealthCheckResponse_SERVING)
}

// Clear removes all collections and aliases.
func (s *Server) Clear() { s.catalog.clear() }

// Points counts the points of all collections.
func (s *Server) Points() int { return s.catalog.points() }
