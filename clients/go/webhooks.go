package quire

import (
	"encoding/json"
	"net/http"
	"time"

	"quire/clients/go/internal/webhook"
)

// Webhook is what a webhook says: of a document, or of a batch. The other one is nil.
type Webhook struct {
	Document *DocumentEnded
	Batch    *BatchEnded
}

// VerifyWebhook returns what a webhook says, or ErrSignature. Webhooks are signed by Standard Webhooks 1.0.
//
// body is exactly what was received. secrets are one or more "whsec_…": while a secret is being replaced, both. A webhook
// that is delivered again has the same header Webhook-Id.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (Webhook, error) {
	if err := webhook.Check(body, header, secrets, time.Now()); err != nil {
		return Webhook{}, err
	}
	var of struct {
		BatchID string `json:"batch_id"`
	}
	if err := json.Unmarshal(body, &of); err != nil {
		return Webhook{}, err
	}
	if of.BatchID != "" {
		batch := new(BatchEnded)
		return Webhook{Batch: batch}, json.Unmarshal(body, batch)
	}
	document := new(DocumentEnded)
	return Webhook{Document: document}, json.Unmarshal(body, document)
}
