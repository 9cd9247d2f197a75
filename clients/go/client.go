// Package quire is a client of Quire, which turns documents into Markdown, structured data and cited answers.
//
//	client, err := quire.New(quire.Config{})
//	markdown, err := client.Convert(ctx, quire.Path("report.pdf"), quire.DocumentOptions{})
//
// Lists and streams are iterators. Requests that fail for a passing reason are sent again, under the same idempotency
// key. Errors of the service are of the type *APIError, and one of ErrNotFound and the like for errors.Is. A client may
// be used by several goroutines at once.
package quire

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"
)

// Config says where the service is and how it is talked to. Its zero value takes both from the environment.
type Config struct {
	// Server is the address of the service; without it QUIRE_SERVER, or http://localhost:8080.
	Server string
	// Key is an API key; without it QUIRE_API_KEY.
	Key string
	// Retries is how often a request is sent again that failed for a passing reason: 0 stands for 3, and any negative
	// number for never.
	Retries int
	// Timeout is after how long without a byte a request counts as failed: 0 stands for a minute. A context bounds the
	// whole of a call.
	Timeout time.Duration
	// HTTPClient is used instead of http.DefaultClient. Its own timeout should be 0, because it would end streams.
	HTTPClient *http.Client
}

// Client is a client of one service, for one key.
type Client struct {
	base    string
	key     string
	retries int
	timeout time.Duration
	http    *http.Client
}

// New returns a client. Without a key there is none.
func New(c Config) (*Client, error) {
	server := strings.TrimRight(first(c.Server, os.Getenv("QUIRE_SERVER"), "http://localhost:8080"), "/")
	if !strings.HasSuffix(server, "/api/v1") {
		server += "/api/v1"
	}
	client := &Client{base: server, key: first(c.Key, os.Getenv("QUIRE_API_KEY")), retries: c.Retries, timeout: c.Timeout, http: c.HTTPClient}
	if client.key == "" {
		return nil, errors.New("a key is required: give Key, or set QUIRE_API_KEY")
	}
	if client.retries == 0 {
		client.retries = 3
	}
	if client.timeout == 0 {
		client.timeout = time.Minute
	}
	if client.http == nil {
		client.http = http.DefaultClient
	}
	return client, nil
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

type idempotencyKey struct{}

// WithIdempotencyKey returns a context under which every POST has its effect once, however often it is sent, even by
// another process. Without it each call has a key of its own.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}
