// Package encoder turns texts into vectors on this machine. It is a BERT sentence encoder whose weights are small
// integers, and it needs no network, runtime or graphics card. Similar texts have similar vectors.
package encoder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"quire/internal/encoder/kernel"
	"quire/internal/encoder/onnx"
	"quire/internal/encoder/wordpiece"
)

// The files of a model's directory.
const (
	ModelFile     = "model.onnx"
	TokenizerFile = "tokenizer.json"
)

// maxFile is the maximum size of a model's file, in bytes.
const maxFile = 256 << 20

// mostTokens is the length, in tokens, of the text that vectors are computed from, including the marks at both ends.
// The model was trained on texts of that length; the rest of a longer text is ignored.
const mostTokens = 256

// Encoder turns texts into vectors. It is safe for concurrent use.
type Encoder struct {
	tokenizer *wordpiece.Tokenizer
	model     *model
	kernels   *kernel.Kernels
	slots     chan *scratch // one for each text being encoded
}

// ErrAbsent means that a directory contains no model.
var ErrAbsent = errors.New("no embedding model")

// Open reads the model in a directory. It encodes at most parallel texts at a time. The error wraps ErrAbsent if one of
// the files is missing.
func Open(dir string, parallel int) (*Encoder, error) {
	return open(dir, parallel, kernel.Best())
}

func open(dir string, parallel int, kernels *kernel.Kernels) (*Encoder, error) {
	description, err := read(filepath.Join(dir, TokenizerFile))
	if err != nil {
		return nil, err
	}
	weights, err := read(filepath.Join(dir, ModelFile))
	if err != nil {
		return nil, err
	}
	tokenizer, err := wordpiece.New(description)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", TokenizerFile, err)
	}
	graph, err := onnx.Parse(weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ModelFile, err)
	}
	m, err := newModel(graph)
	if err == nil && len(m.wordScales) < tokenizer.Size() {
		err = fmt.Errorf("%w: it has %d word pieces, but the tokenizer has %d", errShape, len(m.wordScales), tokenizer.Size())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ModelFile, err)
	}
	return (&Encoder{tokenizer: tokenizer, model: m, kernels: kernels}).Sharing(parallel), nil
}

// Sharing returns an encoder with the same weights that encodes at most parallel texts at a time, however many others
// encode.
func (e *Encoder) Sharing(parallel int) *Encoder {
	other := *e
	other.slots = make(chan *scratch, parallel)
	for range parallel {
		other.slots <- nil // allocated on first use
	}
	return &other
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s does not exist", ErrAbsent, path)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = fmt.Errorf("%s is larger than %d bytes", path, maxFile)
	}
	return b, err
}

// Dimensions returns the length of the vectors.
func (e *Encoder) Dimensions() int { return e.model.width }

// Fast reports whether this processor has the instructions that make embedding documents practical.
func (e *Encoder) Fast() bool { return e.kernels.Fast }

// Instructions names the kernels in use.
func (e *Encoder) Instructions() string { return e.kernels.Name }

// Encode returns the vector of text, of length 1: the average of the model's output for the first 256 tokens. It waits
// for its turn until ctx ends.
func (e *Encoder) Encode(ctx context.Context, text string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var s *scratch
	select {
	case s = <-e.slots:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { e.slots <- s }()
	if s == nil {
		s = newScratch(e.model)
	}
	tokens := e.tokenizer.Tokens(text, min(mostTokens, e.model.positions()))
	return unit(mean(e.model.encode(e.kernels, s, tokens), len(tokens), e.model.width)), nil
}

// mean averages n rows.
func mean(rows []float32, n, width int) []float32 {
	out := make([]float32, width)
	for i := range n {
		for j, v := range rows[i*width:][:width] {
			out[j] += v
		}
	}
	return out
}

// unit scales v to length 1.
func unit(v []float32) []float32 {
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	inverse := float32(1 / max(math.Sqrt(squares), math.SmallestNonzeroFloat32))
	for i := range v {
		v[i] *= inverse
	}
	return v
}
