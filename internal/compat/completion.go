package compat

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"quire/internal/door"
)

// completion holds the fields that every piece of an answer repeats.
type completion struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Model   string `json:"model"`
	Choices []any  `json:"choices"`
	Usage   *usage `json:"usage,omitempty"`

	asked    int  // in the request
	accounts bool // the stream ends with the usage
}

// usage is the length of a request and its answer. It does not include what a model reads and thinks in between.
type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func newCompletion(of chat) completion {
	return completion{
		ID: "chatcmpl-" + rand.Text(), Created: time.Now().Unix(), Model: of.Model, asked: of.tokens(), accounts: of.Options.Usage,
	}
}

func (c completion) usage(answered int) *usage { return &usage{c.asked, answered, c.asked + answered} }

// said is a message of the assistant, or a part of one.
type said struct {
	Role        string       `json:"role,omitempty"`
	Content     string       `json:"content"`
	Annotations []annotation `json:"annotations,omitempty"`
}

type whole struct {
	Index        int    `json:"index"`
	Message      said   `json:"message"`
	FinishReason string `json:"finish_reason"`
	LogProbs     any    `json:"logprobs"`
}

type piece struct {
	Index        int     `json:"index"`
	Delta        any     `json:"delta"`
	FinishReason *string `json:"finish_reason"`
}

func (c completion) answer(w http.ResponseWriter, client *door.Client, a door.Answer) {
	var cited citer
	text := cited.take(a.Answer) + cited.rest()
	text += sources(client, a.Citations)
	c.Object = "chat.completion"
	c.Choices = []any{whole{Message: said{roleAssistant, text, cited.annotations(client, a.Citations)}, FinishReason: "stop"}}
	c.Usage = c.usage(estimate(text))
	write(w, http.StatusOK, c)
}

// stream sends the answer while it is being written (Server-Sent Events that end with [DONE]). An error before the
// first piece is returned; a later one ends the stream.
func (c completion) stream(w http.ResponseWriter, r *http.Request, client *door.Client, ask door.Question) error {
	c.Object = "chat.completion.chunk"
	out := stream{w: w, about: c}
	var cited citer
	for e, err := range client.Stream(r.Context(), "/query", ask) {
		if err != nil {
			return out.broke(err)
		}
		got, err := e.Read()
		switch {
		case err != nil:
			return out.broke(err)
		case e.Name == "delta":
			out.text(cited.take(got.Text))
		case e.Name == "error" && got.Error != nil:
			out.send(openAIRefusal(0, got.Error.Type, got.Error.Message))
			return nil
		case e.Name == "complete":
			if !cited.begun() { // the whole answer came in one piece
				out.text(cited.take(got.Answer.Answer))
			}
			out.text(cited.rest() + sources(client, got.Citations))
			out.end(cited.annotations(client, got.Citations))
			return nil
		}
	}
	return out.broke(errCutShort)
}

var errCutShort = errors.New("the answer was interrupted")

// stream writes the pieces of an answer.
type stream struct {
	w     http.ResponseWriter
	about completion
	begun bool
	count tokenCount
}

// send writes one frame.
func (s *stream) send(v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		return // cannot happen: only text and numbers are sent
	}
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", "text/event-stream")
		s.w.Header().Set("X-Accel-Buffering", "no")
	}
	_, _ = fmt.Fprintf(s.w, "data: %s\n\n", raw) // a client that disconnects ends the request
	_ = http.NewResponseController(s.w).Flush()
}

func (s *stream) delta(delta any, finish *string) {
	if !s.begun {
		s.piece(said{Role: roleAssistant}, nil)
	}
	s.piece(delta, finish)
}

func (s *stream) piece(delta any, finish *string) {
	s.about.Choices = []any{piece{Delta: delta, FinishReason: finish}}
	s.send(s.about)
}

func (s *stream) text(words string) {
	for _, r := range words {
		s.count.add(r)
	}
	if words != "" {
		s.delta(said{Content: words}, nil)
	}
}

func (s *stream) end(notes []annotation) {
	if len(notes) > 0 {
		s.delta(map[string]any{"annotations": notes}, nil)
	}
	s.delta(struct{}{}, new("stop"))
	if s.about.accounts {
		s.about.Choices, s.about.Usage = []any{}, s.about.usage(s.count.tokens)
		s.send(s.about)
	}
	_, _ = fmt.Fprint(s.w, "data: [DONE]\n\n")
}

// broke ends a stream that has begun with an error. Before that, it returns the error, which becomes the response.
func (s *stream) broke(err error) error {
	if !s.begun {
		return err
	}
	s.send(openAIRefusal(0, "api_error", "The answer broke off; please ask again"))
	return nil
}

// sources lists the cited pages below an answer.
func sources(client *door.Client, list []door.Citation) string {
	var b strings.Builder
	for i, c := range list {
		if i == 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "[%s] [%s](%s)  \n", c.ID, escape.Replace(title(c)), client.FileLink(c.CollectionID, c.FileID, c.PageStart))
	}
	return strings.TrimSuffix(b.String(), "  \n")
}

// escape keeps file names from being interpreted as Markdown.
var escape = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, "`", "\\`", `*`, `\*`, `_`, `\_`, `<`, `\<`)

func title(c door.Citation) string {
	if c.PageStart == c.PageEnd {
		return fmt.Sprintf("%s, page %d", c.Filename, c.PageStart)
	}
	return fmt.Sprintf("%s, pages %d–%d", c.Filename, c.PageStart, c.PageEnd)
}
