package index_test

import (
	"context"
	"net"
	"testing"

	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"quire/internal/index"
)

func TestVersionsAreToldApart(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]error{
		"1.16.0": nil, "1.17.1": nil, "v1.17.2": nil, "1.16.0-dev": nil, "1.19.1": nil,
		"1.15.9": index.ErrTooOld, "0.11.0": index.ErrTooOld, "1.3.0": index.ErrTooOld,
		"1.20.0": index.ErrUntested, "2.0.0": index.ErrUntested, "": index.ErrUntested, "master": index.ErrUntested,
	} {
		if want == nil {
			require.NoError(t, index.CheckVersion(version), version)
			continue
		}
		require.ErrorIs(t, index.CheckVersion(version), want, version)
	}
}

// aged is a server that only reports its version.
type aged struct {
	qdrant.UnimplementedQdrantServer
	version string
}

func (a aged) HealthCheck(context.Context, *qdrant.HealthCheckRequest) (*qdrant.HealthCheckReply, error) {
	return &qdrant.HealthCheckReply{Title: "qdrant - vector search engine", Version: a.version}, nil
}

func TestAServerThatIsTooOldIsRefusedBeforeAnythingIsCreated(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer()
	qdrant.RegisterQdrantServer(server, aged{version: "1.12.4"})
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	_, err = index.Open(t.Context(), index.Config{URL: "http://" + listener.Addr().String()})
	require.ErrorIs(t, err, index.ErrTooOld)
	require.ErrorContains(t, err, "1.12.4; update it to 1.16 or newer")
}
