package door

import (
	"context"
	"net/url"
)

// Source is an external place that is mirrored into a collection.
type Source struct {
	ID           string         `json:"id"`
	Name         string         `json:"name"`
	CollectionID string         `json:"collection_id"`
	Kind         string         `json:"kind"`
	Settings     SourceSettings `json:"settings"`
	EveryMinutes int            `json:"every_minutes"`
	Rate         int            `json:"rate"`
	AddOnly      bool           `json:"add_only"`
	Include      []string       `json:"include"`
	Exclude      []string       `json:"exclude"`
	HasSecret    bool           `json:"has_secret"`
	PausedAt     *string        `json:"paused_at"`
	PauseReason  *string        `json:"pause_reason"`
	NextRunAt    *string        `json:"next_run_at"` // nil: it is paused
}

// SourceSettings say where a source is. Which of them are set depends on its kind.
type SourceSettings struct {
	Path        string `json:"path,omitempty"`
	Bucket      string `json:"bucket,omitempty"`
	Prefix      string `json:"prefix,omitempty"`
	Region      string `json:"region,omitempty"`
	Endpoint    string `json:"endpoint,omitempty"`
	AccessKeyID string `json:"access_key_id,omitempty"`
	URL         string `json:"url,omitempty"`
	Username    string `json:"username,omitempty"`
	Mailbox     string `json:"mailbox,omitempty"`
}

// NewSource describes a source to be created. Zero values stand for the service's defaults.
type NewSource struct {
	Name         string         `json:"name"`
	CollectionID string         `json:"collection_id"`
	Kind         string         `json:"kind"`
	Settings     SourceSettings `json:"settings"`
	Secret       string         `json:"secret,omitempty"`
	EveryMinutes int            `json:"every_minutes,omitempty"`
	Rate         int            `json:"rate,omitempty"`
	AddOnly      bool           `json:"add_only"`
	Include      []string       `json:"include,omitempty"`
	Exclude      []string       `json:"exclude,omitempty"`
	Preview      bool           `json:"preview"`
}

// SourceRun is a run of a source.
type SourceRun struct {
	ID         string       `json:"id"`
	Status     string       `json:"status"`
	DryRun     bool         `json:"dry_run"`
	Listed     int          `json:"listed"`
	Counts     SourceCounts `json:"counts"`
	Error      *string      `json:"error"`
	CreatedAt  string       `json:"created_at"`
	FinishedAt *string      `json:"finished_at"` // nil: it is under way
}

// SourceCounts counts what a run did with items, or what a dry run would have done.
type SourceCounts struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Deleted int `json:"deleted"`
	Kept    int `json:"kept"`
	Failed  int `json:"failed"`
}

// SourceLogEntry is what a run did with one item.
type SourceLogEntry struct {
	Path   string  `json:"path"`
	Action string  `json:"action"`
	Detail string  `json:"detail"`
	At     string  `json:"at"`
	FileID *string `json:"file_id"` // nil: the item is not a file of the collection
}

func sourcePath(id string) string { return "/sources/" + url.PathEscape(id) }

func sourceRunPath(id, run string) string { return sourcePath(id) + "/runs/" + url.PathEscape(run) }

// CreateSource creates a source.
func (c *Client) CreateSource(ctx context.Context, added NewSource) (Source, error) {
	var s Source
	err := c.Post(ctx, "/sources", added, &s)
	return s, err
}

// Sources returns a page of the sources, newest first.
func (c *Client) Sources(ctx context.Context, skip, limit int) (List[Source], error) {
	var list List[Source]
	err := c.Get(ctx, "/sources", Paging(skip, limit), &list)
	return list, err
}

// PauseSource stops the current run of a source and prevents further ones.
func (c *Client) PauseSource(ctx context.Context, id string) (Source, error) {
	var s Source
	err := c.Post(ctx, sourcePath(id)+"/pause", struct{}{}, &s)
	return s, err
}

// ResumeSource begins a run at once, which may delete most of the files if the caller allows it.
func (c *Client) ResumeSource(ctx context.Context, id string, allowDeletions bool) (Source, error) {
	var s Source
	err := c.Post(ctx, sourcePath(id)+"/resume", map[string]bool{"allow_deletions": allowDeletions}, &s)
	return s, err
}

// DeleteSource deletes a source. The files that it has mirrored remain.
func (c *Client) DeleteSource(ctx context.Context, id string) error {
	return c.Delete(ctx, sourcePath(id))
}

// RunSource begins a run. A dry run changes nothing.
func (c *Client) RunSource(ctx context.Context, id string, dry bool) (SourceRun, error) {
	var r SourceRun
	err := c.Post(ctx, sourcePath(id)+"/runs", map[string]bool{"dry_run": dry}, &r)
	return r, err
}

// SourceRuns returns a page of the runs of a source, newest first.
func (c *Client) SourceRuns(ctx context.Context, id string, skip, limit int) (List[SourceRun], error) {
	var list List[SourceRun]
	err := c.Get(ctx, sourcePath(id)+"/runs", Paging(skip, limit), &list)
	return list, err
}

// SourceRun returns a run of a source.
func (c *Client) SourceRun(ctx context.Context, id, run string) (SourceRun, error) {
	var r SourceRun
	err := c.Get(ctx, sourceRunPath(id, run), nil, &r)
	return r, err
}

// SourceLog returns a page of the log of a run, in order.
func (c *Client) SourceLog(ctx context.Context, id, run string, skip, limit int) (List[SourceLogEntry], error) {
	var list List[SourceLogEntry]
	err := c.Get(ctx, sourceRunPath(id, run)+"/log", Paging(skip, limit), &list)
	return list, err
}
