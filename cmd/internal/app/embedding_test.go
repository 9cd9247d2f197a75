package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/app"
	"quire/internal/encoder"
	"quire/internal/encoder/encodertest"
	"quire/internal/encoder/kernel"
)

func TestTheEncoderIsFoundOrItIsSaidWhyNot(t *testing.T) {
	t.Parallel()
	var cfg app.Config
	cfg.EmbeddingModelDir = "none"
	_, err := cfg.OpenEncoder()
	require.ErrorIs(t, err, app.ErrWordsAlone)

	cfg.EmbeddingModelDir = filepath.Join(t.TempDir(), "elsewhere")
	_, err = cfg.OpenEncoder()
	require.ErrorContains(t, err, "QUIRE_EMBEDDING_MODEL_DIR")
	require.NotErrorIs(t, err, app.ErrWordsAlone, "somebody meant a model to be there")

	cfg.EmbeddingModelDir = encodertest.Sample(t)
	e, err := cfg.OpenEncoder()
	if !kernel.Best().Fast {
		require.ErrorIs(t, err, app.ErrWordsAlone)
		return
	}
	require.NoError(t, err)
	require.Equal(t, encodertest.Dimensions, e.Dimensions())

	require.NoError(t, os.WriteFile(filepath.Join(cfg.EmbeddingModelDir, encoder.ModelFile), []byte("damaged"), 0o600))
	_, err = cfg.OpenEncoder()
	require.ErrorContains(t, err, encoder.ModelFile)
}
