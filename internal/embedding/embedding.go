// Package embedding turns passages and queries into vectors, with the model of an endpoint or with the encoder of this
// machine. A query is near the passages that answer it, in whatever words.
package embedding

import (
	"context"

	"quire/internal/model"
)

// Embedder makes vectors. It is safe for concurrent use.
type Embedder interface {
	// Model returns the name of the model. Vectors of different models cannot be compared.
	Model() string
	// Dimensions returns the length of the vectors, which it may have to ask the model for.
	Dimensions(ctx context.Context) (int, error)
	// Passages returns one vector for each of texts, in the same order. Nobody waits for them: they may give way to
	// queries and to other work.
	Passages(ctx context.Context, texts []string) ([][]float32, error)
	// Queries returns one vector for each of texts, in the same order. Somebody is waiting for them.
	Queries(ctx context.Context, texts []string) ([][]float32, error)
}

// Endpoint returns the model of an endpoint. If dimensions is 0, the model is asked once for their number.
func Endpoint(client *model.Client, dimensions int) Embedder {
	return &endpoint{Client: client, dimensions: dimensions}
}

type endpoint struct {
	*model.Client
	dimensions int
}

// Dimensions implements Embedder.
func (e *endpoint) Dimensions(ctx context.Context) (int, error) {
	if e.dimensions > 0 {
		return e.dimensions, nil
	}
	vectors, _, err := e.Embed(ctx, []string{"How long is a vector?"})
	if err != nil {
		return 0, err
	}
	return len(vectors[0]), nil
}

// Passages implements Embedder.
func (e *endpoint) Passages(ctx context.Context, texts []string) ([][]float32, error) {
	return e.EmbedBeginnings(ctx, texts)
}

// Queries implements Embedder.
func (e *endpoint) Queries(ctx context.Context, texts []string) ([][]float32, error) {
	return e.EmbedBeginnings(ctx, texts)
}
