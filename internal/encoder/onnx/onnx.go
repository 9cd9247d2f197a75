// Package onnx reads the weights from a model in ONNX format, which is a protocol buffer. It knows nothing about the
// operators: it returns the tensors, and the names of the inputs and outputs of each operator.
package onnx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// The limits of a model; larger models are refused.
const (
	maxTensors = 10_000
	maxNodes   = 100_000
	maxNames   = 64 // inputs and outputs of an operator
	maxDims    = 8
)

// Graph holds the tensors and operators of a model.
type Graph struct {
	Tensors map[string]Tensor
	Nodes   []Node
}

// Node is an operator with the names of its inputs and outputs.
type Node struct {
	Operator        string
	Inputs, Outputs []string
}

// The supported types of numbers.
const (
	typeFloat = 1
	typeInt8  = 3
)

// Tensor is a block of numbers. Its data is part of the bytes that were parsed.
type Tensor struct {
	Dims []int
	kind uint64
	raw  []byte
}

// ErrFormat means that the bytes are not a model.
var ErrFormat = errors.New("not an ONNX model")

// The numbers of the fields, from onnx.proto.
const (
	modelGraph       = 7
	graphNode        = 1
	graphInitializer = 5
	nodeInput        = 1
	nodeOutput       = 2
	nodeOperator     = 4
	tensorDims       = 1
	tensorType       = 2
	tensorName       = 8
	tensorRaw        = 9
)

// Parse reads a model. The tensors refer to b.
func Parse(b []byte) (*Graph, error) {
	g := &Graph{Tensors: map[string]Tensor{}}
	found := false
	err := fields(b, func(number protowire.Number, v value) error {
		if number != modelGraph {
			return nil
		}
		found = true
		return fields(v.bytes, g.add)
	})
	if err == nil && !found {
		err = fmt.Errorf("%w: it has no graph", ErrFormat)
	}
	return g, err
}

func (g *Graph) add(number protowire.Number, v value) error {
	switch number {
	case graphNode:
		n, err := parseNode(v.bytes)
		g.Nodes = append(g.Nodes, n)
		if len(g.Nodes) > maxNodes {
			return fmt.Errorf("%w: more than %d operators", ErrFormat, maxNodes)
		}
		return err
	case graphInitializer:
		name, t, err := parseTensor(v.bytes)
		g.Tensors[name] = t
		if len(g.Tensors) > maxTensors {
			return fmt.Errorf("%w: more than %d tensors", ErrFormat, maxTensors)
		}
		return err
	}
	return nil
}

func parseNode(b []byte) (Node, error) {
	var n Node
	err := fields(b, func(number protowire.Number, v value) error {
		switch number {
		case nodeInput:
			n.Inputs = append(n.Inputs, string(v.bytes))
		case nodeOutput:
			n.Outputs = append(n.Outputs, string(v.bytes))
		case nodeOperator:
			n.Operator = string(v.bytes)
		}
		if len(n.Inputs) > maxNames || len(n.Outputs) > maxNames {
			return fmt.Errorf("%w: an operator with more than %d inputs or outputs", ErrFormat, maxNames)
		}
		return nil
	})
	return n, err
}

func parseTensor(b []byte) (string, Tensor, error) {
	var (
		name string
		t    Tensor
	)
	err := fields(b, func(number protowire.Number, v value) error {
		switch number {
		case tensorDims:
			return t.addDims(v)
		case tensorType:
			t.kind = v.number
		case tensorName:
			name = string(v.bytes)
		case tensorRaw:
			t.raw = v.bytes
		}
		return nil
	})
	return name, t, err
}

// addDims adds a dimension, or several that are packed together.
func (t *Tensor) addDims(v value) error {
	dims := []uint64{v.number}
	if v.kind == protowire.BytesType {
		dims = nil
		for b := v.bytes; len(b) > 0; {
			d, n := protowire.ConsumeVarint(b)
			if n < 0 {
				return ErrFormat
			}
			dims, b = append(dims, d), b[n:]
		}
	}
	for _, d := range dims {
		if d > math.MaxInt32 || len(t.Dims) == maxDims {
			return fmt.Errorf("%w: a tensor's size", ErrFormat)
		}
		t.Dims = append(t.Dims, int(d))
	}
	return nil
}

// Floats returns the numbers of a tensor, which must have the given size and type float32.
func (t Tensor) Floats(size int) ([]float32, error) {
	if t.kind != typeFloat || len(t.raw) != 4*size {
		return nil, fmt.Errorf("%w: %d floats were expected in a tensor of %v", ErrFormat, size, t.Dims)
	}
	out := make([]float32, size)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.raw[4*i:]))
	}
	return out, nil
}

// Bytes returns the numbers of a tensor, which must have the given size and type int8.
func (t Tensor) Bytes(size int) ([]int8, error) {
	if t.kind != typeInt8 || len(t.raw) != size {
		return nil, fmt.Errorf("%w: %d bytes were expected in a tensor of %v", ErrFormat, size, t.Dims)
	}
	out := make([]int8, size)
	for i, b := range t.raw {
		out[i] = int8(b)
	}
	return out, nil
}

// value is the value of one field.
type value struct {
	kind   protowire.Type
	number uint64
	bytes  []byte
}

// fields calls do for every field of a message.
func fields(b []byte, do func(protowire.Number, value) error) error {
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return ErrFormat
		}
		b = b[n:]
		v := value{kind: kind}
		switch kind {
		case protowire.VarintType:
			v.number, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			v.bytes, n = protowire.ConsumeBytes(b)
		default:
			n = protowire.ConsumeFieldValue(number, kind, b)
		}
		if n < 0 {
			return ErrFormat
		}
		b = b[n:]
		if err := do(number, v); err != nil {
			return err
		}
	}
	return nil
}
