package model

import (
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
)

// format is the way in which an endpoint is made to return JSON, from the strictest to none.
type format int

const (
	strictSchema format = iota
	looseSchema
	anyJSON
	instruction
)

// The schemas of extractors that are no longer used need not be remembered forever.
const maxRememberedSchemas = 1000

// dialect records the fields that an endpoint does not know, or knows by another name.
type dialect struct {
	completionTokens bool // max_completion_tokens in place of max_tokens
	noTemperature    bool
	noUsage          bool // no stream_options
}

// abilities remembers what worked, so that only the first request of a kind has to find out through refusals.
type abilities struct {
	mu         sync.Mutex
	dialect    dialect
	formats    map[[sha256.Size]byte]format
	takesTexts atomic.Bool // the /rerank of Text Embeddings Inference
}

// negotiate makes a call in the form that worked last time, and moves to the next simpler form for as long as the
// endpoint refuses the request. That is not a retry: every call is a different request. If even the simplest form is
// refused, the first refusal is returned, because the form was not to blame.
func (c *Client) negotiate(req Request, call func(dialect, format) (Result, error)) (Result, error) {
	d, f := c.known(req)
	var first error
	for {
		res, err := call(d, f)
		if err == nil {
			c.remember(req, d, f)
			return res, nil
		}
		if first == nil {
			first = err
		}
		refusal, ok := errors.AsType[*Error](err)
		if !ok || refusal.Kind != BadRequest || !aboutTheForm(refusal.Status) {
			return res, err
		}
		if !d.adapt(req, refusal.Message) {
			if req.Schema == nil || f == instruction {
				return res, first
			}
			f++
		}
	}
}

func aboutTheForm(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusUnprocessableEntity || status == http.StatusNotImplemented
}

// adapt changes what a refusal complains about. It returns false if there is nothing to change.
func (d *dialect) adapt(req Request, complaint string) bool {
	switch {
	case !d.completionTokens && req.MaxTokens > 0 && strings.Contains(complaint, "max_completion_tokens"):
		d.completionTokens = true
	case !d.noTemperature && strings.Contains(complaint, "temperature"):
		d.noTemperature = true
	case !d.noUsage && (strings.Contains(complaint, "stream_options") || strings.Contains(complaint, "include_usage")):
		d.noUsage = true
	default:
		return false
	}
	return true
}

func (a *abilities) known(req Request) (dialect, format) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.dialect, a.formats[sha256.Sum256(req.Schema)]
}

func (a *abilities) remember(req Request, d dialect, f format) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dialect = d
	if req.Schema == nil || f == strictSchema {
		return
	}
	if a.formats == nil || len(a.formats) >= maxRememberedSchemas {
		a.formats = map[[sha256.Size]byte]format{}
	}
	a.formats[sha256.Sum256(req.Schema)] = f
}
