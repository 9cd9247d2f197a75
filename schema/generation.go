package schema

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The states of a generation: only an active one answers queries.
const (
	GenerationBuilding = "building"
	GenerationActive   = "active"
	GenerationRetired  = "retired"
)

// GenerationRef is one indexing of one version of a file.
type GenerationRef struct {
	ID, FileID, CollectionID, AccountID, VersionID uuid.UUID
	State                                          string
	Language                                       string
	Passages                                       int
	// Vectors is the fingerprint of the embedding for which all passages have vectors, or "" while some are missing.
	Vectors string
}

func (g Generation) ref() GenerationRef {
	return GenerationRef{
		ID: g.ID, FileID: g.FileID, CollectionID: g.CollectionID, AccountID: g.AccountID, VersionID: g.VersionID,
		State: g.State, Language: g.Language, Passages: int(g.Passages), Vectors: g.Vectors,
	}
}

func refs(rows []Generation) []GenerationRef {
	list := make([]GenerationRef, 0, len(rows))
	for _, g := range rows {
		list = append(list, g.ref())
	}
	return list
}

// ForgetGeneration removes a retired generation and its passages; it does nothing if the generation is already gone. It
// returns ErrSuperseded if the generation answers queries or is being built.
func (db *DB) ForgetGeneration(ctx context.Context, generation uuid.UUID) error {
	n, err := db.forgetGeneration(ctx, generation)
	if err != nil || n > 0 {
		return err
	}
	exists, err := db.GenerationExists(ctx, generation)
	if exists {
		return ErrSuperseded
	}
	return err
}

// GenerationExists reports whether a generation is still there, in whatever state.
func (db *DB) GenerationExists(ctx context.Context, generation uuid.UUID) (bool, error) {
	_, err := db.generationState(ctx, generation)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// RetiredGenerations returns at most limit of the generations retired before a time, oldest first.
func (db *DB) RetiredGenerations(ctx context.Context, before time.Time, limit int) ([]GenerationRef, error) {
	rows, err := db.retiredGenerations(ctx, &before, int32(limit))
	return refs(rows), err
}

// GenerationsOf returns all generations of an account.
func (db *DB) GenerationsOf(ctx context.Context, account uuid.UUID) ([]GenerationRef, error) {
	rows, err := db.generationsOf(ctx, account)
	return refs(rows), err
}

// LoadRow is a passage without its texts, in the form that loads the index.
type LoadRow struct {
	Account, Collection, File, Generation uuid.UUID
	Passage
}

const loadPassages = `
	SELECT g.account_id, g.collection_id, g.file_id, g.id, p.number, p.page_start, p.page_end, p.kind,
	       p.term_ids, p.term_counts, p.header_terms, p.term_total, p.vector, p.fingerprint
	FROM generations g JOIN files f ON f.id = g.file_id JOIN passages p ON p.generation_id = g.id
	WHERE g.state IN ('active', 'building') AND f.deleted_at IS NULL AND ($1::uuid IS NULL OR g.account_id = $1)`

// LoadPassages streams what the index must hold for one account, or for all accounts if account is nil: the passages of
// generations that answer queries or are being built.
func (db *DB) LoadPassages(ctx context.Context, account *uuid.UUID) iter.Seq2[LoadRow, error] {
	return func(yield func(LoadRow, error) bool) {
		rows, err := db.pool.Query(ctx, loadPassages, account)
		if err != nil {
			yield(LoadRow{}, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := loadRow(rows)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(LoadRow{}, err)
		}
	}
}

func loadRow(rows pgx.Rows) (LoadRow, error) {
	var r LoadRow
	var ids, counts, header, vector []byte
	err := rows.Scan(&r.Account, &r.Collection, &r.File, &r.Generation, &r.Number, &r.PageStart, &r.PageEnd, &r.Kind,
		&ids, &counts, &header, &r.TermTotal, &vector, &r.Fingerprint)
	r.TermIDs, r.TermCounts, r.HeaderTerms, r.Vector = unpackIDs(ids), unpackIDs(counts), unpackIDs(header), unpackVector(vector)
	return r, err
}
