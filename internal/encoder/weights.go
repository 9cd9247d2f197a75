package encoder

import (
	"errors"
	"fmt"
	"strings"

	"quire/internal/encoder/kernel"
	"quire/internal/encoder/onnx"
)

// headWidth is the width of an attention head, which is the same in this family of small models.
const headWidth = 32

// The limits of a model's shape.
const (
	maxLayers = 48
	maxWidth  = 4096
)

var errShape = errors.New("not a model of the expected shape")

// model holds the weights.
type model struct {
	width      int
	words      []int8    // one row per word piece
	wordScales []float32 // of the rows
	places     []float32 // one row per position, including the vector of the first segment type
	norm       norm
	layers     []layer
}

func (m *model) positions() int { return len(m.places) / m.width }

type layer struct {
	attention     *kernel.Matrix // queries, keys and values side by side
	attended      *kernel.Matrix
	attendedNorm  norm
	inner, output *kernel.Matrix
	outputNorm    norm
}

// norm holds the factors and offsets applied to normalised rows.
type norm struct{ weight, bias []float32 }

// reader reads weights by name and keeps the first error.
type reader struct {
	graph  *onnx.Graph
	prefix string
	// matrices maps a bias to the name of the matrix whose product it is added to.
	matrices map[string]string
	err      error
}

const wordsName = "embeddings.word_embeddings.weight"

func newModel(g *onnx.Graph) (*model, error) {
	r := &reader{graph: g, matrices: matricesByBias(g)}
	for name := range g.Tensors {
		if p, ok := strings.CutSuffix(name, wordsName+"_q"); ok {
			r.prefix = p
		}
	}
	m := &model{}
	vocabulary, width := r.dims(wordsName + "_q")
	if width == 0 || width > maxWidth || width%headWidth != 0 {
		return nil, fmt.Errorf("%w: rows of %d", errShape, width)
	}
	m.width = width
	m.words = r.bytes(wordsName+"_q", vocabulary*width)
	m.wordScales = r.floats(wordsName+"_scale", vocabulary)
	m.places = r.places(width)
	m.norm = r.norm("embeddings.LayerNorm", width)
	for i := range maxLayers {
		prefix := fmt.Sprintf("encoder.layer.%d.", i)
		if _, ok := g.Tensors[r.prefix+prefix+"output.dense.bias"]; !ok {
			break
		}
		m.layers = append(m.layers, r.layer(prefix, width))
	}
	if len(m.layers) == 0 && r.err == nil {
		r.err = fmt.Errorf("%w: it has no layers", errShape)
	}
	return m, r.err
}

// matricesByBias follows the graph: the matrix of a layer has no meaningful name, but the bias added to its product
// has.
func matricesByBias(g *onnx.Graph) map[string]string {
	products := map[string]string{} // maps each product to its matrix
	for _, n := range g.Nodes {
		if n.Operator == "MatMul" && len(n.Inputs) == 2 && len(n.Outputs) == 1 {
			products[n.Outputs[0]] = n.Inputs[1]
		}
	}
	matrices := map[string]string{}
	for _, n := range g.Nodes {
		if n.Operator != "Add" || len(n.Inputs) != 2 {
			continue
		}
		for i, name := range n.Inputs {
			if matrix, ok := products[name]; ok {
				matrices[n.Inputs[1-i]] = matrix
			}
		}
	}
	return matrices
}

func (r *reader) layer(prefix string, width int) layer {
	inner, _ := r.dims(prefix + "intermediate.dense.bias")
	self := prefix + "attention.self."
	return layer{
		attention:    r.sideBySide(width, width, self+"query", self+"key", self+"value"),
		attended:     r.sideBySide(width, width, prefix+"attention.output.dense"),
		attendedNorm: r.norm(prefix+"attention.output.LayerNorm", width),
		inner:        r.sideBySide(width, inner, prefix+"intermediate.dense"),
		output:       r.sideBySide(inner, width, prefix+"output.dense"),
		outputNorm:   r.norm(prefix+"output.LayerNorm", width),
	}
}

// sideBySide joins the matrices that belong to the named biases into one.
func (r *reader) sideBySide(in, out int, names ...string) *kernel.Matrix {
	if in%headWidth != 0 || out%headWidth != 0 || in == 0 || out == 0 {
		r.fail("a matrix of %d by %d", in, out)
		return nil
	}
	var (
		parts        [][]int8
		scales, bias []float32
	)
	for _, name := range names {
		matrix := r.matrices[r.prefix+name+".bias"]
		parts = append(parts, r.bytesOf(r.graph.Tensors[matrix+"_q"], in*out))
		scales = append(scales, r.floatsOf(r.graph.Tensors[matrix+"_scale"], out)...)
		bias = append(bias, r.floats(name+".bias", out)...)
	}
	if r.err != nil {
		return nil
	}
	weights := make([]int8, 0, in*out*len(names))
	for row := range in {
		for _, part := range parts {
			weights = append(weights, part[row*out:][:out]...)
		}
	}
	return kernel.NewMatrix(weights, scales, bias)
}

// places adds the vector of the first segment type, the only one in use, to those of the positions.
func (r *reader) places(width int) []float32 {
	const name = "embeddings.position_embeddings.weight"
	n, _ := r.dims(name + "_q")
	small, scales := r.bytes(name+"_q", n*width), r.floats(name+"_scale", n)
	kinds, _ := r.dims("embeddings.token_type_embeddings.weight")
	kind := r.floats("embeddings.token_type_embeddings.weight", kinds*width)
	if r.err != nil || kinds == 0 {
		return nil
	}
	out := make([]float32, n*width)
	for i := range out {
		out[i] = float32(small[i])*scales[i/width] + kind[i%width]
	}
	return out
}

func (r *reader) norm(name string, width int) norm {
	return norm{weight: r.floats(name+".weight", width), bias: r.floats(name+".bias", width)}
}

// dims returns the first and the last dimension of a tensor.
func (r *reader) dims(name string) (first, last int) {
	d := r.graph.Tensors[r.prefix+name].Dims
	if len(d) == 0 {
		r.fail("there is no %s", name)
		return 0, 0
	}
	return d[0], d[len(d)-1]
}

func (r *reader) floats(name string, size int) []float32 {
	return r.floatsOf(r.graph.Tensors[r.prefix+name], size)
}

func (r *reader) bytes(name string, size int) []int8 {
	return r.bytesOf(r.graph.Tensors[r.prefix+name], size)
}

func (r *reader) floatsOf(t onnx.Tensor, size int) []float32 {
	list, err := t.Floats(size)
	if err != nil {
		r.err = errors.Join(r.err, err)
	}
	return list
}

func (r *reader) bytesOf(t onnx.Tensor, size int) []int8 {
	list, err := t.Bytes(size)
	if err != nil {
		r.err = errors.Join(r.err, err)
	}
	return list
}

func (r *reader) fail(format string, args ...any) {
	r.err = errors.Join(r.err, fmt.Errorf("%w: "+format, append([]any{errShape}, args...)...))
}
