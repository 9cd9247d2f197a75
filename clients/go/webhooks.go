package quire

import (
	"encoding/json"
	"net/http"
	"time"

	"quire/clients/go/internal/webhook"
)

// Webhook is the content of a webhook, about either a document or a batch. The other field is nil.
type Webhook struct {
	Document *DocumentEnded
	Batch    *BatchEnded
}

// VerifyWebhook returns the content of a webhook, or ErrSignature. Webhooks are signed according to Standard Webhooks
// 1.0.
//
// body must be exactly the received bytes. secrets are one or more "whsec_…"; while a secret is being replaced, pass
// both. Repeated deliveries of a webhook have the same Webhook-Id header.
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
