// Package activities holds everything that touches the outside world: rows, blobs, converters and other people's
// servers. Each activity is safe to run twice, because a worker may die after finishing the work and before reporting
// it.
//
// There is one struct for each kind of task queue. Its exported methods are the activities of that queue, and its
// fields are their only dependencies, so a worker that does not serve the queue needs none of them.
package activities

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.temporal.io/sdk/activity"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/egress"
	"quire/internal/embedding"
	"quire/internal/index"
	"quire/internal/model"
	"quire/internal/seal"
	"quire/internal/source"
	"quire/schema"
)

// Rows holds the activities of the workflow queue: short reads and writes of rows, and the removal of what deletions
// and new versions leave behind.
type Rows struct {
	DB    *schema.DB
	Blobs *blob.Store
	// Index returns the index once it is open. Until then it returns an error and the activity is retried; most other
	// activities do not need the index.
	Index    func(context.Context) (*index.Index, error)
	Webhooks Webhooks
	// Retention is how long results are kept; 0 keeps them indefinitely.
	Retention time.Duration
	// NamesSessions reports whether there is a model to name sessions.
	NamesSessions bool
	// Wake tells the relay of this process that a transaction has just added a workflow to the outbox.
	Wake func()
}

// Convert holds the activities of the CPU-bound queues, quick and convert.
type Convert struct {
	DB        *schema.DB
	Blobs     *blob.Store
	Converter *convert.Converter
	Log       *slog.Logger
	// LostPages counts pages on which the layout analysis lost words; nil disables the count.
	LostPages prometheus.Counter
}

// Model holds the activities of the model queue: those that query models and the index, and upkeep that is not urgent.
type Model struct {
	DB    *schema.DB
	Blobs *blob.Store
	Index *index.Index
	// Embed turns passages and queries into vectors; nil means lexical search only.
	Embed embedding.Embedder
	// Chat writes answers; without it, answers are quotations.
	Chat *model.Client
	// Reranker orders search results by how well they answer the question; nil keeps the order of the search.
	Reranker *model.Client
	// AssistTimeout is how long a question waits for a model that only improves the answer; 0 means 20 seconds.
	AssistTimeout time.Duration
	// Configuration describes the models and settings above to people.
	Configuration Configuration
	Log           *slog.Logger
}

// Egress holds the activities of the egress queue, which reach addresses that users chose.
type Egress struct {
	DB     *schema.DB
	Blobs  *blob.Store
	Client *egress.Client
	// Allowance returns what a plan allows.
	Allowance func(plan string) schema.Allowance
	// MaxFetch is the largest file, in bytes, that a URL may return or a source may have.
	MaxFetch int64
	// Sources opens the sources that are mirrored into collections.
	Sources source.Opener
	// Secrets decrypts the credentials of sources; if nil, they cannot be read.
	Secrets *seal.Keys
}

// heartbeat tells the server every second that the worker is alive, which is also how ctx learns that the work was
// cancelled. Without a server, in a command or a test, it does nothing.
func heartbeat(ctx context.Context) (stop func()) {
	if !activity.IsActivity(ctx) {
		return func() {}
	}
	return every(ctx, time.Second, func() bool {
		activity.RecordHeartbeat(ctx)
		return true
	})
}

// every calls do at the given interval until do returns false, ctx ends or stop is called.
func every(ctx context.Context, interval time.Duration, do func() (again bool)) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if !do() {
				return
			}
		}
	}()
	return func() { close(done) }
}
