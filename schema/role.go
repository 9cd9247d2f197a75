package schema

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// The privileges of the application's role: access to rows, but not to the definition of tables. In the audit log, it
// can only add and read entries, and have expired ones removed.
const grants = `
GRANT USAGE ON SCHEMA public TO %[1]s;
REVOKE CREATE ON SCHEMA public FROM PUBLIC, %[1]s;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %[1]s;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %[1]s;
REVOKE UPDATE, DELETE ON audit_log FROM %[1]s;
REVOKE INSERT, UPDATE, DELETE ON audit_retention FROM %[1]s;
GRANT EXECUTE ON FUNCTION expire_audit TO %[1]s;
REVOKE INSERT, UPDATE, DELETE ON goose_db_version FROM %[1]s;`

// GrantApplication grants a role what the application needs after a migration: access to rows, but neither to tables
// nor to changing the audit log. The owner of the tables must call it; a role that owns them itself is left alone.
func (db *DB) GrantApplication(ctx context.Context, role string) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var owner, exists bool
		err := tx.QueryRow(ctx, `SELECT current_user = $1, EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, role).Scan(&owner, &exists)
		if err != nil || owner {
			return err
		}
		name := pgx.Identifier{role}.Sanitize()
		if !exists {
			return fmt.Errorf("the role %s of QUIRE_DATABASE_URL does not exist: CREATE ROLE %[1]s LOGIN PASSWORD '…'", name)
		}
		// Two simultaneous migrations would change the same rows of the system catalog.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('quire grants'))"); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, fmt.Sprintf(grants, name))
		return err
	})
}

// EnsureRole creates a role that may log in, unless it exists. It is meant for a server that nobody else administers.
func (db *DB) EnsureRole(ctx context.Context, role string) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var exists bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, role).Scan(&exists)
		if err != nil || exists {
			return err
		}
		_, err = tx.Exec(ctx, "CREATE ROLE "+pgx.Identifier{role}.Sanitize()+" LOGIN")
		return err
	})
}

// RoleOf returns the role that an address logs in as.
func RoleOf(url string) (string, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return "", fmt.Errorf("database address: %w", err)
	}
	return cfg.User, nil
}

// HostsOf returns the hosts, or socket directories, to which an address may lead.
func HostsOf(url string) ([]string, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	hosts := []string{cfg.Host}
	for _, f := range cfg.Fallbacks {
		hosts = append(hosts, f.Host)
	}
	return hosts, nil
}

// MayChangeTables reports whether the connection's role has more rights than the application needs.
func (db *DB) MayChangeTables(ctx context.Context) (bool, error) {
	var may bool
	err := db.pool.QueryRow(ctx, `SELECT has_schema_privilege('public', 'CREATE') OR has_table_privilege('audit_log', 'UPDATE, DELETE')`).Scan(&may)
	return may, err
}
