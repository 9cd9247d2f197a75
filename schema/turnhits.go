package schema

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// TurnHit is a passage found by a search. Scores are comparable only within one search.
type TurnHit struct {
	PassageRef
	Score  float32
	Cosine float32 `json:",omitempty"` // to the question's vector, if both have one
}

// KeepHits stores what an attempt at a search has found, best first. It returns ErrSuperseded if the turn has ended or
// another attempt has begun.
func (db *DB) KeepHits(ctx context.Context, id uuid.UUID, attempt int, hits []TurnHit) error {
	if hits == nil {
		hits = []TurnHit{}
	}
	raw, err := json.Marshal(hits)
	if err != nil {
		return fmt.Errorf("hits of turn %s: %w", id, err)
	}
	n, err := db.keepHits(ctx, raw, id, int32(attempt))
	if err == nil && n == 0 {
		return ErrSuperseded
	}
	return err
}

// Found returns what a search has found, best first, or nil if that was not stored.
func (t Turn) Found() ([]TurnHit, error) {
	if t.Hits == nil {
		return nil, nil
	}
	var hits []TurnHit
	if err := json.Unmarshal(t.Hits, &hits); err != nil {
		return nil, fmt.Errorf("hits of turn %s: %w", t.ID, err)
	}
	return hits, nil
}
