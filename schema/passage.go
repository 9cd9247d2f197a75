package schema

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"iter"
	"math"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Passage is a passage of a generation, with everything the index needs to know about it.
type Passage struct {
	Number      int
	PageStart   int
	PageEnd     int
	Kind        string
	Header      string
	Columns     string
	Text        string
	Spans       json.RawMessage
	TermIDs     []uint32 // of the text, ascending
	TermCounts  []uint32
	TermTotal   int
	HeaderTerms []uint32
	Vector      []float32 // nil without an embedding
	Fingerprint string    // of the embedding model; "" without an embedding
}

// passageColumns are the columns that StorePassages fills.
var passageColumns = []string{
	"generation_id", "number", "page_start", "page_end", "kind", "header", "columns", "body", "spans",
	"term_ids", "term_counts", "header_terms", "term_total",
}

// StorePassages replaces the passages of a generation with those of seq, in one transaction, and returns their
// number. Vectors are reused for text that already occurs in the file, in this generation or another. It returns
// ErrSuperseded when the attempt is no longer the current one.
func (db *DB) StorePassages(ctx context.Context, generation uuid.UUID, attempt int, version uuid.UUID, language string,
	seq iter.Seq2[Passage, error],
) (int, error) {
	n := 0
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		q := db.WithTx(tx)
		// Two attempts at one generation take turns.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", generation.String()); err != nil {
			return err
		}
		if _, err := q.endedVersion(ctx, version, attempt, FileProcessing); err != nil {
			return err
		}
		vectors, err := keepVectors(ctx, tx, generation)
		if err != nil {
			return err
		}
		if err := q.deletePassages(ctx, generation); err != nil {
			return err
		}
		stored, terms, err := copyPassages(ctx, tx, generation, seq)
		if err != nil {
			return err
		}
		n = stored
		if vectors {
			if _, err := tx.Exec(ctx, reuseVectors, generation); err != nil {
				return err
			}
		}
		row, err := q.claimedVersion(ctx, version, int32(attempt))
		if _, err := one(row, err, ErrSuperseded); err != nil {
			return err
		}
		filled, err := q.fillGeneration(ctx, fillGenerationParams{ID: generation, Language: language, Passages: int32(n), Terms: terms})
		if err == nil && filled == 0 {
			return ErrSuperseded
		}
		return err
	})
	return n, err
}

const (
	// keptVectors selects the vectors of the file's passages, keyed by their text.
	keptVectors = `
		CREATE TEMP TABLE kept_vectors ON COMMIT DROP AS
		SELECT DISTINCT ON (digest) md5(concat_ws(E'\x1f', p.header, p.columns, p.body)) AS digest, p.vector, p.fingerprint
		FROM generations own JOIN generations g ON g.file_id = own.file_id JOIN passages p ON p.generation_id = g.id
		WHERE own.id = $1 AND p.vector IS NOT NULL
		ORDER BY digest, g.created_at DESC`
	reuseVectors = `
		UPDATE passages p SET vector = k.vector, fingerprint = k.fingerprint
		FROM kept_vectors k
		WHERE p.generation_id = $1 AND k.digest = md5(concat_ws(E'\x1f', p.header, p.columns, p.body))`
)

// keepVectors saves the file's vectors for reuse; it returns false if there are none.
func keepVectors(ctx context.Context, tx pgx.Tx, generation uuid.UUID) (bool, error) {
	var some bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM generations own JOIN generations g ON g.file_id = own.file_id
		               JOIN passages p ON p.generation_id = g.id WHERE own.id = $1 AND p.vector IS NOT NULL)`, generation).Scan(&some)
	if err == nil && some {
		_, err = tx.Exec(ctx, keptVectors, generation)
	}
	return some, err
}

func copyPassages(ctx context.Context, tx pgx.Tx, generation uuid.UUID, seq iter.Seq2[Passage, error]) (n int, terms int64, err error) {
	next, stop := iter.Pull2(seq)
	defer stop()
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"passages"}, passageColumns, pgx.CopyFromFunc(func() ([]any, error) {
		p, err, ok := next()
		if !ok || err != nil {
			return nil, err
		}
		n++
		terms += int64(p.TermTotal)
		return []any{
			generation, p.Number, p.PageStart, p.PageEnd, p.Kind, storable(p.Header), storable(p.Columns), storable(p.Text), p.Spans,
			packIDs(p.TermIDs), packIDs(p.TermCounts), packIDs(p.HeaderTerms), p.TermTotal,
		}, nil
	}))
	return n, terms, err
}

// storable returns s without the one character that PostgreSQL cannot store. It is replaced with a space, because spans
// count bytes.
func storable(s string) string { return strings.ReplaceAll(s, "\x00", " ") }

// Passages returns the passages of a generation numbered from up to, but not including, to.
func (db *DB) Passages(ctx context.Context, generation uuid.UUID, from, to int) ([]Passage, error) {
	rows, err := db.passagesBetween(ctx, generation, int32(from), int32(to))
	if err != nil {
		return nil, err
	}
	list := make([]Passage, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.passage())
	}
	return list, nil
}

func (r PassageRow) passage() Passage {
	return Passage{
		Number: int(r.Number), PageStart: int(r.PageStart), PageEnd: int(r.PageEnd), Kind: r.Kind, Header: r.Header,
		Columns: r.Columns, Text: r.Body, Spans: r.Spans, TermIDs: unpackIDs(r.TermIds), TermCounts: unpackIDs(r.TermCounts),
		TermTotal: int(r.TermTotal), HeaderTerms: unpackIDs(r.HeaderTerms), Vector: unpackVector(r.Vector), Fingerprint: r.Fingerprint,
	}
}

func packIDs(ids []uint32) []byte {
	b := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	return b
}

func unpackIDs(b []byte) []uint32 {
	ids := make([]uint32, 0, len(b)/4)
	for ; len(b) >= 4; b = b[4:] {
		ids = append(ids, binary.LittleEndian.Uint32(b))
	}
	return ids
}

func packVector(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func unpackVector(b []byte) []float32 {
	if b == nil {
		return nil
	}
	v := make([]float32, 0, len(b)/4)
	for ; len(b) >= 4; b = b[4:] {
		v = append(v, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return v
}
