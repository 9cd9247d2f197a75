package door

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"strings"
)

// maxEvent bounds one line of a stream, in bytes.
const maxEvent = 8 << 20

// Event is one frame of a stream of the service.
type Event struct {
	Name string
	Data json.RawMessage
}

// Follow streams the events at a path until the stream ends.
func (c *Client) Follow(ctx context.Context, path string) iter.Seq2[Event, error] {
	return frames(func() (*http.Response, error) { return c.do(ctx, http.MethodGet, c.url(path), nil, "") })
}

// Stream posts body as JSON and streams the events of the response.
func (c *Client) Stream(ctx context.Context, path string, body any) iter.Seq2[Event, error] {
	return frames(func() (*http.Response, error) { return c.post(ctx, path, body) })
}

func frames(open func() (*http.Response, error)) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		res, err := open()
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer func() { _ = res.Body.Close() }() // only read from
		if err := read(res.Body, yield); err != nil {
			yield(Event{}, err)
		}
	}
}

// read reads frames (Server-Sent Events, WHATWG HTML §9.2). The service sends each with one line of data.
func read(r io.Reader, yield func(Event, error) bool) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxEvent)
	var e Event
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case field == "event":
			e.Name = value
		case field == "data":
			e.Data = json.RawMessage(value)
		case lines.Text() == "" && e.Name != "":
			if !yield(e, nil) {
				return nil
			}
			e = Event{}
		}
	}
	return lines.Err()
}
