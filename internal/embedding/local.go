package embedding

import (
	"context"

	"golang.org/x/sync/errgroup"

	"quire/internal/encoder"
)

// Local returns the encoder of this machine under the name of its model. Passages are encoded on at most the given
// number of processors; queries do not wait for them.
func Local(name string, e *encoder.Encoder, processors int) Embedder {
	return &local{name: name, passages: e.Sharing(processors), queries: e.Sharing(processors), processors: processors}
}

type local struct {
	name              string
	passages, queries *encoder.Encoder // the same weights, but each waits only for its own kind
	processors        int
	precedence        precedence
	recent            recent // of the texts that were compared
}

// Model implements Embedder.
func (l *local) Model() string { return l.name }

// Dimensions implements Embedder.
func (l *local) Dimensions(context.Context) (int, error) { return l.passages.Dimensions(), nil }

// Queries implements Embedder.
func (l *local) Queries(ctx context.Context, texts []string) ([][]float32, error) {
	defer l.precedence.query()()
	return l.each(ctx, texts, l.queries.Encode)
}

// Passages implements Embedder.
func (l *local) Passages(ctx context.Context, texts []string) ([][]float32, error) {
	return l.each(ctx, texts, func(ctx context.Context, text string) ([]float32, error) {
		l.precedence.giveWay(ctx)
		return l.passages.Encode(ctx, text)
	})
}

func (l *local) each(ctx context.Context, texts []string, encode func(context.Context, string) ([]float32, error)) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(l.processors)
	for i, text := range texts {
		g.Go(func() (err error) {
			vectors[i], err = encode(ctx, text)
			return err
		})
	}
	return vectors, g.Wait()
}
