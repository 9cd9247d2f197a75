package activities

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"quire/internal/traceparent"
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

// ClaimDocument claims the document for this workflow: PROCESSING under a new attempt number. It fails with Superseded
// when the document was finished or deleted.
func (a *Rows) ClaimDocument(ctx context.Context, id uuid.UUID) (DocumentJob, error) {
	d, err := a.DB.ClaimDocument(ctx, id)
	if err != nil {
		return DocumentJob{}, blame(err, 1)
	}
	job := DocumentJob{
		DocumentID: d.ID, Attempt: int(d.Attempt), Fetch: d.SourceURL != nil && d.Format == "",
		Conversion: Conversion{
			Prefix: schema.DocumentPrefix(d.ID), SourceKey: d.SourceKey, Format: d.Format, Size: d.FileSize,
			SkipImages: d.SkipImages, Masking: d.Masking, Separator: d.PageSeparator, Attempt: int(d.Attempt),
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
	// Setback, if any, means that there is no output.
	Setback
}

// CompleteDocument completes the document with its output and schedules its webhook.
func (a *Rows) CompleteDocument(ctx context.Context, job DocumentJob, out Output) error {
	d, used, err := a.DB.DocumentToEnd(ctx, job.DocumentID)
	if err != nil {
		return blame(err, 1)
	}
	output := schema.DocumentOutput{
		PageCount: out.Pages, Key: out.Key, Name: schema.OutputName(d.FileName, cmp.Or(out.Extension, ".md")),
		Type: cmp.Or(out.Type, "text/markdown; charset=utf-8"), Size: out.Size, Retention: a.Retention,
	}
	body, err := a.Webhooks.Completed(d, used, output)
	if err != nil {
		return err
	}
	return a.promised(a.DB.CompleteDocument(traced(ctx), job.DocumentID, job.Attempt, output, body))
}

// FailDocument fails the document with a reason and schedules its webhook.
func (a *Rows) FailDocument(ctx context.Context, job DocumentJob, f Failure) error {
	d, used, err := a.DB.DocumentToEnd(ctx, job.DocumentID)
	if err != nil {
		return blame(err, 1)
	}
	failure := schema.DocumentFailure{Reason: f.Reason, Message: f.Message}
	body, err := a.Webhooks.Failed(d, used, failure)
	if err != nil {
		return err
	}
	return a.promised(a.DB.FailDocument(traced(ctx), job.DocumentID, job.Attempt, failure, body))
}

// traced makes the work that transactions schedule part of the activity's trace.
func traced(ctx context.Context) context.Context { return schema.WithTrace(ctx, traceparent.Of(ctx)) }

// promised wakes the relay after a transaction that may have scheduled a workflow.
func (a *Rows) promised(err error) error {
	if err == nil {
		a.Wake()
	}
	return blame(err, 1)
}
