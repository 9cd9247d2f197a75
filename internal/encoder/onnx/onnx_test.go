package onnx_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"quire/internal/encoder/onnx"
)

func message(b []byte, number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), content)
}

func number(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

// sample returns a model with one operator, a tensor of bytes, and one of floats whose dimensions are packed.
func sample() []byte {
	node := message(message(message(nil, 1, []byte("x")), 1, []byte("w")), 2, []byte("y"))
	node = message(node, 4, []byte("MatMul"))
	small := message(number(number(number(nil, 1, 2), 1, 2), 2, 3), 8, []byte("w"))
	small = message(small, 9, []byte{1, 0xff, 0x7f, 0x80})
	floats := message(number(message(nil, 1, []byte{1, 1}), 2, 1), 8, []byte("b"))
	floats = message(floats, 9, []byte{0, 0, 0x80, 0x3f})
	graph := message(message(message(nil, 1, node), 5, small), 5, floats)
	return message(number(nil, 1, 8), 7, graph)
}

func TestAModelIsRead(t *testing.T) {
	t.Parallel()
	g, err := onnx.Parse(sample())
	require.NoError(t, err)
	require.Equal(t, []onnx.Node{{Operator: "MatMul", Inputs: []string{"x", "w"}, Outputs: []string{"y"}}}, g.Nodes)
	require.Equal(t, []int{2, 2}, g.Tensors["w"].Dims)
	small, err := g.Tensors["w"].Bytes(4)
	require.NoError(t, err)
	require.Equal(t, []int8{1, -1, math.MaxInt8, math.MinInt8}, small)
	require.Equal(t, []int{1, 1}, g.Tensors["b"].Dims)
	floats, err := g.Tensors["b"].Floats(1)
	require.NoError(t, err)
	require.Equal(t, []float32{1}, floats)
}

func TestATensorOfAnotherKindOrSizeIsRefused(t *testing.T) {
	t.Parallel()
	g, err := onnx.Parse(sample())
	require.NoError(t, err)
	_, err = g.Tensors["w"].Floats(1)
	require.ErrorIs(t, err, onnx.ErrFormat)
	_, err = g.Tensors["w"].Bytes(5)
	require.ErrorIs(t, err, onnx.ErrFormat)
	_, err = g.Tensors["none"].Bytes(1)
	require.ErrorIs(t, err, onnx.ErrFormat)
}

func TestWhatIsNotAModelIsRefused(t *testing.T) {
	t.Parallel()
	whole := sample()
	for _, b := range [][]byte{nil, []byte("PK\x03\x04 not a model"), whole[:len(whole)-1], whole[:5]} {
		_, err := onnx.Parse(b)
		require.ErrorIs(t, err, onnx.ErrFormat)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample())
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := onnx.Parse(b)
		if err != nil {
			require.ErrorIs(t, err, onnx.ErrFormat)
			return
		}
		for _, tensor := range g.Tensors {
			_, _ = tensor.Bytes(4)
			_, _ = tensor.Floats(4)
		}
	})
}
