package schema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
)

// MaxSamples is how many samples one extractor may have.
const MaxSamples = 100

// Sample is a document with the values that a person expects an extractor to find in it.
type Sample struct {
	ExtractorSample
	FileName string
}

// PutSample stores the values expected of a document, replacing those expected so far. The caller has checked that the
// extractor and the document belong to the account. It returns OverQuota if the extractor has MaxSamples others.
func (db *DB) PutSample(ctx context.Context, account, extractor, document uuid.UUID, expected json.RawMessage) (ExtractorSample, error) {
	var s ExtractorSample
	err := db.tx(ctx, func(q *Queries) (err error) {
		if err := q.lockQuotas(ctx, account); err != nil {
			return err
		}
		if s, err = q.putSample(ctx, extractor, document, expected); err != nil {
			return notStorable(err)
		}
		n, err := q.countSamples(ctx, extractor)
		if err != nil {
			return err
		}
		if n > MaxSamples {
			return &Error{Code: OverQuota, Msg: fmt.Sprintf("An extractor has at most %d samples. Delete one that adds little", MaxSamples)}
		}
		return q.audit(ctx, account, AuditSamplePut, extractor)
	})
	return s, err
}

// notStorable turns the refusal of a value that is JSON but not jsonb into one for the caller.
func notStorable(err error) error {
	const dataException, limitExceeded = "22", "54" // classes of PostgreSQL errors
	e, ok := errors.AsType[*pgconn.PgError](err)
	if ok && (strings.HasPrefix(e.Code, dataException) || strings.HasPrefix(e.Code, limitExceeded)) {
		return &Error{
			Code: Invalid, Loc: []string{"body", "expected"}, Type: "value_error",
			Msg: "Value error, the values contain a number that is too large, half of a surrogate pair or the character U+0000, or are nested too deeply",
		}
	}
	return err
}

// Samples returns one page of an extractor's samples, oldest first, and the total number.
func (db *DB) Samples(ctx context.Context, extractor uuid.UUID, skip, limit int) ([]Sample, int, error) {
	count, err := db.countSamples(ctx, extractor)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.samplesOf(ctx, extractor, int32(skip), int32(limit))
	list := make([]Sample, 0, len(rows))
	for _, r := range rows {
		list = append(list, Sample{ExtractorSample: r.ExtractorSample, FileName: r.FileName})
	}
	return list, int(count), err
}

// DeleteSample removes a sample. It returns ErrSampleNotFound if there is none.
func (db *DB) DeleteSample(ctx context.Context, account, extractor, document uuid.UUID) error {
	return db.deleting(ctx, account, nil, func(q *Queries) error {
		n, err := q.deleteSample(ctx, extractor, document)
		if err == nil && n == 0 {
			err = ErrSampleNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditSampleDelete, extractor)
	})
}
