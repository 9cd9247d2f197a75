package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// DeliveryStatus is the state of a webhook delivery.
type DeliveryStatus string

// The states of a delivery. A redelivery makes a finished one pending again.
const (
	DeliveryPending   DeliveryStatus = "pending"
	DeliveryDelivered DeliveryStatus = "delivered"
	DeliveryExhausted DeliveryStatus = "exhausted"
)

// AttemptsPerRound is how many times a delivery is attempted before it is exhausted: one try and three retries.
const AttemptsPerRound = 4

func (q *Queries) promiseDelivery(ctx context.Context, d Document, webhook []byte) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	row, err := q.insertDelivery(ctx, insertDeliveryParams{
		ID: id, AccountID: d.AccountID, DocumentID: d.ID, URL: *d.CallbackURL, Body: webhook,
	})
	if err != nil {
		return err
	}
	_, err = q.promise(ctx, deliveryStart(row, d.RequestID), 0)
	return err
}

// DeliveryByID returns the delivery, or ErrDeliveryNotFound if it or its document was deleted.
func (db *DB) DeliveryByID(ctx context.Context, id uuid.UUID) (Delivery, error) {
	d, err := db.deliveryByID(ctx, id)
	return one(d, err, ErrDeliveryNotFound)
}

// DeliveryWithAttempts is a delivery with its attempts, oldest first.
type DeliveryWithAttempts struct {
	Delivery
	Attempts []DeliveryAttempt
}

// ListDeliveries returns one page of the deliveries about a document or a batch, newest first, and the total number.
func (db *DB) ListDeliveries(ctx context.Context, subject uuid.UUID, skip, limit int) ([]DeliveryWithAttempts, int, error) {
	count, err := db.countDeliveries(ctx, subject)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listDeliveries(ctx, subject, int32(skip), int32(limit))
	if err != nil {
		return nil, 0, err
	}
	list, err := db.withAttempts(ctx, rows)
	return list, int(count), err
}

func (q *Queries) withAttempts(ctx context.Context, rows []Delivery) ([]DeliveryWithAttempts, error) {
	ids := make([]uuid.UUID, 0, len(rows))
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	attempts, err := q.attemptsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	byDelivery := map[uuid.UUID][]DeliveryAttempt{}
	for _, a := range attempts {
		byDelivery[a.DeliveryID] = append(byDelivery[a.DeliveryID], a)
	}
	list := make([]DeliveryWithAttempts, 0, len(rows))
	for _, r := range rows {
		list = append(list, DeliveryWithAttempts{Delivery: r, Attempts: byDelivery[r.ID]})
	}
	return list, nil
}

// Redelivery names the delivery to send again and the request that asks for it.
type Redelivery struct {
	AccountID  uuid.UUID
	Subject    uuid.UUID // the document or batch that it is about
	ID         uuid.UUID
	RequestID  string
	Idempotent *Idempotent // nil stores no response
}

// Redeliver makes a finished delivery pending again, with the same body and id. A delivery that is already pending is
// left unchanged, and the returned Start is then the zero value.
func (db *DB) Redeliver(ctx context.Context, r Redelivery) (DeliveryWithAttempts, Start, error) {
	var d DeliveryWithAttempts
	var start Start
	err := db.keeping(ctx, r.Idempotent, r.AccountID, func(q *Queries) error {
		row, err := q.deliveryOf(ctx, r.ID, r.AccountID, r.Subject)
		if row, err = one(row, err, ErrDeliveryNotFound); err != nil {
			return err
		}
		if row, start, err = q.reopen(ctx, row, r.RequestID); err != nil {
			return err
		}
		if err := q.audit(ctx, r.AccountID, AuditDeliveryRepeat, row.ID); err != nil {
			return err
		}
		list, err := q.withAttempts(ctx, []Delivery{row})
		if err != nil {
			return err
		}
		d = list[0]
		return nil
	})
	return d, start, err
}

func (q *Queries) reopen(ctx context.Context, d Delivery, requestID string) (Delivery, Start, error) {
	reopened, err := q.reopenDelivery(ctx, d.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, Start{}, nil
	}
	if err != nil {
		return d, Start{}, err
	}
	start, err := q.promise(ctx, deliveryStart(reopened, requestID), inlineHead)
	return reopened, start, err
}

// BeginAttempt records that the given attempt of the delivery is about to be sent.
func (db *DB) BeginAttempt(ctx context.Context, delivery uuid.UUID, number int) error {
	if err := db.beginAttempt(ctx, delivery, int32(number)); err != nil {
		return err
	}
	return db.touchDelivery(ctx, delivery)
}

// answersKept is how many attempts of a delivery keep the receiver's answer: those of the last five rounds.
const answersKept = 5 * AttemptsPerRound

// AttemptOutcome is the result of one attempt: the receiver's status, or a class of error in words.
type AttemptOutcome struct {
	Status     int // 0: no response
	DurationMS int
	Error      string
	Answer     string // the beginning of the response, if it is text
	AnswerCut  bool   // the response was longer
}

// FinishAttempt records the outcome of an attempt. It clears the answers of much older attempts, so that a delivery
// that is repeated again and again does not grow.
func (db *DB) FinishAttempt(ctx context.Context, delivery uuid.UUID, number int, o AttemptOutcome) error {
	p := finishAttemptParams{DeliveryID: delivery, Number: int32(number), DurationMs: new(int32(o.DurationMS))}
	if o.Status != 0 {
		p.ResponseStatus = new(int32(o.Status))
	}
	if o.Error != "" {
		p.Error = &o.Error
	}
	if o.Answer != "" {
		p.Answer, p.AnswerCut = &o.Answer, o.AnswerCut
	}
	if err := db.finishAttempt(ctx, p); err != nil {
		return err
	}
	return db.forgetAnswers(ctx, delivery, int32(number-answersKept))
}

// FinishDelivery ends the round of a delivery. Running it again changes nothing.
func (db *DB) FinishDelivery(ctx context.Context, id uuid.UUID, round int, s DeliveryStatus) error {
	_, err := db.finishDelivery(ctx, s, id, int32(round))
	return err
}
