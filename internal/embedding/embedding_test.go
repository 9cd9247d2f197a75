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

// passages embeds all texts, as callers that store the vectors do.
func passages(t *testing.T, e embedding.Embedder, texts []string) [][]float32 {
	t.Helper()
	var all [][]float32
	for len(all) < len(texts) {
		some, err := e.Passages(t.Context(), texts[len(all):])
		require.NoError(t, err)
		require.NotEmpty(t, some)
		all = append(all, some...)
	}
	require.Len(t, all, len(texts))
	return all
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
			texts := []string{"a b c", "d e", "", "b", "c c c c a", "e", "d a", "a a", "b b", "c d", "e e"}
			all := passages(t, e, texts)
			for i, text := range texts {
				queries, err := e.Queries(t.Context(), []string{text})
				require.NoError(t, err)
				require.Equal(t, all[i], queries[0], text)
				require.Len(t, queries[0], dimensions)
			}
			none, err := e.Passages(t.Context(), nil)
			require.NoError(t, err)
			require.Empty(t, none)
		})
	}
}

func TestInstructionsStandBeforeTheTexts(t *testing.T) {
	t.Parallel()
	plain := endpoint(t)
	both := embedding.Prefixed(plain, "query:", "passage:")
	of := func(text string) []float32 { return modeltest.Embedding(text) }
	require.Equal(t, [][]float32{of("passage: days of vacation")}, passages(t, both, []string{"days of vacation"}))
	queries, err := both.Queries(t.Context(), []string{"how many days"})
	require.NoError(t, err)
	require.Equal(t, [][]float32{of("query: how many days")}, queries)

	require.Equal(t, plain, embedding.Prefixed(plain, "", ""))
	require.NotEqual(t, plain.Model(), both.Model(), "passages with another prefix have other vectors")
	require.NotEqual(t, both.Model(), embedding.Prefixed(plain, "query:", "document:").Model())
	require.Equal(t, plain.Model(), embedding.Prefixed(plain, "query:", "").Model())
}

func TestEmbeddingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := local(t).Passages(ctx, []string{"a", "b", "c"})
	require.ErrorIs(t, err, context.Canceled)
}
