package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	// One in misbehaviour model calls goes wrong.
	misbehaviour = 5
	deltaPause   = 15 * time.Millisecond
)

// ScriptedModel is an OpenAI-compatible endpoint that answers from what it is shown, with the lines that
// contain the question's word. Now and then a call goes wrong: refused for now, cut off, or garbage.
type ScriptedModel struct {
	model  *Model
	url    string
	server *http.Server

	mu  sync.Mutex
	rng *rand.Rand
}

// StartModel serves on its own port. What goes wrong follows from the seed and the order of the calls.
func StartModel(ctx context.Context, m *Model, seed uint64) (*ScriptedModel, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &ScriptedModel{model: m, url: "http://" + l.Addr().String() + "/v1", rng: rand.New(rand.NewPCG(seed, 0x30de1))}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.server.Serve(l) }()
	return s, nil
}

// Stop ends the server.
func (s *ScriptedModel) Stop() { _ = s.server.Close() }

// chatRequest is the part of a request that the endpoint reads.
type chatRequest struct {
	Stream   bool
	Messages []struct {
		Role    string
		Content json.RawMessage
	}
	Format struct {
		Schema struct{ Name string } `json:"json_schema"`
	} `json:"response_format"`
}

// mood decides how one call goes.
func (s *ScriptedModel) mood() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rng.IntN(misbehaviour) != 0 {
		return "well"
	}
	return []string{"busy", "cut", "garbage"}[s.rng.IntN(3)]
}

func (s *ScriptedModel) chat(w http.ResponseWriter, r *http.Request) {
	var req chatRequest
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil || json.Unmarshal(body, &req) != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	text, mood := req.answer(), s.mood()
	s.model.Count("model call: " + mood)
	switch mood {
	case "busy":
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error":{"message":"slow down","type":"rate_limit_error"}}`)
		return
	case "garbage":
		if req.Format.Schema.Name == "" {
			break // prose is a valid answer if no format was requested
		}
		text = "%%% {not json " + strings.Repeat("x", 20)
	}
	if !req.Stream {
		whole(w, text, mood == "cut")
		return
	}
	stream(w, text, mood == "cut")
}

func whole(w http.ResponseWriter, text string, cut bool) {
	if cut {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/json")
	message := map[string]any{"role": "assistant", "content": text}
	_, _ = w.Write(jsonBody(map[string]any{
		"id": "1", "object": "chat.completion", "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": message}},
		"usage":   map[string]int{"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20},
	}))
}

// stream sends a few letters at a time, so that faults and departing clients hit it in the middle.
func stream(w http.ResponseWriter, text string, cut bool) {
	w.Header().Set("Content-Type", "text/event-stream")
	pieces := regexp.MustCompile(`(?s).{1,12}`).FindAllString(text, -1)
	for i, piece := range pieces {
		if cut && i == len(pieces)/2 {
			panic(http.ErrAbortHandler)
		}
		chunk(w, map[string]any{"index": 0, "delta": map[string]string{"role": "assistant", "content": piece}})
		time.Sleep(deltaPause)
	}
	chunk(w, map[string]any{"index": 0, "delta": map[string]string{}, "finish_reason": "stop"})
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func chunk(w http.ResponseWriter, choice map[string]any) {
	fmt.Fprintf(w, "data: %s\n\n", jsonBody(map[string]any{
		"id": "1", "object": "chat.completion.chunk", "model": "scripted", "choices": []any{choice},
	}))
	w.(http.Flusher).Flush()
}

// answer returns what a well-behaved model says.
func (r chatRequest) answer() string {
	prompt, system := "", ""
	for _, m := range r.Messages {
		switch m.Role {
		case "user":
			prompt = contentText(m.Content)
		case "system":
			system = contentText(m.Content)
		}
	}
	switch r.Format.Schema.Name {
	case "answer":
		return asJSON(quotes(prompt))
	case "query":
		_, question, _ := strings.Cut(prompt, "Last question: ")
		return string(jsonBody(map[string]any{"standalone": question, "keywords": []string{}}))
	case "extraction", "cites":
		return "{}"
	}
	if strings.HasPrefix(system, "You answer questions") {
		return asLines(quotes(prompt))
	}
	return "Words of the campaign"
}

// contentText returns a message's text: a string, or the texts of its parts.
func contentText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct{ Text string }
	_ = json.Unmarshal(raw, &parts)
	for _, p := range parts {
		text += p.Text
	}
	return text
}

var (
	passageStart = regexp.MustCompile(`^\S+ (c\d+), page `)
	fileStart    = regexp.MustCompile(`^\S+ file: `)
)

// quote is a line of a passage that answers the question.
type quote struct{ passage, line string }

// quotes returns all lines shown that contain a word of the question.
func quotes(prompt string) []quote {
	passages, question, _ := strings.Cut(prompt, "\n\nQuestion: ")
	word, id := wordPattern.FindString(question), ""
	var found []quote
	for line := range strings.Lines(passages) {
		line = strings.TrimSpace(line)
		if start := passageStart.FindStringSubmatch(line); start != nil {
			id = start[1]
		}
		if word != "" && strings.Contains(line, word) && !fileStart.MatchString(line) {
			found = append(found, quote{id, line})
		}
	}
	return found
}

// asJSON returns an answer in the structured form.
func asJSON(quotes []quote) string {
	sentences := []any{}
	for _, q := range quotes {
		cite := map[string]string{"id": q.passage, "quote": q.line}
		sentences = append(sentences, map[string]any{"text": q.line, "cites": []any{cite}})
	}
	return string(jsonBody(map[string]any{"answerable": len(quotes) > 0, "sentences": sentences}))
}

// asLines returns an answer in the form for models without structured output.
func asLines(quotes []quote) string {
	if len(quotes) == 0 {
		return "NONE"
	}
	var b strings.Builder
	for _, q := range quotes {
		fmt.Fprintf(&b, "S: %s\nQ %s: %s\n", q.line, q.passage, q.line)
	}
	return b.String()
}
