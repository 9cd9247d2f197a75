package schema

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// GenerationWithoutVectors returns the next active generation of which passages are waiting for vectors of the embedding
// with the given fingerprint. Accounts take turns. It returns false if there is none.
func (db *DB) GenerationWithoutVectors(ctx context.Context, fingerprint string) (GenerationRef, bool, error) {
	row, err := db.generationWithoutVectors(ctx, fingerprint)
	if errors.Is(err, pgx.ErrNoRows) {
		return GenerationRef{}, false, nil
	}
	return row.Generation.ref(), err == nil, err
}

// WaitingForVectors returns how many passages there are in the active generations of which some have no vector yet.
func (db *DB) WaitingForVectors(ctx context.Context, fingerprint string) (int, error) {
	n, err := db.passagesWithoutVectors(ctx, fingerprint)
	return int(n), err
}

// PassagesWithoutVector returns at most limit passages of a generation that have no vector of the embedding with the
// given fingerprint, in order.
func (db *DB) PassagesWithoutVector(ctx context.Context, generation uuid.UUID, fingerprint string, limit int) ([]Passage, error) {
	rows, err := db.passagesWithoutVector(ctx, generation, fingerprint, int32(limit))
	list := make([]Passage, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.passage())
	}
	return list, err
}

// SetVectors records that every passage of an active generation has a vector, in the index too.
func (db *DB) SetVectors(ctx context.Context, generation uuid.UUID, fingerprint string) error {
	return db.setVectors(ctx, fingerprint, generation)
}
