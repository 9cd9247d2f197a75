package activities

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"quire/schema"
)

// DocumentJob is what the activities of one attempt at a document need to know: keys and options, never content.
type DocumentJob struct {
	DocumentID uuid.UUID
	Attempt    int
	Fetch      bool // the source is a URL that has not been fetched
	Conversion Conversion
	Extractor  *ExtractorVersion // nil converts to Markdown
}

// ExtractorVersion is the extractor to run, at the version that the document was accepted with.
type ExtractorVersion struct {
	ID      uuid.UUID
	Version int
}

// ClaimDocument takes the document for this workflow: PROCESSING under a new attempt number. Superseded when it was
// finished or deleted.
func (a *Activities) ClaimDocument(ctx context.Context, id uuid.UUID) (DocumentJob, error) {
	d, err := a.DB.ClaimDocument(ctx, id)
	if err != nil {
		return DocumentJob{}, blame(err, 1)
	}
	job := DocumentJob{
		DocumentID: d.ID, Attempt: int(d.Attempt), Fetch: d.SourceURL != nil && d.Format == "",
		Conversion: Conversion{
			Prefix: schema.DocumentPrefix(d.ID), SourceKey: d.SourceKey, Format: d.Format, Size: d.FileSize,
			SkipImages: d.SkipImages, Separator: d.PageSeparator, Attempt: int(d.Attempt),
		},
	}
	if d.Accuracy != nil {
		job.Conversion.Accuracy = *d.Accuracy
	}
	if d.ExtractorID != nil {
		job.Extractor = &ExtractorVersion{ID: *d.ExtractorID, Version: int(*d.ExtractorVersion)}
	}
	return job, nil
}

// Output is a document's result in the blob store.
type Output struct {
	Pages     int
	Key       string
	Size      int64
	Extension string // with its dot; "" is Markdown's
	Type      string // media type; "" is Markdown's
	Spent     bool   // the budget is spent and there is no output: the document deserves a second try
}

// CompleteDocument ends the document with its output and promises its webhook.
func (a *Activities) CompleteDocument(ctx context.Context, job DocumentJob, out Output) error {
	err := a.DB.CompleteDocument(ctx, job.DocumentID, job.Attempt, schema.DocumentOutput{
		PageCount: out.Pages, Key: out.Key, Extension: cmp.Or(out.Extension, ".md"),
		Type: cmp.Or(out.Type, "text/markdown; charset=utf-8"), Size: out.Size, Retention: a.Retention,
	}, a.WebhookBody)
	if err == nil {
		a.Wake()
	}
	return blame(err, 1)
}

// FailDocument ends the document with a reason and promises its webhook.
func (a *Activities) FailDocument(ctx context.Context, job DocumentJob, f Failure) error {
	err := a.DB.FailDocument(ctx, job.DocumentID, job.Attempt,
		schema.DocumentFailure{Reason: f.Reason, Message: f.Message}, a.WebhookBody)
	if err == nil {
		a.Wake()
	}
	return blame(err, 1)
}

// webhookBody is the body of a delivery: the superset of every published variant.
type webhookBody struct {
	DocumentID    uuid.UUID             `json:"document_id"`
	Status        schema.DocumentStatus `json:"status"`
	FileName      string                `json:"file_name"`
	PageCount     *int32                `json:"page_count"`
	Accuracy      *string               `json:"accuracy"`
	OutputFileURL *string               `json:"output_file_url"`
	CreatedAt     string                `json:"created_at"`
	Error         *string               `json:"error"`
	Extractor     *webhookExtractor     `json:"extractor,omitempty"`
}

type webhookExtractor struct {
	ID      uuid.UUID `json:"id"`
	Name    string    `json:"name"`
	Slug    string    `json:"slug"`
	Version int32     `json:"version"`
}

// WebhookBody renders the webhook of a document that has just ended; the extractor is nil for a conversion.
func (a *Activities) WebhookBody(d schema.Document, used *schema.ExtractorInfo) ([]byte, error) {
	w := webhookBody{
		DocumentID: d.ID, Status: d.Status, FileName: d.FileName, PageCount: d.PageCount, Accuracy: d.Accuracy,
		CreatedAt: schema.Timestamp(d.CreatedAt), Error: d.Error,
	}
	if used != nil {
		w.Extractor = &webhookExtractor{ID: used.ID, Name: used.Name, Slug: used.Slug, Version: used.Version}
	}
	if d.Status == schema.Completed {
		path := schema.DownloadPath(schema.DownloadOutput, d.ID, *d.OutputName)
		w.OutputFileURL = new(a.PublicURL + path + "?" + a.Signer.Sign(path, time.Now().Add(a.LinkLifetime)))
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // links are read by people and by simple programs
	if err := enc.Encode(w); err != nil {
		return nil, fmt.Errorf("webhook of %s: %w", d.ID, err)
	}
	return bytes.TrimSpace(body.Bytes()), nil
}
