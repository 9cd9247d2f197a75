package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// Event is what a webhook reports about a document that has ended. It is the superset of every published variant.
// Fields without a value are null; only the extractor may be absent.
type Event struct {
	DocumentID    uuid.UUID  `json:"document_id"`
	Status        string     `json:"status"`
	FileName      string     `json:"file_name"`
	PageCount     *int32     `json:"page_count"`
	Accuracy      *string    `json:"accuracy"`
	OutputFileURL *string    `json:"output_file_url"`
	CreatedAt     string     `json:"created_at"`
	Error         *string    `json:"error"`
	Extractor     *Extractor `json:"extractor,omitempty"`
}

// Extractor is the extractor that a run used.
type Extractor struct {
	ID      uuid.UUID `json:"id"`
	Name    string    `json:"name"`
	Slug    string    `json:"slug"`
	Version int32     `json:"version"`
}

// Body returns the event in the form in which it is sent.
func (e Event) Body() ([]byte, error) { return bodyOf(e.DocumentID, e) }

// BatchEvent is what a webhook reports about a batch that has ended.
type BatchEvent struct {
	BatchID    uuid.UUID      `json:"batch_id"`
	Status     string         `json:"status"`
	Size       int32          `json:"size"`
	Counts     map[string]int `json:"counts"` // documents by their status; deleted ones are in none
	CreatedAt  string         `json:"created_at"`
	FinishedAt string         `json:"finished_at"`
}

// Body returns the event in the form in which it is sent.
func (e BatchEvent) Body() ([]byte, error) { return bodyOf(e.BatchID, e) }

func bodyOf(subject uuid.UUID, event any) ([]byte, error) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // links are read by people and by simple programs
	if err := enc.Encode(event); err != nil {
		return nil, fmt.Errorf("webhook of %s: %w", subject, err)
	}
	return bytes.TrimSpace(body.Bytes()), nil
}
