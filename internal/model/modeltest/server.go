// Package modeltest is an OpenAI-compatible endpoint for tests, over real HTTP. It answers by itself or by a script,
// and can fail in all the ways in which endpoints fail.
package modeltest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Server is the endpoint. It lives as long as its test.
type Server struct {
	http   *httptest.Server
	closed chan struct{}
	gone   chan struct{}

	mu          sync.Mutex
	script      []Step
	always      Step
	requests    []Request
	unsupported []string
}

// Request is what a client sent. The fields below Body are set only for chat.
type Request struct {
	Path   string
	Header http.Header
	Body   []byte

	Stream    bool
	System    string
	Prompt    string // the text of the last user message
	Images    [][]byte
	Format    string // "strict", "json_schema", "json_object" or ""
	MaxTokens int
	Messages  []Message
}

// Message is one message of a chat request.
type Message struct{ Role, Text string }

// New starts a server. Unless told otherwise, it answers chat with an echo of the prompt (as JSON if that was
// requested), images with their number of bytes, and embeddings and rerank based on the words that texts share.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{closed: make(chan struct{}), gone: make(chan struct{}, 1000), always: Reply(echo)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("POST /v1/embeddings", s.embeddings)
	mux.HandleFunc("POST /v1/rerank", s.rerank)
	s.http = httptest.NewServer(mux)
	t.Cleanup(func() {
		close(s.closed)
		s.http.Close()
	})
	return s
}

// BaseURL returns the URL to configure a client with.
func (s *Server) BaseURL() string { return s.http.URL + "/v1" }

// Script makes each of the next chat requests be answered by one of steps.
func (s *Server) Script(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, steps...)
}

// Always sets how chat requests are answered after the end of the script.
func (s *Server) Always(step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = step
}

// Unsupported makes the server refuse requests, as endpoints do, that have one of these top-level fields or one of
// these response formats: "strict", "json_schema" (also strict), "json_object".
func (s *Server) Unsupported(what ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unsupported = what
}

// Requests returns all requests so far, including the refused ones.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Gone receives a value whenever a client has closed its connection in the middle of an answer.
func (s *Server) Gone() <-chan struct{} { return s.gone }

func (s *Server) receive(r *http.Request) Request {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		body = nil
	}
	req := Request{Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
	req.parse()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	return req
}

func (s *Server) next() Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.script) == 0 {
		return s.always
	}
	step := s.script[0]
	s.script = s.script[1:]
	return step
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	req := s.receive(r)
	if field := s.refuses(req); field != "" {
		Status(http.StatusBadRequest, problem("Unsupported parameter: '"+field+"'", "invalid_request_error", field))(&Exchange{W: w, Request: req})
		return
	}
	s.next()(&Exchange{W: w, Request: req, left: r.Context().Done(), closed: s.closed})
	select {
	case <-r.Context().Done():
		select {
		case s.gone <- struct{}{}:
		default: // nobody is counting
		}
	default:
	}
}

func (s *Server) refuses(req Request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(req.Body, &fields) // a body that is not JSON has no fields
	for _, what := range s.unsupported {
		if what == "max_tokens" && fields[what] != nil {
			return "max_tokens' is not supported with this model. Use 'max_completion_tokens"
		}
		if fields[what] != nil || what == req.Format {
			return what
		}
		if what == "json_schema" && req.Format == "strict" {
			return what
		}
	}
	return ""
}

func (r *Request) parse() {
	var body struct {
		Stream    bool
		MaxTokens int `json:"max_tokens"`
		Messages  []struct {
			Role    string
			Content json.RawMessage
		}
		ResponseFormat *struct {
			Type       string
			JSONSchema struct{ Strict bool } `json:"json_schema"`
		} `json:"response_format"`
	}
	if json.Unmarshal(r.Body, &body) != nil {
		return
	}
	r.Stream, r.MaxTokens = body.Stream, body.MaxTokens
	if f := body.ResponseFormat; f != nil {
		r.Format = f.Type
		if f.JSONSchema.Strict {
			r.Format = "strict"
		}
	}
	for _, m := range body.Messages {
		text, images := content(m.Content)
		r.Messages = append(r.Messages, Message{Role: m.Role, Text: text})
		r.Images = append(r.Images, images...)
		switch m.Role {
		case "system":
			r.System = text
		case "user":
			r.Prompt = text
		}
	}
}

// content splits a message's content, which is a string or a list of parts.
func content(raw json.RawMessage) (text string, images [][]byte) {
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var parts []struct {
		Text     string
		ImageURL struct{ URL string } `json:"image_url"`
	}
	_ = json.Unmarshal(raw, &parts) // an unknown content is empty
	var joined strings.Builder
	for _, p := range parts {
		joined.WriteString(p.Text)
		if image, ok := dataURL(p.ImageURL.URL); ok {
			images = append(images, image)
		}
	}
	return joined.String(), images
}

func echo(r Request) string {
	switch {
	case len(r.Images) > 0:
		return "An image of " + size(r.Images[0]) + " bytes."
	case r.Format != "" || strings.Contains(r.System, "JSON Schema"):
		return object("echo", r.Prompt)
	default:
		return r.Prompt
	}
}

func object(name, value string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]string{name: value}); err != nil {
		panic(err) // strings can always be encoded
	}
	return strings.TrimSpace(b.String())
}
