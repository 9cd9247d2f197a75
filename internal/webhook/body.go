package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// Event is what a webhook reports about a document that has ended: the superset of every published variant. Fields
// without a value are null; only the extractor may be absent.
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
func (e Event) Body() ([]byte, error) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // links are read by people and by simple programs
	if err := enc.Encode(e); err != nil {
		return nil, fmt.Errorf("webhook of %s: %w", e.DocumentID, err)
	}
	return bytes.TrimSpace(body.Bytes()), nil
}
