package schema

import (
	"context"

	"github.com/google/uuid"
)

// GenerationsWithoutVectors returns some of the active generations with passages that have no vector of the embedding
// with the given fingerprint: at most limit of one account, oldest first. The account is drawn at random, so that
// accounts take turns.
func (db *DB) GenerationsWithoutVectors(ctx context.Context, fingerprint string, limit int) ([]GenerationRef, error) {
	rows, err := db.generationsWithoutVectors(ctx, int32(limit), fingerprint)
	list := make([]GenerationRef, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.Generation.ref())
	}
	return list, err
}

// WaitingForVectors returns the number of passages in the active generations in which some passages have no vector yet.
func (db *DB) WaitingForVectors(ctx context.Context, fingerprint string) (int, error) {
	n, err := db.waitingForVectors(ctx, fingerprint)
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

// StoreVectors stores the embeddings of passages, by passage number. A nil vector means that the passage will have
// none, because the model does not accept its text.
func (db *DB) StoreVectors(ctx context.Context, generation uuid.UUID, fingerprint string, vectors map[int][]float32) error {
	numbers := make([]int32, 0, len(vectors))
	packed := make([][]byte, 0, len(vectors))
	for n, v := range vectors {
		numbers = append(numbers, int32(n))
		packed = append(packed, packVector(v))
	}
	return db.storeVectors(ctx, storeVectorsParams{Generation: generation, Fingerprint: fingerprint, Numbers: numbers, Vectors: packed})
}

// SetVectors records that every passage of a generation has its vector, in the index too. It returns ErrSuperseded if
// the generation is no longer active.
func (db *DB) SetVectors(ctx context.Context, generation uuid.UUID, fingerprint string) error {
	n, err := db.setVectors(ctx, fingerprint, generation)
	if err == nil && n == 0 {
		return ErrSuperseded
	}
	return err
}

// HinderVectors records, in words for people, what keeps the passages of generations from getting vectors. The next
// vector that is stored clears it.
func (db *DB) HinderVectors(ctx context.Context, generations []uuid.UUID, why string) error {
	return db.hinderVectors(ctx, &why, generations)
}

// FilesEmbedding returns the files of a collection whose passages are being embedded, at most limit.
func (db *DB) FilesEmbedding(ctx context.Context, account, collection uuid.UUID, limit int) ([]uuid.UUID, error) {
	return db.filesEmbeddingOf(ctx, account, collection, int32(limit))
}
