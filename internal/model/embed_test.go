package model_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

// replies returns a client whose endpoint always responds with the same body.
func replies(t *testing.T, body string) *model.Client {
	t.Helper()
	c, err := model.New(model.Config{
		BaseURL: "http://model/v1", Model: "m", Transport: answers{io.NopCloser(strings.NewReader(body))},
	})
	require.NoError(t, err)
	return c
}

func TestEmbedReturnsAVectorForEachTextInOrder(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	texts := []string{"the net revenue", "a lease", ""}
	vectors, used, err := newClient(t, s).Embed(t.Context(), texts)
	require.NoError(t, err)
	require.Equal(t, 11, used.PromptTokens)
	require.Len(t, vectors, 3)
	for i, text := range texts {
		require.Equal(t, modeltest.Embedding(text), vectors[i])
	}
	vectors, _, err = newClient(t, s).Embed(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, vectors)
	require.Len(t, s.Requests(), 1, "no texts, no request")
}

func TestEmbeddingsThatDoNotFitTheTextsAreMalformed(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"one missing":    `{"data":[{"index":0,"embedding":[1,2]}]}`,
		"one twice":      `{"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]}`,
		"out of range":   `{"data":[{"index":0,"embedding":[1,2]},{"index":2,"embedding":[1,2]}]}`,
		"negative":       `{"data":[{"index":0,"embedding":[1,2]},{"index":-1,"embedding":[1,2]}]}`,
		"empty":          `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`,
		"other lengths":  `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}`,
		"not numbers":    `{"data":[{"index":0,"embedding":"AAAA"},{"index":1,"embedding":"AAAA"}]}`,
		"something else": `[]`,
	} {
		_, _, err := replies(t, body).Embed(t.Context(), []string{"a", "b"})
		require.Equal(t, model.Malformed, kindOf(err), name)
	}
}

func TestRerankOrdersDocuments(t *testing.T) {
	t.Parallel()
	docs := []string{"cats and dogs", "net revenue of 2025", "revenue"}
	want := []model.Ranked{{Index: 1, Score: 1}, {Index: 2, Score: .5}, {Index: 0, Score: 0}}
	for name, unsupported := range map[string]string{"documents": "", "texts": "documents"} {
		s := modeltest.New(t)
		s.Unsupported(unsupported)
		c := newClient(t, s)
		for range 2 {
			ranked, err := c.Rerank(t.Context(), "net revenue", docs)
			require.NoError(t, err)
			require.Equal(t, want, ranked, name)
		}
		require.LessOrEqual(t, len(s.Requests()), 3, "what works is remembered")
		ranked, err := c.Rerank(t.Context(), "x", nil)
		require.NoError(t, err)
		require.Empty(t, ranked)
	}
}

func TestRanksThatDoNotMatchTheDocumentsAreMalformed(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"results":[]}`, `{}`, `[]`, `{"results":[{"index":2,"score":1}]}`, `{"results":[{"index":-1,"score":1}]}`,
		`{"results":[{"index":0}]}`, `[{"index":0,"score":1},{"index":0,"score":1}]`, `"x"`, `{"results":3}`,
	} {
		_, err := replies(t, body).Rerank(t.Context(), "q", []string{"a", "b"})
		require.Equal(t, model.Malformed, kindOf(err), body)
	}
}

func TestRerankFailuresHaveAKind(t *testing.T) {
	t.Parallel()
	c, err := model.New(model.Config{BaseURL: "http://model/v1", Model: "m", Transport: statuses(http.StatusTooManyRequests)})
	require.NoError(t, err)
	_, err = c.Rerank(t.Context(), "q", []string{"a"})
	require.Equal(t, model.RateLimited, kindOf(err))
	_, _, err = c.Embed(t.Context(), []string{"a"})
	require.Equal(t, model.RateLimited, kindOf(err))
}

// statuses is a transport that always responds with the same status.
type statuses int

func (s statuses) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: int(s), Header: http.Header{}, Body: http.NoBody}, nil
}
