package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// delivery is a webhook delivery on the wire.
type delivery struct {
	ID        uuid.UUID             `json:"id"`
	Status    schema.DeliveryStatus `json:"status"`
	URL       string                `json:"url"`
	Body      string                `json:"body"` // as it is signed and sent
	CreatedAt timestamp             `json:"created_at"`
	Attempts  []deliveryAttempt     `json:"attempts"`
}

type deliveryAttempt struct {
	Number         int32     `json:"number"`
	At             timestamp `json:"at"`
	ResponseStatus *int32    `json:"response_status"`
	DurationMS     *int32    `json:"duration_ms"`
	Error          *string   `json:"error"`
	Response       *string   `json:"response"`
	ResponseCut    bool      `json:"response_cut"`
}

func wireDelivery(d schema.DeliveryWithAttempts) delivery {
	w := delivery{
		ID: d.ID, Status: d.Status, URL: d.URL, Body: string(d.Body), CreatedAt: timestamp(d.CreatedAt),
		Attempts: make([]deliveryAttempt, 0, len(d.Attempts)),
	}
	for _, a := range d.Attempts {
		w.Attempts = append(w.Attempts, deliveryAttempt{
			Number: a.Number, At: timestamp(a.At), ResponseStatus: a.ResponseStatus, DurationMS: a.DurationMs, Error: a.Error,
			Response: a.Answer, ResponseCut: a.AnswerCut,
		})
	}
	return w
}

// listDeliveries responds with the webhook deliveries of a document, newest first.
func (s *Server) listDeliveries(c echo.Context) error {
	d, err := s.documentOf(c)
	if err != nil {
		return err
	}
	return s.deliveriesAbout(c, d.ID)
}

// listBatchDeliveries responds with the webhook delivery of a batch.
func (s *Server) listBatchDeliveries(c echo.Context) error {
	b, err := s.batchOf(c)
	if err != nil {
		return err
	}
	return s.deliveriesAbout(c, b.ID)
}

// deliveriesAbout responds with the deliveries about a document or batch of the account.
func (s *Server) deliveriesAbout(c echo.Context, subject uuid.UUID) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListDeliveries(c.Request().Context(), subject, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireDelivery)
}

// redeliver sends a delivery's body again under the same webhook-id.
func (s *Server) redeliver(c echo.Context) error {
	ids, err := pathIDs(c, "id", "delivery_id")
	if err != nil {
		return err
	}
	if _, err := s.cfg.DB.Document(c.Request().Context(), principal(c).AccountID, ids[0]); err != nil {
		return err
	}
	return s.redeliverAbout(c, ids[0], ids[1])
}

// redeliverBatch is like redeliver, for the webhook of a batch.
func (s *Server) redeliverBatch(c echo.Context) error {
	ids, err := pathIDs(c, "id", "delivery_id")
	if err != nil {
		return err
	}
	if _, err := s.cfg.DB.Batch(c.Request().Context(), principal(c).AccountID, ids[0]); err != nil {
		return err
	}
	return s.redeliverAbout(c, ids[0], ids[1])
}

func (s *Server) redeliverAbout(c echo.Context, subject, id uuid.UUID) error {
	return s.once(c, requestFingerprint(c), func(idem *schema.Idempotent) error {
		d, start, err := s.cfg.DB.Redeliver(c.Request().Context(), schema.Redelivery{
			AccountID: principal(c).AccountID, Subject: subject, ID: id, RequestID: requestID(c), Idempotent: idem,
		})
		answer := wireDelivery(d)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		if start != (schema.Start{}) {
			s.cfg.Submit(start)
		}
		return ok(c, answer)
	})
}
