package embedding_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/embedding"
	"quire/internal/encoder"
	"quire/internal/encoder/encodertest"
	"quire/internal/model"
	"quire/internal/model/modeltest"
)

func local(t *testing.T) embedding.Embedder {
	t.Helper()
	e, err := encoder.Open(encodertest.Sample(t), 1)
	require.NoError(t, err)
	return embedding.Local("sample", e, 2)
}

func endpoint(t *testing.T) embedding.Embedder {
	t.Helper()
	client, err := model.New(model.Config{BaseURL: modeltest.New(t).BaseURL(), Model: "sample"})
	require.NoError(t, err)
	return embedding.Endpoint(client, 0)
}

func TestVectorsComeInTheOrderOfTheTexts(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T) embedding.Embedder{"local": local, "endpoint": endpoint} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := open(t)
			require.Equal(t, "sample", e.Model())
			dimensions, err := e.Dimensions(t.Context())
			require.NoError(t, err)
			texts := []string{"a b c", "d e", "", "b", "c c c c a", "e", "d a"}
			passages, err := e.Passages(t.Context(), texts)
			require.NoError(t, err)
			require.Len(t, passages, len(texts))
			for i, text := range texts {
				queries, err := e.Queries(t.Context(), []string{text})
				require.NoError(t, err)
				require.Equal(t, passages[i], queries[0], text)
				require.Len(t, queries[0], dimensions)
			}
			none, err := e.Passages(t.Context(), nil)
			require.NoError(t, err)
			require.Empty(t, none)
		})
	}
}

func TestEmbeddingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := local(t).Passages(ctx, []string{"a", "b", "c"})
	require.ErrorIs(t, err, context.Canceled)
}
