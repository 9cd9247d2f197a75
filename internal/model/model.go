// Package model talks to OpenAI-compatible endpoints: chat completion, streamed or not, embeddings, image input, and
// reranking. It never retries: that is up to the caller, who knows how long the work may wait. Every answer is bounded
// in time and bytes, and a stream that breaks off is never mistaken for an answer.
package model

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/sashabaranov/go-openai"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Config describes one model at one endpoint.
type Config struct {
	BaseURL string // up to and including /v1; the API's paths are appended
	Key     string // sent as a bearer token unless empty
	Model   string // the endpoint's name for the model

	Timeout     time.Duration // for a whole call; 0 means 5 minutes
	IdleTimeout time.Duration // for silence in a stream; 0 means 60 seconds

	MaxConcurrent int // concurrent calls; further ones wait; 0 means 4
	Window        int // tokens of context; 0 means 32,768
	Dimensions    int // to which the endpoint is asked to shorten embeddings; 0 does not ask

	Transport http.RoundTripper // nil means one like http.DefaultTransport

	// Tracer creates a span for every call, without any part of the question or answer; nil creates none.
	Tracer trace.Tracer

	// Meter counts the calls; nil counts nothing.
	Meter *KindMeter
}

// Client calls one model. It is safe for concurrent use.
type Client struct {
	cfg   Config
	base  *url.URL
	http  http.Client
	api   *openai.Client // through transport
	slots chan struct{}
	*abilities
	memory Memory
}

// New creates a client. It returns an error that names what is missing in cfg, if anything is.
func New(cfg Config) (*Client, error) {
	base, err := url.Parse(cfg.BaseURL)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, errors.New("model endpoint: the base URL is not an http or https URL")
	}
	if cfg.Model == "" {
		return nil, errors.New("model endpoint: the model's name is missing")
	}
	cfg.Timeout = cmp.Or(cfg.Timeout, 5*time.Minute)
	cfg.IdleTimeout = cmp.Or(cfg.IdleTimeout, time.Minute)
	cfg.MaxConcurrent = cmp.Or(cfg.MaxConcurrent, 4)
	cfg.Window = cmp.Or(cfg.Window, 32_768)
	if cfg.Tracer == nil {
		cfg.Tracer = noop.NewTracerProvider().Tracer("")
	}
	c := &Client{cfg: cfg, base: base, slots: make(chan struct{}, cfg.MaxConcurrent), abilities: &abilities{}}
	c.http = http.Client{Transport: cfg.Transport, CheckRedirect: stayHere}
	if cfg.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = cfg.MaxConcurrent
		c.http.Transport = t
	}
	api := openai.DefaultConfig(cfg.Key)
	api.BaseURL, api.HTTPClient = base.String(), transport{c}
	c.api = openai.NewClientWithConfig(api)
	return c, nil
}

// stayHere keeps the key and the text from being sent wherever an endpoint redirects.
func stayHere(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Model returns the endpoint's name for the model.
func (c *Client) Model() string { return c.cfg.Model }

// Window returns the number of tokens that prompt and answer may have together.
func (c *Client) Window() int { return c.cfg.Window }

// Role is who wrote a message.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one message of a conversation.
type Message struct {
	Role Role
	Text string
}

// Request asks for one answer. With a Schema the answer is JSON, which the endpoint is made to produce by the strictest
// means it supports: the schema as a grammar, JSON of any shape, or the schema as an instruction. Only a Schema in the
// subset that providers enforce (every property required, no additional ones) is enforced.
type Request struct {
	System      string
	Messages    []Message
	Schema      json.RawMessage // a JSON Schema of an object, or nil
	SchemaName  string          // [A-Za-z0-9_-]; "answer" when empty
	MaxTokens   int             // of the answer; 0 leaves it to the endpoint
	Temperature float32         // 0 is sent as 0
}

// FinishReason says why an answer ended.
type FinishReason string

// The finish reasons of an answer. Any other ending is an error.
const (
	Stop   FinishReason = "stop"
	Length FinishReason = "length" // MaxTokens or the window were used up: the text is cut
)

// Result is an answer without the model's reasoning and, with a Schema, without anything around the JSON. If the finish
// reason is Stop, that JSON is well-formed.
type Result struct {
	Text         string
	FinishReason FinishReason
	Usage        Usage
}

// Usage counts tokens as reported by the endpoint; 0 if it does not report them.
type Usage struct {
	PromptTokens     int
	CompletionTokens int
}
