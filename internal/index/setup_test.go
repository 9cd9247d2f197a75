package index_test

import (
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"github.com/stretchr/testify/require"

	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/index/embedded"
)

// server stores points: either the embedded index or a Qdrant server.
type server struct {
	open   func(t testing.TB, c index.Config) *index.Index
	client *qdrant.Client // bypasses package index
	// ownFrequencies reports whether words are counted in the collections searched. Qdrant before 1.19 counts them per
	// shard.
	ownFrequencies bool
	// remote reports whether the server is behind a socket.
	remote bool
}

// eachServer runs a test against the embedded index, in the process and behind Qdrant's published protocol, and against
// the Qdrant server at QDRANT_URL if that is set.
func eachServer(t *testing.T, test func(t *testing.T, s server)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		test(t, embeddedServer(t))
	})
	t.Run("protocol", func(t *testing.T) {
		t.Parallel()
		test(t, protocolServer(t))
	})
	t.Run("qdrant", func(t *testing.T) {
		t.Parallel()
		address := os.Getenv("QDRANT_URL")
		if address == "" {
			t.Skip("QDRANT_URL is not set")
		}
		test(t, qdrantServer(t, address))
	})
}

func embeddedServer(t testing.TB) server {
	t.Helper()
	s := embedded.NewServer()
	t.Cleanup(s.Close)
	client, err := s.Client()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	return server{client: client, ownFrequencies: true, open: func(t testing.TB, c index.Config) *index.Index {
		ix, err := index.OpenOn(t.Context(), c, s)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, ix.Close()) })
		return ix
	}}
}

// qdrantServer gives every test its own collections, and removes them.
func qdrantServer(t testing.TB, address string) server {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	port, err := strconv.Atoi(u.Port())
	require.NoError(t, err)
	key := os.Getenv("QDRANT_API_KEY")
	client, err := qdrant.NewClient(&qdrant.Config{
		Host: u.Hostname(), Port: port, UseTLS: u.Scheme == "https", APIKey: key, SkipCompatibilityCheck: true,
	})
	require.NoError(t, err)
	alias := "test-" + uuid.NewString()
	t.Cleanup(func() {
		names, err := client.ListCollections(t.Context())
		require.NoError(t, err)
		for _, name := range names {
			if strings.HasPrefix(name, alias) {
				require.NoError(t, client.DeleteCollection(t.Context(), name))
			}
		}
		require.NoError(t, client.Close())
	})
	return server{client: client, remote: true, open: func(t testing.TB, c index.Config) *index.Index {
		c.URL, c.APIKey, c.Alias = address, key, alias
		ix, err := index.Open(t.Context(), c)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, ix.Close()) })
		return ix
	}}
}

// sparse weighs a document's words as if the document had the average length.
func sparse(text string) bm25.Vector { return bm25.Document("en", text).Weigh(0) }

func point(account, collection, file, generation string, chunk int, text string) index.Point {
	return index.Point{
		Account: account, Collection: collection, File: file, Generation: generation, Chunk: chunk,
		PageStart: chunk + 1, PageEnd: chunk + 2, Kind: "text", Sparse: sparse(text),
	}
}

func scope(account string, collections ...string) index.Scope {
	return index.Scope{Account: account, Collections: collections}
}

func search(t testing.TB, ix *index.Index, s index.Scope, text string) []index.Hit {
	t.Helper()
	hits, err := ix.Search(t.Context(), s, index.Query{Sparse: bm25.Query(text)})
	require.NoError(t, err)
	return hits
}

// found names the hits by file and chunk, best first.
func found(hits []index.Hit) []string {
	out := make([]string, 0, len(hits))
	for _, h := range hits {
		out = append(out, h.File+"/"+strconv.Itoa(h.Chunk))
	}
	return out
}
