package quire

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"

	"quire/clients/go/internal/sse"
)

// Status is the current step towards an answer.
type Status struct {
	Step string `json:"step"`
	// Heading is a text to show to people.
	Heading string `json:"heading"`
}

// StreamEvent is an event in the stream of an answer. Exactly one of its fields is set.
type StreamEvent[T any] struct {
	Status *Status
	// Delta holds the next words of the answer.
	Delta string
	// Answer is the final answer, which is authoritative and ends the stream.
	Answer *T
}

// stream yields the events of an answer. A stream that ends without its last event was interrupted.
func stream[T any](ctx context.Context, c *Client, path string, body any, last func(*T, http.Header)) iter.Seq2[StreamEvent[T], error] {
	return func(yield func(StreamEvent[T], error) bool) {
		response, err := c.open(ctx, http.MethodPost, path, call{json: body})
		if err != nil {
			yield(StreamEvent[T]{}, err)
			return
		}
		defer response.Body.Close()
		for event, err := range sse.Read(response.Body) {
			if err != nil {
				yield(StreamEvent[T]{}, broken(ctx, err))
				return
			}
			found, known, err := streamEvent[T](event)
			if found.Answer != nil {
				last(found.Answer, response.Header)
			}
			over := found.Answer != nil || err != nil
			if (known || err != nil) && !yield(found, err) || over {
				return
			}
		}
		yield(StreamEvent[T]{}, &StreamError{errors.New("it ended before the answer was complete")})
	}
}

// broken returns why a stream was interrupted.
func broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &StreamError{err}
}

// streamEvent decodes an event of an answer, and reports whether this client knows its kind.
func streamEvent[T any](event sse.Event) (found StreamEvent[T], known bool, err error) {
	data := []byte(event.Data)
	switch event.Name {
	case "status":
		found.Status = new(Status)
		err = json.Unmarshal(data, found.Status)
	case "delta":
		var said struct{ Text string }
		err = json.Unmarshal(data, &said)
		found.Delta = said.Text
	case "complete":
		found.Answer = new(T)
		err = json.Unmarshal(data, found.Answer)
	case "error":
		said := struct{ Error struct{ Message string } }{}
		said.Error.Message = "the answer could not be written"
		_ = json.Unmarshal(data, &said) // if it fails, the text above remains
		return found, true, &AnswerError{said.Error.Message}
	default:
		return found, false, nil
	}
	if err != nil {
		return StreamEvent[T]{}, true, &StreamError{err}
	}
	return found, true, nil
}
