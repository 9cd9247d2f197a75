package modeltest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Step answers one chat request.
type Step func(*Exchange)

// Exchange is a request being answered. A test's own Step may use its methods or write to W itself.
type Exchange struct {
	Request
	W http.ResponseWriter

	left   <-chan struct{}
	closed <-chan struct{}
}

// Reply answers with whatever f returns for the request.
func Reply(f func(Request) string) Step {
	return func(x *Exchange) { x.answer(f(x.Request), "stop") }
}

// Answer answers with text.
func Answer(text string) Step { return Reply(func(Request) string { return text }) }

// Length answers with text that was cut off by the token limit.
func Length(text string) Step { return func(x *Exchange) { x.answer(text, "length") } }

// Filtered answers with text that the provider's filter stopped.
func Filtered(text string) Step { return func(x *Exchange) { x.answer(text, "content_filter") } }

// Refusal declines to answer, in the API's own field for that.
func Refusal(text string) Step {
	return func(x *Exchange) {
		if !x.Stream {
			x.json(whole(map[string]any{"role": "assistant", "content": nil, "refusal": text}, "stop"))
			return
		}
		x.Frame(chunk(map[string]any{"refusal": text}, ""))
		x.end("stop")
	}
}

// Fits answers like step if the request has at most most bytes of messages, and otherwise refuses it, like endpoints
// with a shorter window.
func Fits(most int, step Step) Step {
	return func(x *Exchange) {
		total := 0
		for _, m := range x.Messages {
			total += len(m.Text)
		}
		if total <= most {
			step(x)
			return
		}
		Status(http.StatusBadRequest, encode(map[string]any{"error": map[string]any{
			"message": fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens.", most/4, total/4),
			"type":    "invalid_request_error", "param": "messages", "code": "context_length_exceeded",
		}}))(x)
	}
}

// Slow answers word by word with a pause before each.
func Slow(text string, pause time.Duration) Step {
	return func(x *Exchange) {
		if !x.Stream {
			if x.wait(pause * time.Duration(len(words(text)))) {
				x.answer(text, "stop")
			}
			return
		}
		for _, w := range words(text) {
			if !x.wait(pause) {
				return
			}
			x.Delta(w)
		}
		x.end("stop")
	}
}

// Truncated ends the answer cleanly after text, without a finish reason.
func Truncated(text string) Step {
	return func(x *Exchange) {
		if !x.Stream {
			x.json(whole(message(text), ""))
			return
		}
		x.deltas(text)
	}
}

// Cut breaks the connection after text.
func Cut(text string) Step {
	return func(x *Exchange) {
		x.deltas(text)
		panic(http.ErrAbortHandler)
	}
}

// ErrorFrame sends text and then an error inside the stream.
func ErrorFrame(text, message string) Step {
	return func(x *Exchange) {
		if x.Stream {
			x.deltas(text)
			x.Line("data: " + problem(message, "server_error", ""))
			return
		}
		x.json(problem(message, "server_error", ""))
	}
}

// Keepalive sends n comments before text and between its words.
func Keepalive(n int, text string) Step {
	return func(x *Exchange) {
		for _, w := range words(text) {
			x.comments(n)
			x.Delta(w)
		}
		x.comments(n)
		x.end("stop")
	}
}

// KeepaliveThenError sends n comments and then an error without the blank line that should end it.
func KeepaliveThenError(n int, message string) Step {
	return func(x *Exchange) {
		x.comments(n)
		x.Line("event: error")
		_, _ = io.WriteString(x.W, "data: "+problem(message, "server_error", ""))
	}
}

// Hang never answers.
func Hang() Step { return func(x *Exchange) { x.wait(time.Hour) } }

// HangAfter sends text and then nothing more.
func HangAfter(text string) Step {
	return func(x *Exchange) {
		x.deltas(text)
		x.wait(time.Hour)
	}
}

// MalformedJSON answers with JSON that breaks off.
func MalformedJSON() Step {
	return func(x *Exchange) {
		if x.Stream {
			x.Line(`data: {"choices": [{"delta": {"content": "half`)
			x.Line("")
			return
		}
		x.json(`{"choices": [{"message": {"content": "half`)
	}
}

// RateLimited answers 429 with Retry-After in whole seconds.
func RateLimited(after time.Duration) Step {
	return func(x *Exchange) {
		x.W.Header().Set("Retry-After", strconv.Itoa(int(after.Seconds())))
		Status(http.StatusTooManyRequests, problem("Rate limit reached", "rate_limit_error", ""))(x)
	}
}

// Status answers with a status and a body.
func Status(code int, body string) Step {
	return func(x *Exchange) {
		x.W.Header().Set("Content-Type", "application/json")
		x.W.WriteHeader(code)
		_, _ = io.WriteString(x.W, body)
	}
}

// Delta streams a piece of the answer.
func (x *Exchange) Delta(text string) { x.Frame(chunk(map[string]any{"content": text}, "")) }

// Frame streams one message.
func (x *Exchange) Frame(data string) { x.Line("data: " + data + "\n") }

// Line writes a line of the stream and flushes it immediately.
func (x *Exchange) Line(line string) {
	if x.W.Header().Get("Content-Type") == "" {
		x.W.Header().Set("Content-Type", "text/event-stream")
	}
	_, _ = io.WriteString(x.W, line+"\n")
	_ = http.NewResponseController(x.W).Flush()
}

func (x *Exchange) answer(text, reason string) {
	if !x.Stream {
		x.json(whole(message(text), reason))
		return
	}
	x.deltas(text)
	x.end(reason)
}

func (x *Exchange) deltas(text string) {
	for _, w := range words(text) {
		x.Delta(w)
	}
}

func (x *Exchange) end(reason string) {
	x.Frame(chunk(map[string]any{}, reason))
	x.Frame(`{"object":"chat.completion.chunk","choices":[],"usage":` + tokens + `}`)
	x.Frame("[DONE]")
}

func (x *Exchange) comments(n int) {
	for range n {
		x.Line(": keepalive\n")
	}
}

func (x *Exchange) json(body string) {
	x.W.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(x.W, body)
}

// wait returns false if the client disconnects or the test ends first.
func (x *Exchange) wait(d time.Duration) bool {
	if x.W.Header().Get("Content-Type") != "" {
		_ = http.NewResponseController(x.W).Flush()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-x.left:
		return false
	case <-x.closed:
		return false
	}
}

// tokens is the usage reported by every answer.
const tokens = `{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}`

func message(text string) map[string]any { return map[string]any{"role": "assistant", "content": text} }

func whole(message map[string]any, reason string) string {
	return encode(map[string]any{
		"object": "chat.completion", "usage": json.RawMessage(tokens),
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": orNull(reason)}},
	})
}

func chunk(delta map[string]any, reason string) string {
	return encode(map[string]any{
		"object": "chat.completion.chunk", "usage": nil,
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": orNull(reason)}},
	})
}

func problem(message, kind, param string) string {
	return encode(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": orNull(param), "code": nil}})
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("modeltest: %v", err)) // only maps of strings are passed
	}
	return string(b)
}

// words splits text after each space, so that concatenating the words gives the text.
func words(text string) []string { return strings.SplitAfter(text, " ") }

func dataURL(url string) ([]byte, bool) {
	_, encoded, ok := strings.Cut(url, ";base64,")
	if !ok {
		return nil, false
	}
	b, err := base64.StdEncoding.DecodeString(encoded)
	return b, err == nil
}

func size(b []byte) string { return strconv.Itoa(len(b)) }
