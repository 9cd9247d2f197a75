// Package activities is everything that touches the world: rows, blobs, converters, other people's servers. Each
// activity is safe to run twice, for a worker may die after its last line and before anyone hears of it.
package activities

import (
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/egress"
	"quire/internal/index"
	"quire/internal/model"
	"quire/schema"
)

// Activities holds what the activities work with. Its exported methods are the activities.
type Activities struct {
	DB      *schema.DB
	Blobs   *blob.Store
	Convert *convert.Converter
	// Quick converts short files beside Convert, so that they need not wait for long ones; nil is Convert.
	Quick  *convert.Converter
	Egress *egress.Client
	Index  *index.Index
	// Embed makes vectors of passages and queries; nil searches by words alone.
	Embed *model.Client
	// Chat writes answers; nil answers by quoting.
	Chat *model.Client
	// Reranker orders what was found by how well it answers; nil leaves the order of the search.
	Reranker *model.Client
	// AssistTimeout is what a question waits for a model that only makes the answer better; 0 means 20 seconds.
	AssistTimeout time.Duration
	Log           *slog.Logger
	// LostPages counts pages of whose words the layout lost some; nil counts nothing.
	LostPages prometheus.Counter
	Webhooks  Webhooks
	// Retention is how long results are kept; 0 keeps them.
	Retention time.Duration
	// Allowance is what a plan allows.
	Allowance func(plan string) schema.Allowance
	// MaxFetch is the largest file, in bytes, that a URL may give.
	MaxFetch int64
	// Wake tells the relay of this process that a transaction has just promised a workflow.
	Wake func()
}
