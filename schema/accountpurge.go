package schema

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func purgeAccountStart(a Account, requestID string) Start {
	return Start{Kind: StartPurgeAccount, AccountID: a.ID, ObjectID: a.ID, Restarts: int(a.Restarts), RequestID: requestID}
}

// DeleteAccount makes the service refuse the account's keys and logins for good and promises the removal of everything
// that it owns, in one transaction. It returns ErrAccountNotFound if there is no such account or its removal has
// already begun, and Held if it or one of its collections is on hold.
func (db *DB) DeleteAccount(ctx context.Context, id uuid.UUID, requestID string) (Start, error) {
	var start Start
	err := db.tx(ctx, func(q *Queries) error {
		if err := q.checkAccountHolds(ctx, id); err != nil {
			return err
		}
		row, err := q.deleteAccount(ctx, id)
		a, err := one(row, err, ErrAccountNotFound)
		if err != nil {
			return err
		}
		if err := q.audit(ctx, id, AuditAccountDelete, id); err != nil {
			return err
		}
		start, err = q.promise(ctx, purgeAccountStart(a, requestID), 0)
		return err
	})
	return start, err
}

// checkAccountHolds returns Held if the account or any of its collections is on hold, and keeps holds from being set
// until the transaction ends.
func (q *Queries) checkAccountHolds(ctx context.Context, id uuid.UUID) error {
	if err := q.lockAccount(ctx, id); err != nil {
		return err
	}
	if err := q.checkHold(ctx, id); err != nil {
		return err
	}
	return heldBy(q.anyHeldCollection(ctx, id))
}

// The tables with ids of what an account owns. Rows of endedAtOnce have nothing outside of PostgreSQL and go first;
// rows of the others say where their files and points are. Everything else is removed along with these or with the
// account.
var (
	endedAtOnce = []string{"sources", "deliveries", "turns", "sessions", "evals", "batches"}
	hiddenFirst = []string{"documents", "files", "collections", "exports"}
)

// ownedAtOnce is the number of rows that one statement removes or hides: a file may have a million passages.
const ownedAtOnce = 50

// StopAccount hides everything that a deleted account owns, and removes what exists only in PostgreSQL, so that no new
// work on it starts.
func (db *DB) StopAccount(ctx context.Context, account uuid.UUID) error {
	if err := db.deleteOutboxOfAccount(ctx, account); err != nil {
		return err
	}
	for _, table := range hiddenFirst {
		err := db.eachOwned(ctx, table, account, func(ids []uuid.UUID) error {
			_, err := db.pool.Exec(ctx, "UPDATE "+table+" SET deleted_at = now() WHERE id = ANY ($1) AND deleted_at IS NULL", ids)
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, table := range endedAtOnce {
		if err := db.removeOwned(ctx, table, account); err != nil {
			return err
		}
	}
	return nil
}

// PurgeAccount removes every row of a deleted account, the account's own row last. The ledger and the audit log are
// kept.
func (db *DB) PurgeAccount(ctx context.Context, account uuid.UUID) error {
	if err := db.StopAccount(ctx, account); err != nil {
		return err
	}
	for _, table := range hiddenFirst {
		if err := db.removeOwned(ctx, table, account); err != nil {
			return err
		}
	}
	return db.tx(ctx, func(q *Queries) error {
		if err := q.clearOutboxOfAccount(ctx, account); err != nil {
			return err
		}
		n, err := q.purgeAccount(ctx, account)
		if err != nil || n == 0 { // an earlier run removed it and its result was lost
			return err
		}
		return q.audit(ctx, account, AuditAccountGone, account)
	})
}

func (db *DB) removeOwned(ctx context.Context, table string, account uuid.UUID) error {
	return db.eachOwned(ctx, table, account, func(ids []uuid.UUID) error {
		_, err := db.pool.Exec(ctx, "DELETE FROM "+table+" WHERE id = ANY ($1)", ids)
		return err
	})
}

// eachOwned calls do for the ids of an account's rows, in batches. Following the primary key makes it a single pass
// over the table, whatever do removes.
func (db *DB) eachOwned(ctx context.Context, table string, account uuid.UUID, do func(ids []uuid.UUID) error) error {
	var after uuid.UUID
	for {
		rows, err := db.pool.Query(ctx, "SELECT id FROM "+table+" WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3", account, after, ownedAtOnce)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := do(ids); err != nil {
			return err
		}
		after = ids[len(ids)-1]
	}
}

// EachBlobPrefix calls do for the prefix of every blob that an account owns.
func (db *DB) EachBlobPrefix(ctx context.Context, account uuid.UUID, do func(prefix string) error) error {
	for table, prefix := range map[string]func(uuid.UUID) string{"documents": DocumentPrefix, "file_versions": VersionPrefix, "exports": ExportPrefix} {
		err := db.eachOwned(ctx, table, account, func(ids []uuid.UUID) error {
			for _, id := range ids {
				if err := do(prefix(id)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keptOfAccounts are the tables that outlive accounts: the ledger and the audit log.
var keptOfAccounts = []string{"audit_log", "ledger"}

// LeftOfAccount counts, by table, the rows of an account in every table that refers to accounts, except for those that
// outlive accounts. It looks the tables up in the catalog, so that a new one is not forgotten.
func (db *DB) LeftOfAccount(ctx context.Context, account uuid.UUID) (map[string]int, error) {
	rows, err := db.pool.Query(ctx, `SELECT table_name::text FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND column_name = 'account_id' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)`, keptOfAccounts)
	if err != nil {
		return nil, err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	left := map[string]int{}
	for _, table := range append(tables, "accounts") {
		column := "account_id"
		if table == "accounts" {
			column = "id"
		}
		var n int
		err := db.pool.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s = $1", pgx.Identifier{table}.Sanitize(), column), account).Scan(&n)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			left[table] = n
		}
	}
	return left, nil
}

// idleAccounts returns the accounts whose removal has begun but not ended.
func (q *Queries) idleAccounts(ctx context.Context, idle float64, limit int32) ([]Waiting, error) {
	rows, err := q.deletedAccounts(ctx, idle, limit)
	return waitingFor(rows, err, func(a Account) Waiting { return Waiting{Start: purgeAccountStart(a, "")} })
}
