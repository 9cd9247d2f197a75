// Package embedding turns passages and queries into vectors, with the model of an endpoint or with the encoder of this
// machine. The vector of a query is near those of the passages that answer it, whatever their words.
package embedding

import (
	"context"
	"crypto/sha256"
	"fmt"
)

// Embedder computes vectors. It is safe for concurrent use.
type Embedder interface {
	// Model identifies what made the vectors. Vectors with different names cannot be compared.
	Model() string
	// Dimensions returns the length of the vectors, which it may have to ask the model for.
	Dimensions(ctx context.Context) (int, error)
	// Passages returns the vectors of the first texts, as many as suit one call: at least one, if texts is not empty. A
	// vector is nil if the model refuses the text but accepts others. Nobody waits for passages, so they give way to
	// queries.
	Passages(ctx context.Context, texts []string) ([][]float32, error)
	// Queries returns one vector for each of texts, in the same order. Somebody is waiting for them.
	Queries(ctx context.Context, texts []string) ([][]float32, error)
}

// Prefixed returns an embedder that puts an instruction and a space before each text, as required by models that were
// trained that way, for instance with "query:" and "passage:". An empty instruction changes nothing.
func Prefixed(e Embedder, query, passage string) Embedder {
	if query == "" && passage == "" {
		return e
	}
	return prefixed{Embedder: e, query: query, passage: passage}
}

type prefixed struct {
	Embedder
	query, passage string
}

// Model implements Embedder. The instruction for queries may change without invalidating vectors; that for passages may
// not.
func (p prefixed) Model() string {
	if p.passage == "" {
		return p.Embedder.Model()
	}
	return fmt.Sprintf("%s %.4x", p.Embedder.Model(), sha256.Sum256([]byte(p.passage)))
}

// Passages implements Embedder.
func (p prefixed) Passages(ctx context.Context, texts []string) ([][]float32, error) {
	return p.Embedder.Passages(ctx, after(p.passage, texts))
}

// Queries implements Embedder.
func (p prefixed) Queries(ctx context.Context, texts []string) ([][]float32, error) {
	return p.Embedder.Queries(ctx, after(p.query, texts))
}

func after(instruction string, texts []string) []string {
	if instruction == "" {
		return texts
	}
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		out = append(out, instruction+" "+t)
	}
	return out
}
