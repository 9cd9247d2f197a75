// Package sse reads Server-Sent Events.
package sse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
)

// longest is the maximum length of a line or an event, in bytes.
const longest = 16 << 20

// ErrTooLong means that an event is longer than this client reads.
var ErrTooLong = errors.New("an event has more than 16 MB")

// Event is one event of a stream.
type Event struct {
	Name string
	Data string
}

// Read yields the events of a stream. If reading fails, the error comes last.
func Read(stream io.Reader) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		lines := bufio.NewScanner(stream)
		lines.Buffer(nil, longest)
		var event pending
		for lines.Scan() {
			whole, err := event.add(lines.Bytes())
			if err != nil {
				yield(Event{}, err)
				return
			}
			if whole != nil && !yield(*whole, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Event{}, err)
		}
	}
}

// pending is an event whose end has not been read.
type pending struct {
	name string
	data []string
	held int
}

// add adds a line, and returns the event that it ends.
func (p *pending) add(line []byte) (*Event, error) {
	if len(line) == 0 {
		whole := &Event{Name: p.name, Data: strings.Join(p.data, "\n")}
		if whole.Name == "" {
			whole.Name = "message"
		}
		empty := p.data == nil
		*p = pending{}
		if empty {
			return nil, nil //nolint:nilnil // a comment, or an end without an event
		}
		return whole, nil
	}
	key, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(key) {
	case "event":
		p.name = string(value)
	case "data":
		p.data = append(p.data, string(value))
		p.held += len(value) + 1
	}
	if p.held > longest {
		return nil, ErrTooLong
	}
	return nil, nil //nolint:nilnil // the event goes on
}
