package embedding

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"quire/internal/model"
)

// Endpoint returns the model of an endpoint. If dimensions is 0, the model is asked once for the number; otherwise it
// is asked to shorten its vectors to that length, if they are longer.
func Endpoint(client *model.Client, dimensions int) Embedder {
	return &endpoint{client: client, dimensions: dimensions, pace: newPace(), strikes: map[string]int{}}
}

type endpoint struct {
	client     *model.Client
	dimensions int         // wanted; 0 leaves it to the model
	shorten    atomic.Bool // the model's own vectors have a different length
	pace       *pace
	precedence precedence

	mu      sync.Mutex
	strikes map[string]int // how often the endpoint has failed on a text, but not on the probe
}

// probe is a text that every model accepts.
const probe = "How long is a vector?"

// Model implements Embedder.
func (e *endpoint) Model() string { return e.client.Model() }

// Dimensions implements Embedder.
func (e *endpoint) Dimensions(ctx context.Context) (int, error) {
	if e.dimensions > 0 {
		return e.dimensions, nil
	}
	vectors, err := e.Queries(ctx, []string{probe})
	if err != nil {
		return 0, err
	}
	return len(vectors[0]), nil
}

// Queries implements Embedder.
func (e *endpoint) Queries(ctx context.Context, texts []string) ([][]float32, error) {
	defer e.precedence.query()()
	return e.embed(ctx, e.client, texts)
}

// Passages implements Embedder.
func (e *endpoint) Passages(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	for {
		e.precedence.giveWay(ctx)
		n, limit := e.pace.next()
		n = min(n, len(texts))
		began := time.Now()
		vectors, err := e.embed(ctx, e.client.Patient(limit), texts[:n])
		if err == nil {
			e.pace.took(n, time.Since(began))
			return vectors, nil
		}
		failure, ok := errors.AsType[*model.Error](err)
		if ok && e.pace.failed(n, failure) {
			continue
		}
		if ok && n == 1 && e.isToBlame(ctx, texts[0], failure) {
			e.pace.forgive()
			return [][]float32{nil}, nil
		}
		return nil, err
	}
}

// embed calls the endpoint, and calls it again for shorter vectors if the vectors do not have the wanted length.
func (e *endpoint) embed(ctx context.Context, client *model.Client, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	if !e.shorten.Load() {
		vectors, err := client.EmbedBeginnings(ctx, texts)
		if err != nil || e.dimensions == 0 || len(vectors[0]) == e.dimensions {
			return vectors, err
		}
	}
	vectors, err := client.Shortening(e.dimensions).EmbedBeginnings(ctx, texts)
	if err != nil {
		return nil, err
	}
	if n := len(vectors[0]); n != e.dimensions {
		return nil, &model.Error{Kind: model.Malformed, Message: fmt.Sprintf("its vectors have %d dimensions, but QUIRE_EMBEDDING_DIMENSIONS says %d", n, e.dimensions)}
	}
	e.shorten.Store(true)
	return vectors, nil
}

const (
	// threeStrikes is how often the endpoint must break down over a text before the text goes without a vector.
	threeStrikes = 3
	// mostSuspects bounds the texts that are remembered for that purpose.
	mostSuspects = 100
)

// isToBlame reports whether a call failed because of its only text, in which case the endpoint accepts another one. If
// the endpoint did not refuse the text but broke down, that has to happen several times.
func (e *endpoint) isToBlame(ctx context.Context, text string, failure *model.Error) bool {
	needed := threeStrikes
	switch failure.Kind {
	case model.BadRequest, model.TooLong, model.Refused, model.ContentFiltered:
		needed = 1
	case model.Overloaded:
		if failure.Status != http.StatusInternalServerError { // from a gateway, or from a server without capacity
			return false
		}
	case model.Malformed, model.Truncated, model.Timeout:
	case model.RateLimited, model.Unauthorized, model.Unreachable:
		return false
	}
	if _, err := e.embed(ctx, e.client, []string{probe}); err != nil {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.strikes) >= mostSuspects {
		clear(e.strikes)
	}
	e.strikes[text]++
	if e.strikes[text] < needed {
		return false
	}
	delete(e.strikes, text)
	return true
}
