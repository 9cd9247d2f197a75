package quire

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"quire/clients/go/internal/retry"
	"quire/clients/go/internal/sse"
)

// Progress is how far the processing of a document or file has got.
type Progress struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	// Step is queued, fetch, convert, finish or embed, or nil when nothing is left to do.
	Step      *string `json:"step"`
	PagesDone int     `json:"pages_done"`
	// PagesTotal is nil while unknown.
	PagesTotal *int `json:"pages_total"`
	// Seconds is how long it has taken so far.
	Seconds float64 `json:"seconds"`
	// Error is the reason of a failure.
	Error *string `json:"error"`
}

// wait waits until the object at the path has reached a final state, following its events or, where these are
// unavailable, polling.
func wait[T any](ctx context.Context, c *Client, path string, status func(*T) string, over []string, show func(Progress)) (*T, error) {
	if show == nil {
		show = func(Progress) {}
	}
	followed, rest := true, retry.First
	for {
		followed = followed && c.follow(ctx, path, show)
		_, raw, err := c.send(ctx, http.MethodGet, path, call{})
		if err != nil {
			return nil, err
		}
		found := new(T)
		if err := json.Unmarshal(raw, found); err != nil {
			return nil, err
		}
		if !followed {
			show(asked(raw))
		}
		if slices.Contains(over, status(found)) {
			return found, nil
		}
		if rest, err = pause(ctx, path, status(found), rest); err != nil {
			return nil, err
		}
	}
}

// asked returns the progress as far as the object itself shows it.
func asked(raw []byte) Progress {
	var found struct {
		ID, Status string
		PageCount  *int `json:"page_count"`
	}
	_ = json.Unmarshal(raw, &found) // raw has been decoded before
	return Progress{ID: found.ID, Status: found.Status, PagesTotal: found.PageCount}
}

// poll polls the object at the path until it has reached a final state.
func poll[T any](ctx context.Context, c *Client, path string, status func(*T) string, over []string, show func(*T)) (*T, error) {
	for rest := retry.First; ; {
		found, err := read[T](ctx, c, http.MethodGet, path, call{})
		if err != nil {
			return nil, err
		}
		if show != nil {
			show(found)
		}
		if slices.Contains(over, status(found)) {
			return found, nil
		}
		if rest, err = pause(ctx, path, status(found), rest); err != nil {
			return nil, err
		}
	}
}

// pause waits before the next poll, and returns how long to wait the time after.
func pause(ctx context.Context, path, status string, rest time.Duration) (time.Duration, error) {
	if err := sleep(ctx, rest); err != nil {
		return 0, fmt.Errorf("%s is still %s, and processing continues: %w", path, status, err)
	}
	return min(rest*3/2, retry.Highest), nil
}

// follow reports the events of processing to show until they end, and reports whether there were any.
func (c *Client) follow(ctx context.Context, path string, show func(Progress)) bool {
	header := http.Header{"Authorization": {"Bearer " + c.key}}
	response, err := c.exchange(ctx, http.MethodGet, path+"/events", header, call{patience: silence})
	if err != nil {
		return false
	}
	defer response.Body.Close()
	seen := false
	for event, err := range sse.Read(response.Body) {
		if err != nil {
			return seen
		}
		seen = true
		var progress Progress
		if (event.Name == "progress" || event.Name == "end") && json.Unmarshal([]byte(event.Data), &progress) == nil {
			show(progress)
		}
	}
	return seen
}
