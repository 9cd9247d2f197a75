package schema

import (
	"bytes"
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// StoredAnswer is the answer that an idempotency key has kept.
type StoredAnswer struct {
	Status int
	Body   []byte
}

// Idempotent is the key of a request and how the answer that it keeps is rendered. The zero value keeps none.
type Idempotent[T any] struct {
	Key    string
	Answer func(T) (StoredAnswer, error)
}

// finish stores the answer in the transaction that makes v. Conflict when the key was taken over meanwhile, because
// this request slept for longer than a reservation lasts: then v must not come into being a second time.
func (i Idempotent[T]) finish(ctx context.Context, q *Queries, account uuid.UUID, v T) error {
	if i.Key == "" {
		return nil
	}
	answer, err := i.Answer(v)
	if err != nil {
		return err
	}
	n, err := q.finishIdempotent(ctx, finishIdempotentParams{
		AccountID: account, Key: i.Key, Status: int32(answer.Status), Body: answer.Body,
	})
	if err == nil && n == 0 {
		return &Error{Code: Conflict, Msg: "A request with this Idempotency-Key was sent again meanwhile"}
	}
	return err
}

// BeginIdempotent reserves the key for a request with this fingerprint. It returns the stored answer when the same
// request was answered before, nil when the caller is to go on (and then to store the answer with its resource or to
// call AbandonIdempotent), Conflict while the first is running, and Invalid when the key belongs to another request.
func (db *DB) BeginIdempotent(ctx context.Context, account uuid.UUID, key string, fingerprint []byte) (*StoredAnswer, error) {
	_, err := db.beginIdempotent(ctx, account, key, fingerprint)
	if err == nil {
		return nil, nil //nolint:nilnil // no stored answer and no error is the ordinary case
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return nil, err
	}
	row, err := db.idempotentAnswer(ctx, account, key)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, &Error{Code: Conflict, Msg: "A request with this Idempotency-Key has just ended; send it again"}
	}
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(row.Fingerprint, fingerprint) {
		return nil, &Error{
			Code: Invalid, Loc: []string{"header", "Idempotency-Key"}, Type: "value_error",
			Msg: "This Idempotency-Key was used for a different request",
		}
	}
	if row.Status == 0 {
		return nil, &Error{Code: Conflict, Msg: "A request with this Idempotency-Key is still running"}
	}
	return &StoredAnswer{Status: int(row.Status), Body: row.Body}, nil
}
