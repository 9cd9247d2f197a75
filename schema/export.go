package schema

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ExportRows calls do for every row that belongs to an account, as JSON, table by table in an order in which they can
// be imported, all as of a single moment. It leaves out secrets, keys and what is in flight.
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

// ExportPrefixes calls do for the prefix of every blob of the documents and versions that ExportRows exports. If source
// is not empty, only that blob is wanted, because the others can be made from it again.
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

// AuditExport records in the audit log that all data of an account was exported.
func (db *DB) AuditExport(ctx context.Context, account uuid.UUID) error {
	return db.audit(ctx, account, AuditAccountExport, account)
}
