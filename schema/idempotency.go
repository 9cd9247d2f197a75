package schema

import (
	"bytes"
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// StoredAnswer is the response stored under an idempotency key.
type StoredAnswer struct {
	Status int
	Body   []byte
}

// Idempotent is the Idempotency-Key of a request together with the transaction that creates what the request asks for.
// A method of DB that is given an Idempotent with a key leaves its transaction open: what it created exists only once
// Keep has stored the response along with it.
type Idempotent struct {
	key     string
	account uuid.UUID
	tx      pgx.Tx
}

// Keeping returns an Idempotent for a request with this key; "" stores no response.
func Keeping(key string) *Idempotent { return &Idempotent{key: key} }

// Keep stores the response and commits. It returns Conflict if the key has been taken over because this request was
// paused for longer than a reservation lasts, so that nothing is created twice. Without a key it does nothing.
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

// Drop rolls back what was created, unless Keep has committed it.
func (i *Idempotent) Drop(ctx context.Context) {
	if i.tx != nil {
		_ = i.tx.Rollback(context.WithoutCancel(ctx)) // an error means that it has already ended
	}
}

// keeping runs fn like tx but, for a request with a key, leaves the transaction open until the response is stored;
// without a key it is tx. i may be nil.
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

// BeginIdempotent reserves the key for a request with this fingerprint. It returns the stored response if the same
// request was answered before, and nil if the caller is to proceed and then store the response with its resource or
// call AbandonIdempotent. It returns Conflict while the first request is running, and Invalid if the key belongs to
// another request.
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
