package embedded_test

import (
	"context"
	"crypto/tls"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"quire/internal/certs/certstest"
	"quire/internal/index/embedded"
)

// serve starts a server that accepts connections at a port.
func serve(t *testing.T, a embedded.Access) (server *embedded.Server, port int) {
	t.Helper()
	server = embedded.NewServer()
	t.Cleanup(server.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = server.Serve(l, a) }()
	_, text, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	port, err = strconv.Atoi(text)
	require.NoError(t, err)
	return server, port
}

func connect(t *testing.T, c qdrant.Config) *qdrant.Client {
	t.Helper()
	c.SkipCompatibilityCheck = true
	client, err := qdrant.NewClient(&c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	return client
}

func TestOnlyHealthChecksNeedNoKey(t *testing.T) {
	t.Parallel()
	_, port := serve(t, embedded.Access{APIKey: "right"})
	for key, want := range map[string]codes.Code{"right": codes.OK, "wrong": codes.Unauthenticated, "": codes.Unauthenticated} {
		client := connect(t, qdrant.Config{Host: "127.0.0.1", Port: port, APIKey: key})
		_, err := client.ListCollections(t.Context())
		require.Equal(t, want, status.Code(err), "key %q: %v", key, err)
		_, err = client.HealthCheck(t.Context())
		require.NoError(t, err)
	}
	client := connect(t, qdrant.Config{Host: "127.0.0.1", Port: port})
	bearer := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer right")
	_, err := client.ListCollections(bearer)
	require.NoError(t, err, "Qdrant accepts the key as a bearer token, too")
}

func TestAnIndexSpeaksTLSWithItsCertificate(t *testing.T) {
	t.Parallel()
	ca, dir := certstest.New(t), t.TempDir()
	pair, err := tls.LoadX509KeyPair(ca.Issue(dir, "index"))
	require.NoError(t, err)
	_, port := serve(t, embedded.Access{TLS: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}})
	trusting := connect(t, qdrant.Config{Host: "localhost", Port: port, UseTLS: true, TLSConfig: &tls.Config{RootCAs: ca.Pool(), MinVersion: tls.VersionTLS12}})
	_, err = trusting.ListCollections(t.Context())
	require.NoError(t, err)
	stranger := connect(t, qdrant.Config{Host: "localhost", Port: port, UseTLS: true})
	_, err = stranger.ListCollections(t.Context())
	require.ErrorContains(t, err, "certificate")
}

func TestWhileAnIndexIsPausedOnlyTheProcessItselfReachesIt(t *testing.T) {
	t.Parallel()
	var refused atomic.Int32
	server, port := serve(t, embedded.Access{Watch: func(_ string, code codes.Code, _ time.Duration) {
		if code == codes.Unavailable {
			refused.Add(1)
		}
	}})
	outside := connect(t, qdrant.Config{Host: "127.0.0.1", Port: port})
	inside, err := server.Client()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, inside.Close()) })
	serving := func() grpc_health_v1.HealthCheckResponse_ServingStatus {
		res, err := grpc_health_v1.NewHealthClient(outside.GetConnection()).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{})
		require.NoError(t, err)
		return res.GetStatus()
	}
	newCollection(t, outside, "c", 2)
	store(t, outside, passage(1, "a", "f", "g", 5, 1))
	require.Equal(t, 1, server.Points())
	require.Equal(t, grpc_health_v1.HealthCheckResponse_SERVING, serving())

	server.Pause()
	_, err = outside.ListCollections(t.Context())
	require.Equal(t, codes.Unavailable, status.Code(err), "%v", err)
	require.Positive(t, refused.Load())
	require.Equal(t, grpc_health_v1.HealthCheckResponse_NOT_SERVING, serving())
	server.Clear()
	require.Zero(t, server.Points())
	newCollection(t, inside, "c", 2)
	store(t, inside, passage(2, "a", "f", "g", 5, 1))

	server.Resume()
	require.Len(t, sparse(t, outside, of("a"), 5), 1)
	require.Equal(t, grpc_health_v1.HealthCheckResponse_SERVING, serving())
}

// TestAPauseWaitsForWhatIsUnderWay checks that no write is confirmed after its collection was removed.
func TestAPauseWaitsForWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	server, port := serve(t, embedded.Access{})
	client := connect(t, qdrant.Config{Host: "127.0.0.1", Port: port})
	newCollection(t, client, "c", 2)
	ctx, stop := context.WithCancel(t.Context())
	written, done := make(chan uint64, 10_000), make(chan struct{})
	go func() {
		defer close(done)
		for id := uint64(1); ctx.Err() == nil; id++ {
			_, err := client.Upsert(ctx, &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{passage(id, "a", "f", "g", 5, 1)}})
			if err != nil {
				return
			}
			written <- id
		}
	}()
	for range 50 {
		<-written
	}
	server.Pause()
	points := server.Points()
	<-done
	stop()
	require.Equal(t, points, 50+len(written), "what was confirmed was there")
}
