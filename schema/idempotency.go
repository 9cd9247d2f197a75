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

// Idempotent is the Idempotency-Key of a request and the transaction that makes what the request asks for. A method of DB
// that is given one with a key leaves its transaction open: what it made exists once Keep has stored the answer beside it.
type Idempotent struct {
	key     string
	account uuid.UUID
	tx      pgx.Tx
}

// Keeping is an Idempotent for a request with this key; "" keeps no answer.
func Keeping(key string) *Idempotent { return &Idempotent{key: key} }

// Keep stores the answer and commits. Conflict when the key was taken over meanwhile, because this request slept for longer
// than a reservation lasts: then what it made must not come into being a second time. Without a key it does nothing.
func (i *Idempotent) Keep(ctx context.Context, answer StoredAnswer) error {
	if i.tx == nil {
		return nil
	}
	defer i.Drop(ctx)
	n, err := New(i.tx).finishIdempotent(ctx, finishIdempotentParams{
		AccountID: i.account, Key: i.key, Status: int32(answer.Status), Body: answer.Body,
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return &Error{Code: Conflict, Msg: "A request with this Idempotency-Key was sent again meanwhile"}
	}
	return i.tx.Commit(ctx)
}

// Drop takes back what was made, unless Keep has committed it.
func (i *Idempotent) Drop(ctx context.Context) {
	if i.tx != nil {
		_ = i.tx.Rollback(context.WithoutCancel(ctx)) // an error means that it is over already
	}
}

// keeping is tx whose end waits for the answer of a request with a key; without one it is tx. i may be nil.
func (db *DB) keeping(ctx context.Context, i *Idempotent, account uuid.UUID, fn func(q *Queries) error) error {
	if i == nil || i.key == "" {
		return db.tx(ctx, fn)
	}
	tx, err := db.pool.Begin(ctx)
	if err != nil {
		return err
	}
	i.account, i.tx = account, tx
	if err := fn(db.WithTx(tx)); err != nil {
		i.Drop(ctx)
		return err
	}
	return nil
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
