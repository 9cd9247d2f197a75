package quire

import (
	"context"
	"iter"
	"net/http"
)

// CreateSource mirrors an external place into a collection. The first run is a dry run, after which the source is
// paused, unless Preview says otherwise.
func (c *Client) CreateSource(ctx context.Context, added NewSource) (*Source, error) {
	return read[Source](ctx, c, http.MethodPost, "/sources", call{json: added})
}

// ListSources yields sources, newest first, limited to one collection if collectionID is not empty.
func (c *Client) ListSources(ctx context.Context, collectionID string) iter.Seq2[Source, error] {
	return list[Source](ctx, c, "/sources", filter("collection_id", collectionID))
}

// GetSource returns a source.
func (c *Client) GetSource(ctx context.Context, id string) (*Source, error) {
	return read[Source](ctx, c, http.MethodGet, at("sources", id), call{})
}

// ChangeSource changes the fields that are set, and no others.
func (c *Client) ChangeSource(ctx context.Context, id string, change SourceChange) (*Source, error) {
	return read[Source](ctx, c, http.MethodPatch, at("sources", id), call{json: change})
}

// DeleteSource deletes a source. The files that it has mirrored stay in the collection.
func (c *Client) DeleteSource(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("sources", id), nil, nil, nil)
}

// PauseSource stops the current run and prevents new ones.
func (c *Client) PauseSource(ctx context.Context, id string) (*Source, error) {
	return read[Source](ctx, c, http.MethodPost, at("sources", id, "pause"), call{})
}

// ResumeSource starts a run at once, which may delete most of the files if AllowDeletions is set.
func (c *Client) ResumeSource(ctx context.Context, id string, how SourceResume) (*Source, error) {
	return read[Source](ctx, c, http.MethodPost, at("sources", id, "resume"), call{json: how})
}

// RunSource starts a run now. A dry run changes nothing; its log shows what would be done.
func (c *Client) RunSource(ctx context.Context, id string, how NewSourceRun) (*SourceRun, error) {
	return read[SourceRun](ctx, c, http.MethodPost, at("sources", id, "runs"), call{json: how})
}

// ListSourceRuns yields the runs of a source, newest first.
func (c *Client) ListSourceRuns(ctx context.Context, id string) iter.Seq2[SourceRun, error] {
	return list[SourceRun](ctx, c, at("sources", id, "runs"), nil)
}

// GetSourceRun returns a run with the numbers of items added, changed, deleted, kept and failed.
func (c *Client) GetSourceRun(ctx context.Context, id, runID string) (*SourceRun, error) {
	return read[SourceRun](ctx, c, http.MethodGet, at("sources", id, "runs", runID), call{})
}

// ListSourceLog yields what a run did with items that were not unchanged, in order, limited to one kind of action if
// action is not empty.
func (c *Client) ListSourceLog(ctx context.Context, id, runID string, action SourceAction) iter.Seq2[SourceLogEntry, error] {
	return list[SourceLogEntry](ctx, c, at("sources", id, "runs", runID, "log"), filter("action", action))
}
