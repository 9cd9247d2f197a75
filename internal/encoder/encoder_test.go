package encoder_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"quire/internal/encoder"
	"quire/internal/encoder/encodertest"
	"quire/internal/encoder/wordpiece"
	"quire/internal/usercache"
)

// recorded is the output of ONNX Runtime, with floats, and of Hugging Face's tokenizer for a text.
type recorded struct {
	Text   string
	Tokens []int32
	Vector []float32
}

// How close vectors from integer products are to those from float products. The minimum over 251 passages and questions
// was .99901; over texts of only a few letters, .9974.
const (
	leastCosine       = .999
	leastCosineOfBits = .997
	bits              = 4 // tokens, including the two marks
)

// weights returns the directory that 'make deps' fills, or skips the test if it is missing.
func weights(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("QUIRE_TEST_EMBEDDING_MODEL_DIR")
	if dir == "" {
		var err error
		dir, err = usercache.Dir("models", "all-minilm-l6-v2-int8")
		require.NoError(t, err)
	}
	if _, err := os.Stat(filepath.Join(dir, encoder.ModelFile)); errors.Is(err, os.ErrNotExist) {
		t.Skip("the weights are absent: 'make deps' downloads them where there is pip")
	}
	return dir
}

func golden(t *testing.T) []recorded {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "golden.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	var list []recorded
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r recorded
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		list = append(list, r)
	}
	return list
}

func TestTokensAreThoseOfTheReference(t *testing.T) {
	t.Parallel()
	description, err := os.ReadFile(filepath.Join(weights(t), encoder.TokenizerFile))
	require.NoError(t, err)
	tok, err := wordpiece.New(description)
	require.NoError(t, err)
	for _, r := range golden(t) {
		require.Equal(t, r.Tokens, tok.Tokens(r.Text, 256), r.Text)
	}
}

func TestVectorsAreThoseOfTheReference(t *testing.T) {
	t.Parallel()
	e, err := encoder.Open(weights(t), 2)
	require.NoError(t, err)
	texts := golden(t)
	vectors := make([][]float32, len(texts))
	g, ctx := errgroup.WithContext(t.Context())
	for i, r := range texts {
		g.Go(func() (err error) {
			vectors[i], err = e.Encode(ctx, r.Text)
			return err
		})
	}
	require.NoError(t, g.Wait())
	for i, r := range texts {
		require.Len(t, vectors[i], e.Dimensions())
		require.InDelta(t, 1, dot(vectors[i], vectors[i]), 1e-5)
		least := leastCosine
		if len(r.Tokens) <= bits {
			least = leastCosineOfBits
		}
		require.Greater(t, dot(r.Vector, vectors[i]), least, r.Text)
	}
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestAnAbsentModelIsSaidToBeAbsent(t *testing.T) {
	t.Parallel()
	_, err := encoder.Open(filepath.Join(t.TempDir(), "none"), 1)
	require.ErrorIs(t, err, encoder.ErrAbsent)
}

func TestADamagedModelIsRefused(t *testing.T) {
	t.Parallel()
	whole := encodertest.Sample(t)
	for name, damage := range map[string]func(dir string) error{
		"half a model":        func(dir string) error { return os.Truncate(filepath.Join(dir, encoder.ModelFile), 2000) },
		"an empty model":      func(dir string) error { return os.Truncate(filepath.Join(dir, encoder.ModelFile), 0) },
		"half a tokenizer":    func(dir string) error { return os.Truncate(filepath.Join(dir, encoder.TokenizerFile), 20) },
		"a model without end": func(dir string) error { return os.Truncate(filepath.Join(dir, encoder.ModelFile), 257<<20) },
		"someone else's words": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, encoder.TokenizerFile), encodertest.Vocabulary(t, 1000), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(whole)))
			require.NoError(t, damage(dir))
			_, err := encoder.Open(dir, 1)
			require.Error(t, err)
			require.NotErrorIs(t, err, encoder.ErrAbsent)
		})
	}
}

func TestATextIsEncodedTheSameWhateverElseIs(t *testing.T) {
	t.Parallel()
	e, err := encoder.Open(encodertest.Sample(t), 1)
	require.NoError(t, err)
	alone, err := e.Encode(t.Context(), "a b c")
	require.NoError(t, err)
	_, err = e.Encode(t.Context(), strings.Repeat("d e ", 300))
	require.NoError(t, err)
	again, err := e.Encode(t.Context(), "a b c")
	require.NoError(t, err)
	require.Equal(t, alone, again)
	other, err := e.Encode(t.Context(), "c b a")
	require.NoError(t, err)
	require.NotEqual(t, alone, other)
	long, err := e.Encode(t.Context(), strings.Repeat("d e ", 128))
	require.NoError(t, err)
	longer, err := e.Encode(t.Context(), strings.Repeat("d e ", 129)+"a")
	require.NoError(t, err)
	require.Equal(t, long, longer, "only the beginning of a long text counts")
}

func TestWaitingForATurnEndsWithItsContext(t *testing.T) {
	t.Parallel()
	e, err := encoder.Open(encodertest.Sample(t), 1)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = e.Encode(ctx, "a")
	require.ErrorIs(t, err, context.Canceled)
}

func TestEveryVersionOfTheKernelsYieldsTheSameVectors(t *testing.T) {
	t.Parallel()
	encoder.KernelsAgree(t, encodertest.Sample(t))
}
