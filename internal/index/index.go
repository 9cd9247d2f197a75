// Package index finds the passages that best answer a query.
//
// It uses only Qdrant's gRPC API: of a Qdrant server if an address is configured, otherwise of package embedded in the
// same process. Texts, accounts and the record of current generations are stored elsewhere. A point is a pair of vectors
// with the ids of its passage, so everything here can be rebuilt from the passages.
package index

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"

	"quire/internal/index/embedded"
	"quire/internal/pattern"
)

// Time limits of every call, in addition to the caller's own. A search that takes longer is useless to anyone; a write
// may have to wait for an index to be built.
const (
	searchTimeout = 10 * time.Second
	writeTimeout  = time.Minute
	maxMessage    = 64 << 20
)

// Config defines the storage and the shape of the points.
type Config struct {
	URL    string // http://host:6334 or https://host:6334; empty means the embedded index
	APIKey string
	// RootCAs verify an https server. nil means the system's root certificates.
	RootCAs *x509.CertPool
	Alias   string // the alias of the current collection; empty means "chunks"

	Model      string // the embedding model; empty, with Dimensions 0, when there is none
	Dimensions int

	// Fusion merges the lexical and the semantic ranking.
	Fusion Fusion
	// Replicas is the number of copies of every point in a cluster; 0 means 1.
	Replicas uint32
}

// Index is an open connection. It is safe for concurrent use.
type Index struct {
	config Config
	client *qdrant.Client
	server *embedded.Server // nil with a remote server
	// version is the server's.
	version string

	mu       sync.Mutex
	current  string // the collection behind the alias
	resolved time.Time
}

// Open connects and ensures that the collection for the configured model exists. If the alias still refers to the
// collection of another model, it stays there until a Rebuild switches it.
func Open(ctx context.Context, c Config) (*Index, error) {
	if c.URL != "" {
		client, err := dial(c)
		if err != nil {
			return nil, err
		}
		return open(ctx, c, client, nil)
	}
	server := embedded.NewServer()
	client, err := server.Client()
	if err != nil {
		server.Close()
		return nil, err
	}
	return open(ctx, c, client, server)
}

// OpenOn opens an index on a shared server, which Close does not close.
func OpenOn(ctx context.Context, c Config, server *embedded.Server) (*Index, error) {
	client, err := server.Client()
	if err != nil {
		return nil, err
	}
	return open(ctx, c, client, nil)
}

// open takes ownership of client and server, and closes them if it fails.
func open(ctx context.Context, c Config, client *qdrant.Client, server *embedded.Server) (*Index, error) {
	c.Alias = cmp.Or(c.Alias, "chunks")
	c.Fusion = c.Fusion.withDefaults()
	c.Replicas = cmp.Or(c.Replicas, 1)
	ix := &Index{config: c, client: client, server: server}
	err := c.check()
	if err == nil {
		err = ix.learnVersion(ctx)
	}
	if err == nil {
		err = ix.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, ix.Close())
	}
	return ix, nil
}

func (c Config) check() error {
	if (c.Model == "") != (c.Dimensions == 0) || c.Dimensions < 0 {
		return errors.New("index: an embedding model needs a name and its number of dimensions")
	}
	return nil
}

func dial(c Config) (*qdrant.Client, error) {
	remote, err := remoteConfig(c)
	if err != nil {
		return nil, err
	}
	client, err := qdrant.NewClient(remote)
	if err != nil {
		return nil, fmt.Errorf("index: connect to %s: %w", c.URL, err)
	}
	return client, nil
}

func remoteConfig(c Config) (*qdrant.Config, error) {
	address := c.URL
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("index: %q is not the address of a Qdrant server: write http://host:6334 or https://host:6334", address)
	}
	port := 6334
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fmt.Errorf("index: port of %q: %w", address, err)
		}
	}
	return &qdrant.Config{
		Host: u.Hostname(), Port: port, APIKey: c.APIKey,
		UseTLS: u.Scheme == "https", TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: c.RootCAs},
		// The check would block for up to a minute while the server is unavailable.
		SkipCompatibilityCheck: true,
		GrpcOptions:            []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage))},
	}, nil
}

// Ping asks the server at c.URL for its version, and for something that requires a valid key. It creates nothing.
func Ping(ctx context.Context, c Config) (version string, err error) {
	client, err := dial(c)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	health, err := client.HealthCheck(ctx)
	if err == nil {
		_, err = client.ListCollections(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("index: %w", err)
	}
	return health.GetVersion(), nil
}

// Close closes the connection. An embedded index is lost.
func (ix *Index) Close() error {
	err := ix.client.Close()
	if ix.server != nil {
		ix.server.Close()
	}
	return err
}

// Embedded reports whether the points exist only in this process and must be loaded at start.
func (ix *Index) Embedded() bool { return ix.server != nil }

// Health returns nil when the server responds.
func (ix *Index) Health(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	if _, err := ix.client.HealthCheck(ctx); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// Fingerprint identifies the configured embedding. Dense vectors with another fingerprint do not belong in this index.
func (ix *Index) Fingerprint() string { return fingerprint(ix.config) }

var notName = pattern.New(`[^a-z0-9.-]+`)

// shapeVersion changes with the shape of the points, so that a new shape gets a new collection.
const shapeVersion = "s1"

// textVersion changes with the text of passages that is embedded (passage.Embedded), so that vectors are computed anew.
const textVersion = "t2"

func fingerprint(c Config) string {
	model := strings.Trim(notName.ReplaceAllString(strings.ToLower(c.Model), "-"), "-")
	if model != "" {
		model += "-" + textVersion
	}
	return fmt.Sprintf("%s_%d_%s", cmp.Or(model, "sparse"), c.Dimensions, shapeVersion)
}

// physical returns the name of the collection for the configured model.
func (ix *Index) physical() string { return ix.config.Alias + "_" + fingerprint(ix.config) }
