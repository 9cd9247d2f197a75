// Package encodertest writes a sentence encoder that is small enough for tests.
package encodertest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"quire/internal/encoder"
)

// Dimensions is the length of the sample model's vectors.
const Dimensions = 64

// The rest of its shape: one layer, with weights drawn at random.
const (
	sampleInner     = 96
	samplePieces    = 8
	samplePositions = 512
)

// Sample writes a small model, whose vectors have no meaning, and returns its directory. It knows the words a to e.
func Sample(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, encoder.TokenizerFile), Vocabulary(t, samplePieces), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, encoder.ModelFile), sampleModel(), 0o600))
	return dir
}

// Vocabulary returns the description of a tokenizer that knows words of one character; size includes its marks.
func Vocabulary(t testing.TB, size int) []byte {
	t.Helper()
	ids := map[string]int{"[UNK]": 0, "[CLS]": 1, "[SEP]": 2}
	for i := len(ids); i < size; i++ {
		ids[string(rune('a'+i-3))] = i
	}
	b, err := json.Marshal(map[string]any{
		"normalizer": map[string]any{"type": "BertNormalizer", "lowercase": true},
		"model":      map[string]any{"type": "WordPiece", "vocab": ids},
	})
	require.NoError(t, err)
	return b
}

// graph is a model being written, as a protocol buffer.
type graph struct {
	*rand.Rand
	content  []byte
	matrices int
}

func sampleModel() []byte {
	g := &graph{Rand: rand.New(rand.NewPCG(3, 4))}
	g.small("embeddings.word_embeddings.weight", samplePieces, samplePieces, Dimensions)
	g.small("embeddings.position_embeddings.weight", samplePositions, samplePositions, Dimensions)
	g.floats("embeddings.token_type_embeddings.weight", 2, Dimensions)
	g.norm("embeddings.LayerNorm")
	for _, name := range []string{"self.query", "self.key", "self.value", "output.dense"} {
		g.product("attention."+name, Dimensions, Dimensions)
	}
	g.norm("encoder.layer.0.attention.output.LayerNorm")
	g.product("intermediate.dense", Dimensions, sampleInner)
	g.product("output.dense", sampleInner, Dimensions)
	g.norm("encoder.layer.0.output.LayerNorm")
	return protowire.AppendBytes(protowire.AppendTag(nil, 7, protowire.BytesType), g.content)
}

func (g *graph) add(field protowire.Number, message []byte) {
	g.content = protowire.AppendBytes(protowire.AppendTag(g.content, field, protowire.BytesType), message)
}

func (g *graph) tensor(name string, kind uint64, raw []byte, dims ...int) {
	var m []byte
	for _, d := range dims {
		m = protowire.AppendVarint(protowire.AppendTag(m, 1, protowire.VarintType), uint64(d))
	}
	m = protowire.AppendVarint(protowire.AppendTag(m, 2, protowire.VarintType), kind)
	m = protowire.AppendString(protowire.AppendTag(m, 8, protowire.BytesType), name)
	g.add(5, protowire.AppendBytes(protowire.AppendTag(m, 9, protowire.BytesType), raw))
}

func (g *graph) floats(name string, dims ...int) {
	var raw []byte
	size := 1
	for _, d := range dims {
		size *= d
	}
	for range size {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(g.Float32()/8))
	}
	g.tensor(name, 1, raw, dims...)
}

// small writes a tensor of bytes with its scales.
func (g *graph) small(name string, scales int, dims ...int) {
	raw := make([]byte, dims[0]*dims[1])
	for i := range raw {
		raw[i] = byte(g.IntN(256))
	}
	g.tensor(name+"_q", 3, raw, dims...)
	g.floats(name+"_scale", scales)
}

func (g *graph) norm(name string) {
	g.floats(name+".weight", Dimensions)
	g.floats(name+".bias", Dimensions)
}

// product writes a matrix without a meaningful name, and the operators that lead to it.
func (g *graph) product(name string, in, out int) {
	g.matrices++
	matrix, product, bias := fmt.Sprintf("val_%d", g.matrices), fmt.Sprintf("product_%d", g.matrices), "encoder.layer.0."+name+".bias"
	g.small(matrix, out, in, out)
	g.floats(bias, out)
	g.node("MatMul", product, "x", matrix)
	g.node("Add", "y", product, bias)
}

func (g *graph) node(operator, output string, inputs ...string) {
	var m []byte
	for _, in := range inputs {
		m = protowire.AppendString(protowire.AppendTag(m, 1, protowire.BytesType), in)
	}
	m = protowire.AppendString(protowire.AppendTag(m, 2, protowire.BytesType), output)
	g.add(1, protowire.AppendString(protowire.AppendTag(m, 4, protowire.BytesType), operator))
}
