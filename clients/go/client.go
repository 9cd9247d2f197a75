// Package quire is a client of Quire, which turns documents into Markdown, structured data and cited answers.
//
//	client, err := quire.New(quire.Config{})
//	markdown, err := client.Convert(ctx, quire.Path("report.pdf"), quire.DocumentOptions{})
//
// Lists and streams are iterators. Requests that fail temporarily are repeated under the same idempotency key. Errors
// of the service have the type *APIError and match ErrNotFound and the like with errors.Is. A client is safe for
// concurrent use.
package quire

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"
)

// Config holds the address of the service and how to talk to it. The zero value takes address and key from the
// environment.
type Config struct {
	// Server is the address of the service. It defaults to $QUIRE_SERVER, or else to http://localhost:8080.
	Server string
	// Key is an API key. It defaults to $QUIRE_API_KEY.
	Key string
	// Retries is how often a request that failed temporarily is repeated. 0 means 3, and a negative number means never.
	Retries int
	// Timeout is how long a request may go without receiving a byte before it fails. 0 means one minute. Use a context
	// to bound an entire call.
	Timeout time.Duration
	// HTTPClient is used instead of http.DefaultClient. Its own timeout should be 0, because it would cut streams off.
	HTTPClient *http.Client
}

// Client is a client of one service using one key.
type Client struct {
	base    string
	key     string
	retries int
	timeout time.Duration
	http    *http.Client
}

// New returns a client. It returns an error if there is no key.
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

// first returns the first non-empty text.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

type idempotencyKey struct{}

// WithIdempotencyKey returns a context under which every POST takes effect once, however often it is sent, even by
// another process. Without it, each call uses a key of its own.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}
