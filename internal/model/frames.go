package model

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"
)

const (
	maxFrameBytes = 1 << 20

	// After the finish reason, only the usage is still expected, and only for this long.
	farewell = 5 * time.Second
)

// frames reads the server-sent events of an endpoint and passes them on in the only form that go-openai reads: a data
// line for each frame and nothing in between. Errors are returned by Read.
type frames struct {
	call     *call
	body     io.ReadCloser
	lines    *bufio.Scanner
	event    string
	finished bool   // a finish reason has arrived
	out      []byte // what Read has yet to return
	err      error  // what Read returns after that
}

func newFrames(x *call, body io.ReadCloser) *frames {
	f := &frames{call: x, body: body}
	f.lines = bufio.NewScanner(attentive{x, body})
	f.lines.Buffer(nil, maxFrameBytes)
	return f
}

// attentive rewinds the idle clock of a call whenever something arrives.
type attentive struct {
	call *call
	from io.Reader
}

// Read implements io.Reader.
func (a attentive) Read(p []byte) (int, error) {
	n, err := a.from.Read(p)
	if n > 0 {
		a.call.heard()
	}
	return n, err
}

// Close closes the connection's response.
func (f *frames) Close() error { return f.body.Close() }

// Read implements io.Reader.
func (f *frames) Read(p []byte) (int, error) {
	for len(f.out) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.next()
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

// next reads one line. Every data line is a frame, even from endpoints that omit the blank line between two frames.
func (f *frames) next() {
	if !f.lines.Scan() {
		f.err = f.end(f.lines.Err())
		return
	}
	line := f.lines.Bytes()
	field, value, _ := bytes.Cut(line, []byte(":"))
	switch {
	case len(line) == 0:
		f.event = ""
	case string(field) == "event":
		f.event = string(bytes.TrimSpace(value))
	case line[0] == '{' || line[0] == '[': // an error written into the stream by a proxy
		f.frame(line)
	case string(field) == "data":
		f.frame(bytes.TrimSpace(value))
	}
}

// end determines why there are no more lines. After the finish reason has arrived, only the caller's cancellation still
// matters.
func (f *frames) end(err error) error {
	switch {
	case err == nil:
		return io.EOF
	case f.finished && f.call.caller.Err() == nil:
		return io.EOF
	case errors.Is(err, bufio.ErrTooLong):
		return malformed("a frame of the stream is too large", err)
	default:
		return f.call.broken(err, Truncated)
	}
}

func (f *frames) frame(data []byte) {
	if string(data) == "[DONE]" {
		f.err = io.EOF
		return
	}
	var seen struct {
		Error   json.RawMessage `json:"error"`
		Choices []struct {
			Index        int    `json:"index"`
			FinishReason string `json:"finish_reason"`
		} `json:"choices"`
	}
	data = firstOf(data)
	err := json.Unmarshal(data, &seen)
	if f.event == "error" || isProblem(seen.Error) {
		f.err = f.call.client.problemError(parseProblem(data), "")
		return
	}
	if err == nil && seen.Error != nil {
		data, err = withoutError(data)
	}
	if err != nil {
		f.err = malformed("a frame of the stream is not the JSON of this API", err)
		return
	}
	for _, c := range seen.Choices {
		if c.Index == 0 && c.FinishReason != "" {
			f.finished = true
			f.call.hurry(farewell)
		}
	}
	f.out = append(append(append(f.out[:0], "data: "...), data...), '\n')
}

// withoutError drops an error field that holds null, because go-openai treats any such field as an error.
func withoutError(data []byte) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	delete(fields, "error")
	return json.Marshal(fields)
}
