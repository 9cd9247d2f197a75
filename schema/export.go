package schema

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ExportRows calls do for every row of what an account has, as JSON, table by table in an order in which they can be
// imported, all as they were at one point in time. Secrets, keys, and what is in flight are not among them.
func (db *DB) ExportRows(ctx context.Context, account uuid.UUID, do func(table string, row []byte) error) error {
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, db.pool, snapshot, func(tx pgx.Tx) error {
		for _, p := range portables {
			rows, err := tx.Query(ctx, "SELECT to_jsonb(x) FROM ("+p.from+") x", account)
			if err != nil {
				return err
			}
			var row []byte
			_, err = pgx.ForEachRow(rows, []any{&row}, func() error { return do(p.table, row) })
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ExportPrefixes calls do for the prefix of every blob of what ExportRows exports: of documents and versions. source is
// not "" where only that one blob is wanted, because the others are made again from it.
func (db *DB) ExportPrefixes(ctx context.Context, account uuid.UUID, do func(prefix, source string) error) error {
	err := db.eachExported(ctx, `SELECT id, '' FROM documents WHERE account_id = $1 AND id > $2 AND deleted_at IS NULL
		AND status IN ('COMPLETED', 'FAILED') ORDER BY id LIMIT $3`, account, DocumentPrefix, do)
	if err != nil {
		return err
	}
	return db.eachExported(ctx, `SELECT r.id, CASE WHEN `+again+` THEN r.source_key ELSE '' END
		FROM file_versions r JOIN files f ON f.id = r.file_id JOIN collections c ON c.id = f.collection_id
		WHERE r.account_id = $1 AND r.id > $2 AND f.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY r.id LIMIT $3`, account, VersionPrefix, do)
}

func (db *DB) eachExported(ctx context.Context, query string, account uuid.UUID, prefix func(uuid.UUID) string, do func(prefix, source string) error) error {
	var after uuid.UUID
	for {
		rows, err := db.pool.Query(ctx, query, account, after, ownedAtOnce)
		if err != nil {
			return err
		}
		type exported struct {
			ID     uuid.UUID
			Source string
		}
		page, err := pgx.CollectRows(rows, pgx.RowToStructByPos[exported])
		if err != nil || len(page) == 0 {
			return err
		}
		for _, x := range page {
			if err := do(prefix(x.ID), x.Source); err != nil {
				return err
			}
		}
		after = page[len(page)-1].ID
	}
}

// AuditExport enters in the audit log that everything of an account was exported.
func (db *DB) AuditExport(ctx context.Context, account uuid.UUID) error {
	return db.audit(ctx, account, AuditAccountExport, account)
}
