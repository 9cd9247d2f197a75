package schema

import (
	"context"
	"time"
)

// SetAuditRetention sets how long entries of the audit log are kept; 0 keeps them indefinitely. Only the owner of the
// tables may call it.
func (db *DB) SetAuditRetention(ctx context.Context, keep time.Duration) error {
	if keep == 0 {
		_, err := db.pool.Exec(ctx, "DELETE FROM audit_retention")
		return err
	}
	_, err := db.pool.Exec(ctx, `INSERT INTO audit_retention (keep_seconds) VALUES ($1)
		ON CONFLICT (one) DO UPDATE SET keep_seconds = excluded.keep_seconds`, max(1, int64(keep.Seconds())))
	return err
}

// AuditExpiry is the progress of one pass over the expired entries. Its zero value is the beginning.
type AuditExpiry struct {
	at time.Time
	id int64
	// Removed is the number of entries removed so far.
	Removed int
}

// ExpireAudit checks the next expired entries of the audit log, at most limit, and removes those of accounts without a
// hold on them or on one of their collections. It reports whether there may be more.
func (db *DB) ExpireAudit(ctx context.Context, pass *AuditExpiry, limit int) (more bool, err error) {
	var seen, removed int
	err = db.pool.QueryRow(ctx, "SELECT last_at, last_id, seen, removed FROM expire_audit($1, $2, $3)", pass.at, pass.id, limit).
		Scan(&pass.at, &pass.id, &seen, &removed)
	pass.Removed += removed
	return seen == limit, err
}
