package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sashabaranov/go-openai"
)

const maxStreamBytes = 4 << 20

// Stream is like Complete, but passes on the answer as it arrives. An error from onDelta ends the stream, closes the
// connection and is returned wrapped. On any error, Result.Text is what onDelta has received.
func (c *Client) Stream(ctx context.Context, req Request, onDelta func(string) error) (Result, error) {
	return c.negotiate(req, func(d dialect, f format) (Result, error) {
		r := c.chatRequest(req, nil, d, f)
		if !d.noUsage {
			r.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
		}
		return c.stream(ctx, req, r, onDelta)
	})
}

func (c *Client) stream(ctx context.Context, req Request, r openai.ChatCompletionRequest, onDelta func(string) error) (Result, error) {
	x, err := c.begin(ctx, operationChat, c.cfg.IdleTimeout)
	if err != nil {
		return Result{}, err
	}
	defer x.end()
	frames, err := c.api.CreateChatCompletionStream(x.ctx, r)
	if err != nil {
		return Result{}, x.failed(err)
	}
	defer func() { _ = frames.Close() }()
	s := stream{call: x, onDelta: onDelta, filter: filter{json: req.Schema != nil}}
	err = s.read(frames)
	c.cfg.Meter.spent(s.usage)
	if err != nil {
		return Result{Text: s.text.String(), Usage: s.usage}, err
	}
	return x.finish(req, s.text.String(), s.refusal.String(), s.reason, s.usage)
}

// stream assembles an answer from its frames.
type stream struct {
	call    *call
	onDelta func(string) error
	filter  filter
	text    strings.Builder
	refusal strings.Builder
	reason  string
	usage   Usage
}

// read returns nil at the end of the stream, whether or not the answer was complete: go-openai reports both as
// io.EOF, and the finish reason distinguishes them.
func (s *stream) read(frames *openai.ChatCompletionStream) error {
	for {
		frame, err := frames.Recv()
		if errors.Is(err, io.EOF) {
			return s.deliver(s.filter.rest())
		}
		if err != nil {
			return s.call.failed(err)
		}
		if err := s.frame(frame); err != nil {
			return err
		}
	}
}

func (s *stream) frame(frame openai.ChatCompletionStreamResponse) error {
	if frame.Usage != nil {
		s.usage = usage(*frame.Usage)
	}
	for _, choice := range frame.Choices {
		if choice.Index != 0 {
			continue
		}
		if err := s.choice(choice); err != nil {
			return err
		}
	}
	return nil
}

func (s *stream) choice(c openai.ChatCompletionStreamChoice) error {
	if s.text.Len()+s.refusal.Len()+len(c.Delta.Content)+len(c.Delta.Refusal) > maxStreamBytes {
		return s.call.failed(malformed("the streamed answer is too large", nil))
	}
	s.refusal.WriteString(c.Delta.Refusal)
	if c.FinishReason != "" {
		s.reason = string(c.FinishReason)
	}
	return s.deliver(s.filter.push(c.Delta.Content))
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
