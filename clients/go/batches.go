package quire

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
)

var batchOver = []string{"COMPLETED", "CANCELLED"}

// longestResult is the maximum length of a line of a batch's results, in bytes.
const longestResult = 1 << 30

// CreateBatch sends up to a thousand files, addresses of files, or files of collections to be converted, and returns at
// once. The three kinds cannot be mixed. If a single file is refused, its document holds the reason.
func (c *Client) CreateBatch(ctx context.Context, sources []Input, options DocumentOptions) (*Batch, error) {
	var body any
	switch {
	case len(sources) > 0 && sources[0].urls != "":
		body = NewBatchByURLs{
			Urls: mapped(sources, func(s Input) string { return s.urls }), Accuracy: options.Accuracy, ExtractorID: options.ExtractorID,
			PageSeparator: options.PageSeparator, SkipImages: options.SkipImages, Mask: options.Mask, MaskRegion: options.MaskRegion, CallbackURL: options.CallbackURL,
		}
	case len(sources) > 0 && sources[0].stored != "":
		body = NewBatchOfFiles{
			FileIds: mapped(sources, func(s Input) string { return s.stored }), Accuracy: options.Accuracy, ExtractorID: options.ExtractorID,
			PageSeparator: options.PageSeparator, SkipImages: options.SkipImages, Mask: options.Mask, MaskRegion: options.MaskRegion, CallbackURL: options.CallbackURL,
		}
	default:
		return read[Batch](ctx, c, http.MethodPost, "/batches", call{form: newForm(options.fields(), "files", sources, options.UploadProgress)})
	}
	return read[Batch](ctx, c, http.MethodPost, "/batches", call{json: body})
}

func mapped(sources []Input, of func(Input) string) []string {
	values := make([]string, len(sources))
	for i, source := range sources {
		values[i] = of(source)
	}
	return values
}

// ListBatches yields batches, newest first.
func (c *Client) ListBatches(ctx context.Context) iter.Seq2[Batch, error] {
	return list[Batch](ctx, c, "/batches", nil)
}

// GetBatch returns a batch with the number of its documents in each state.
func (c *Client) GetBatch(ctx context.Context, id string) (*Batch, error) {
	return read[Batch](ctx, c, http.MethodGet, at("batches", id), call{})
}

// WaitBatch waits until a batch is COMPLETED or CANCELLED, and meanwhile calls show, if not nil, with its current
// state.
func (c *Client) WaitBatch(ctx context.Context, id string, show func(*Batch)) (*Batch, error) {
	return poll(ctx, c, at("batches", id), func(b *Batch) string { return b.Status }, batchOver, show)
}

// CancelBatch cancels the documents of a batch that have not ended.
func (c *Client) CancelBatch(ctx context.Context, id string) (*Batch, error) {
	return read[Batch](ctx, c, http.MethodPost, at("batches", id, "cancel"), call{})
}

// DeleteBatch permanently deletes a batch and its documents, whatever their states.
func (c *Client) DeleteBatch(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("batches", id), nil, nil, nil)
}

// ListBatchDocuments yields the documents of a batch, in the order in which they were sent.
func (c *Client) ListBatchDocuments(ctx context.Context, id string) iter.Seq2[DocumentSummary, error] {
	return list[DocumentSummary](ctx, c, at("batches", id, "documents"), nil)
}

// GetBatchResults yields the result of every document of a batch that has ended, including its output as text.
func (c *Client) GetBatchResults(ctx context.Context, id string) iter.Seq2[BatchResult, error] {
	return func(yield func(BatchResult, error) bool) {
		response, err := c.results(ctx, id, "jsonl")
		if err != nil {
			yield(BatchResult{}, err)
			return
		}
		defer response.Close()
		lines := bufio.NewScanner(response)
		lines.Buffer(nil, longestResult)
		for lines.Scan() {
			var result BatchResult
			err := json.Unmarshal(lines.Bytes(), &result)
			if !yield(result, err) || err != nil {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(BatchResult{}, broken(ctx, err))
		}
	}
}

// GetBatchArchive returns a ZIP archive of the outputs of a batch that has ended, as a stream. The caller must close
// it.
func (c *Client) GetBatchArchive(ctx context.Context, id string) (io.ReadCloser, error) {
	return c.results(ctx, id, "zip")
}

func (c *Client) results(ctx context.Context, id, format string) (io.ReadCloser, error) {
	response, err := c.open(ctx, http.MethodGet, at("batches", id, "results"), call{query: filter("format", format)})
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// ListBatchDeliveries yields the webhook deliveries of a batch, each with all attempts.
func (c *Client) ListBatchDeliveries(ctx context.Context, id string) iter.Seq2[Delivery, error] {
	return list[Delivery](ctx, c, at("batches", id, "deliveries"), nil)
}

// RedeliverBatch sends the webhook of a batch again.
func (c *Client) RedeliverBatch(ctx context.Context, id, deliveryID string) (*Delivery, error) {
	return read[Delivery](ctx, c, http.MethodPost, at("batches", id, "deliveries", deliveryID, "redeliver"), call{})
}
