package quire

import (
	"context"
	"io"
	"iter"
	"net/http"
	"strconv"
)

var documentOver = []string{"COMPLETED", "FAILED", "EXPIRED"}

// DocumentOptions say how to convert a file. The zero value selects the service's defaults.
type DocumentOptions struct {
	// Accuracy is lite or ultra.
	Accuracy    string
	ExtractorID string
	// PageSeparator is true by default.
	PageSeparator *bool
	SkipImages    bool
	// Mask lists the kinds of personal data to mask, joined by commas: email, phone, iban, card, national, or all.
	Mask string
	// MaskRegion is the country, such as DE, of phone numbers written without a country code.
	MaskRegion  string
	CallbackURL string
	// Progress is called by Convert, and only by it, with the progress of processing.
	Progress func(Progress)
	// UploadProgress is called with the progress of the upload.
	UploadProgress UploadProgress
}

func (o DocumentOptions) fields() map[string]string {
	return map[string]string{
		"accuracy": o.Accuracy, "extractor_id": o.ExtractorID, "page_separator": word(o.PageSeparator),
		"skip_images": yes(o.SkipImages), "mask": o.Mask, "mask_region": o.MaskRegion, "callback_url": o.CallbackURL,
	}
}

// Convert converts a file, or the file at an address, and returns its Markdown. The error is a *ProcessingError if the
// file cannot be converted.
func (c *Client) Convert(ctx context.Context, source Input, options DocumentOptions) (string, error) {
	created, err := c.CreateDocument(ctx, source, options)
	if err != nil {
		return "", err
	}
	document, err := c.WaitDocument(ctx, created.ID, options.Progress)
	if err != nil {
		return "", err
	}
	if document.OutputFileURL == nil {
		return "", &ProcessingError{document}
	}
	markdown, err := c.Download(ctx, *document.OutputFileURL)
	return string(markdown), err
}

// CreateDocument sends a file, or the address of one, to be converted, and returns at once.
func (c *Client) CreateDocument(ctx context.Context, source Input, options DocumentOptions) (*DocumentSummary, error) {
	body := newForm(options.fields(), "file", []Input{source}, options.UploadProgress)
	return read[DocumentSummary](ctx, c, http.MethodPost, "/documents", call{form: body})
}

// RunExtractor sends a file, or the address of one, to the extractor with this slug, and returns at once. Only the
// options Mask, MaskRegion, CallbackURL and UploadProgress apply.
func (c *Client) RunExtractor(ctx context.Context, slug string, source Input, options DocumentOptions) (*DocumentSummary, error) {
	body := newForm(map[string]string{"mask": options.Mask, "mask_region": options.MaskRegion, "callback_url": options.CallbackURL}, "file", []Input{source}, options.UploadProgress)
	return read[DocumentSummary](ctx, c, http.MethodPost, at("e", slug), call{form: body})
}

// GetDocument returns a document with freshly signed links.
func (c *Client) GetDocument(ctx context.Context, id string) (*Document, error) {
	return read[Document](ctx, c, http.MethodGet, at("documents", id), call{})
}

// WaitDocument waits until a document is COMPLETED, FAILED or EXPIRED, and meanwhile calls show, if not nil, with its
// progress. The context limits only the waiting, not the processing.
func (c *Client) WaitDocument(ctx context.Context, id string, show func(Progress)) (*Document, error) {
	return wait(ctx, c, at("documents", id), func(d *Document) string { return d.Status }, documentOver, show)
}

// DocumentFilter narrows a list of documents by each field that is set. Dates are like 2026-11-23.
type DocumentFilter struct {
	ExtractorID string
	NoExtractor bool
	Search      string
	DateFrom    string
	DateTo      string
	Status      string
}

// ListDocuments yields documents, newest first.
func (c *Client) ListDocuments(ctx context.Context, f DocumentFilter) iter.Seq2[DocumentSummary, error] {
	return list[DocumentSummary](ctx, c, "/documents", filter(
		"extractor_id", f.ExtractorID, "no_extractor", yes(f.NoExtractor), "search", f.Search,
		"date_from", f.DateFrom, "date_to", f.DateTo, "status", f.Status,
	))
}

// DeleteDocument permanently deletes a document, whatever its state.
func (c *Client) DeleteDocument(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("documents", id), nil, nil, nil)
}

// ListDocumentPages yields the pages of a document, without their content.
func (c *Client) ListDocumentPages(ctx context.Context, id string) iter.Seq2[PageHead, error] {
	return list[PageHead](ctx, c, at("documents", id, "pages"), nil)
}

// GetDocumentPage returns a page with its blocks and their places and, if words is set, every word.
func (c *Client) GetDocumentPage(ctx context.Context, id string, number int, words bool) (*Page, error) {
	path := at("documents", id, "pages", strconv.Itoa(number))
	return read[Page](ctx, c, http.MethodGet, path, call{query: filter("words", yes(words))})
}

// ListEvidence yields the evidence for every value that an extractor found: the words, their page, and their boxes.
func (c *Client) ListEvidence(ctx context.Context, id string) iter.Seq2[Evidence, error] {
	return list[Evidence](ctx, c, at("documents", id, "evidence"), nil)
}

// ListDeliveries yields the webhook deliveries of a document, each with all attempts.
func (c *Client) ListDeliveries(ctx context.Context, id string) iter.Seq2[Delivery, error] {
	return list[Delivery](ctx, c, at("documents", id, "deliveries"), nil)
}

// Redeliver sends a webhook again.
func (c *Client) Redeliver(ctx context.Context, id, deliveryID string) (*Delivery, error) {
	return read[Delivery](ctx, c, http.MethodPost, at("documents", id, "deliveries", deliveryID, "redeliver"), call{})
}

// ListExtractors yields the extractors that the key may run.
func (c *Client) ListExtractors(ctx context.Context) iter.Seq2[Extractor, error] {
	return list[Extractor](ctx, c, "/e", nil)
}

// GetExtractor returns an extractor.
func (c *Client) GetExtractor(ctx context.Context, id string) (*Extractor, error) {
	return read[Extractor](ctx, c, http.MethodGet, at("e", id), call{})
}

// UpdateExtractor changes the name or slug of an extractor.
func (c *Client) UpdateExtractor(ctx context.Context, id string, change ExtractorNames) (*Extractor, error) {
	return read[Extractor](ctx, c, http.MethodPut, at("e", id), call{json: change})
}

// DeleteExtractor deletes an extractor, but not the documents of its runs.
func (c *Client) DeleteExtractor(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("e", id), nil, nil, nil)
}

// Download returns the content behind a signed link of the service. The key is not sent, because the link itself grants
// access.
func (c *Client) Download(ctx context.Context, link string) ([]byte, error) {
	response, err := c.once(ctx, http.MethodGet, link, http.Header{}, nil, 0, c.timeout)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}
