package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

const (
	maxFrameBytes  = 1 << 20
	maxStreamBytes = 4 << 20

	// After the finish reason only the usage is awaited, and not for long.
	farewell = 5 * time.Second
)

// Stream is Complete that hands over the answer as it comes. An error of onDelta ends the stream, closes the
// connection and comes back wrapped. On every error Result.Text is what onDelta has got.
func (c *Client) Stream(ctx context.Context, req Request, onDelta func(string) error) (Result, error) {
	return c.negotiate(req, func(d dialect, f format) (Result, error) {
		r := c.chatRequest(req, nil, d, f)
		r.Stream = true
		if !d.noUsage {
			r.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
		}
		x, err := c.send(ctx, chatPath, r, c.cfg.IdleTimeout)
		if err != nil {
			return Result{}, err
		}
		defer x.close()
		return x.stream(req, onDelta)
	})
}

func (x *exchange) stream(req Request, onDelta func(string) error) (Result, error) {
	if t, _, err := mime.ParseMediaType(x.resp.Header.Get("Content-Type")); err == nil && t == "application/json" {
		return x.streamWhole(req, onDelta)
	}
	s := stream{x: x, onDelta: onDelta, filter: filter{json: req.Schema != nil}}
	err := s.read()
	x.client.cfg.Meter.spent(s.usage)
	if err != nil {
		return Result{Text: s.text.String(), Usage: s.usage}, err
	}
	if err := s.deliver(s.filter.rest()); err != nil {
		return Result{Text: s.text.String(), Usage: s.usage}, err
	}
	return finish(req, s.text.String(), s.refusal, s.finish, s.usage)
}

// streamWhole serves endpoints that ignore that a stream was asked for.
func (x *exchange) streamWhole(req Request, onDelta func(string) error) (Result, error) {
	res, err := x.answer(req)
	if err != nil {
		return Result{Usage: res.Usage}, err
	}
	if err := onDelta(res.Text); err != nil {
		return Result{Usage: res.Usage}, fmt.Errorf("deliver answer: %w", err)
	}
	return res, nil
}

// stream reads server-sent events. go-openai's reader is not used: it takes a stream that breaks off for one that
// has ended, and loses errors that follow a keepalive.
type stream struct {
	x       *exchange
	onDelta func(string) error
	filter  filter
	text    strings.Builder
	refusal string
	finish  string
	usage   Usage
}

var errDone = errors.New("end of stream")

// read returns nil at the end of the stream, whether or not the answer was complete.
func (s *stream) read() error {
	lines := bufio.NewScanner(s.x)
	lines.Buffer(nil, maxFrameBytes)
	event := ""
	for lines.Scan() {
		line := lines.Bytes()
		field, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case len(line) == 0:
			event = ""
		case string(field) == "event":
			event = string(bytes.TrimSpace(value))
		case line[0] == '{': // an error that a proxy wrote into the stream
			value = line
			fallthrough
		case string(field) == "data":
			if err := s.frame(event, value); errors.Is(err, errDone) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	return s.end(lines.Err())
}

// end judges why there are no more lines. Once the finish reason has come nothing else matters but the caller.
func (s *stream) end(err error) error {
	switch {
	case err == nil:
		return nil
	case s.finish != "" && s.x.caller.Err() == nil:
		return nil
	case errors.Is(err, bufio.ErrTooLong):
		return malformed("a frame of the stream is too large", err)
	default:
		return s.x.failure(err, Truncated)
	}
}

// frame takes one message: every data line is one, also at endpoints that forget the blank line between two.
func (s *stream) frame(event string, data []byte) error {
	if string(bytes.TrimSpace(data)) == "[DONE]" {
		return errDone
	}
	var chunk struct {
		openai.ChatCompletionStreamResponse
		Error json.RawMessage `json:"error"`
	}
	err := json.Unmarshal(data, &chunk)
	if event == "error" || isProblem(chunk.Error) {
		return s.x.client.problemError(parseProblem(data), "")
	}
	if err != nil {
		return malformed("a frame of the stream is not the JSON of this API", err)
	}
	if chunk.Usage != nil {
		s.usage = usage(*chunk.Usage)
	}
	for _, choice := range chunk.Choices {
		if choice.Index == 0 {
			if err := s.choice(choice); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *stream) choice(c openai.ChatCompletionStreamChoice) error {
	if s.text.Len()+len(s.refusal)+len(c.Delta.Content)+len(c.Delta.Refusal) > maxStreamBytes {
		return malformed("the streamed answer is too large", nil)
	}
	s.refusal += c.Delta.Refusal
	if err := s.deliver(s.filter.push(c.Delta.Content)); err != nil {
		return err
	}
	if c.FinishReason != "" {
		s.finish = string(c.FinishReason)
		s.x.hurry(farewell)
	}
	return nil
}

func (s *stream) deliver(delta string) error {
	if delta == "" {
		return nil
	}
	if err := s.onDelta(delta); err != nil {
		return fmt.Errorf("deliver answer: %w", err)
	}
	s.text.WriteString(delta)
	return nil
}
