package activities

import (
	"time"

	"quire/internal/blob"
	"quire/internal/webhook"
	"quire/schema"
)

// Webhooks writes the bodies of webhooks about documents and batches that have ended.
type Webhooks struct {
	Signer *blob.Signer
	// PublicURL is the base of the links: scheme, host and port, without a path.
	PublicURL string
	// LinkLifetime is how long the links work, counted from the end of the document.
	LinkLifetime time.Duration
}

// Completed returns the body of the webhook for a document that is about to complete with out, or nil if nobody asked
// for one. used is nil for a conversion.
func (w Webhooks) Completed(d schema.Document, used *schema.ExtractorInfo, out schema.DocumentOutput) ([]byte, error) {
	if d.CallbackURL == nil {
		return nil, nil
	}
	e := event(d, used, schema.Completed)
	path := schema.DownloadPath(schema.DownloadOutput, d.ID, out.Name)
	e.PageCount = new(int32(out.PageCount))
	e.OutputFileURL = new(w.PublicURL + path + "?" + w.Signer.Sign(path, time.Now().Add(w.LinkLifetime)))
	return e.Body()
}

// Failed is like Completed, for a document that is about to fail.
func (w Webhooks) Failed(d schema.Document, used *schema.ExtractorInfo, f schema.DocumentFailure) ([]byte, error) {
	if d.CallbackURL == nil {
		return nil, nil
	}
	e := event(d, used, schema.Failed)
	e.Error = &f.Message
	return e.Body()
}

// BatchEnded returns the body of the webhook for a batch that has ended.
func (Webhooks) BatchEnded(b schema.BatchWithCounts) ([]byte, error) {
	e := webhook.BatchEvent{
		BatchID: b.ID, Status: string(b.Status()), Size: b.Size, Counts: map[string]int{}, CreatedAt: schema.Timestamp(b.CreatedAt),
		FinishedAt: schema.Timestamp(*b.FinishedAt),
	}
	for _, status := range schema.EndedStatuses {
		e.Counts[string(status)] = b.Counts[status]
	}
	return e.Body()
}

func event(d schema.Document, used *schema.ExtractorInfo, s schema.DocumentStatus) webhook.Event {
	e := webhook.Event{
		DocumentID: d.ID, Status: string(s), FileName: d.FileName, PageCount: d.PageCount, Accuracy: d.Accuracy,
		CreatedAt: schema.Timestamp(d.CreatedAt),
	}
	if used != nil {
		e.Extractor = &webhook.Extractor{ID: used.ID, Name: used.Name, Slug: used.Slug, Version: used.Version}
	}
	return e
}
