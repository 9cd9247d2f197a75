package door

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
)

// Batch is a set of documents that were sent together.
type Batch struct {
	ID         string      `json:"id"`
	Status     string      `json:"status"`
	Counts     BatchCounts `json:"counts"`
	CreatedAt  string      `json:"created_at"`
	FinishedAt *string     `json:"finished_at"` // nil: documents are still in flight
}

// BatchCounts counts the documents of a batch by state.
type BatchCounts struct {
	Total      int `json:"total"`
	Pending    int `json:"pending"`
	Processing int `json:"processing"`
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Expired    int `json:"expired"`
	Deleted    int `json:"deleted"`
}

// Ended returns how many documents are no longer in flight.
func (c BatchCounts) Ended() int { return c.Total - c.Pending - c.Processing }

// BatchSize is the maximum number of documents in a batch.
const BatchSize = 1000

func batchPath(id string) string { return "/batches/" + url.PathEscape(id) }

// CreateBatch sends files as one batch. It reads them one after the other.
func (c *Client) CreateBatch(ctx context.Context, fields []Field, files []File) (Batch, error) {
	var b Batch
	err := c.uploadAll(ctx, "/batches", fields, "files", files, &b)
	return b, err
}

// CreateBatchOf creates a batch of documents that are stored elsewhere. body has their urls or file_ids, and the
// options for all of them.
func (c *Client) CreateBatchOf(ctx context.Context, body map[string]any) (Batch, error) {
	var b Batch
	err := c.Post(ctx, "/batches", body, &b)
	return b, err
}

// Batch returns a batch.
func (c *Client) Batch(ctx context.Context, id string) (Batch, error) {
	var b Batch
	err := c.Get(ctx, batchPath(id), nil, &b)
	return b, err
}

// Batches returns a page of the batches, newest first.
func (c *Client) Batches(ctx context.Context, skip, limit int) (List[Batch], error) {
	var list List[Batch]
	err := c.Get(ctx, "/batches", Paging(skip, limit), &list)
	return list, err
}

// BatchDocuments returns a page of the documents of a batch, in the order in which they were sent.
func (c *Client) BatchDocuments(ctx context.Context, id string, skip, limit int) (List[Document], error) {
	var list List[Document]
	err := c.Get(ctx, batchPath(id)+"/documents", Paging(skip, limit), &list)
	return list, err
}

// BatchResults writes all results of a batch that has ended to w, as an archive (zip) or as JSON lines (jsonl).
func (c *Client) BatchResults(ctx context.Context, id, format string, w io.Writer) error {
	res, err := c.do(ctx, http.MethodGet, c.url(batchPath(id)+"/results?format="+url.QueryEscape(format)), nil, "")
	if err != nil {
		return err
	}
	_, err = io.Copy(w, res.Body)
	return errors.Join(err, res.Body.Close())
}

// DeleteBatch deletes a batch and its documents.
func (c *Client) DeleteBatch(ctx context.Context, id string) error {
	return c.Delete(ctx, batchPath(id))
}

// CancelBatch cancels the documents of a batch that have not ended yet.
func (c *Client) CancelBatch(ctx context.Context, id string) (Batch, error) {
	var b Batch
	err := c.exchange(ctx, http.MethodPost, batchPath(id)+"/cancel", nil, "", &b)
	return b, err
}
