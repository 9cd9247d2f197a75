package schema

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3/lock"
)

// MigrationFiles holds the steps of the schema's history as SQL, in goose format.
func MigrationFiles() fs.FS {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // only an invalid path can fail
	}
	return files
}

func sessionLocker() lock.SessionLocker {
	l, err := lock.NewPostgresSessionLocker()
	if err != nil {
		panic(err) // only wrong options can fail, and there are none
	}
	return l
}

// Migration is one step of the schema's history.
type Migration struct {
	Version   int64
	Name      string     // empty if this build does not know the step, because a newer one has applied it
	AppliedAt *time.Time // nil if not applied yet
}

// Migrations returns the steps that this build knows or the database has applied, oldest first. It changes nothing.
func (db *DB) Migrations(ctx context.Context) ([]Migration, error) {
	steps, err := knownMigrations()
	if err != nil {
		return nil, err
	}
	applied, err := db.applied(ctx)
	if err != nil {
		return nil, fmt.Errorf("migration status: %w", err)
	}
	for version, at := range applied {
		m := steps[version]
		m.Version, m.AppliedAt = version, &at
		steps[version] = m
	}
	list := make([]Migration, 0, len(steps))
	for _, version := range slices.Sorted(maps.Keys(steps)) {
		list = append(list, steps[version])
	}
	return list, nil
}

func knownMigrations() (map[int64]Migration, error) {
	names, err := fs.Glob(MigrationFiles(), "*.sql")
	if err != nil {
		return nil, err
	}
	steps := make(map[int64]Migration, len(names))
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
		steps[version] = Migration{Version: version, Name: name}
	}
	return steps, nil
}

const undefinedTable = "42P01"

// applied returns when each step was applied. It returns nothing for a database that was never migrated.
func (db *DB) applied(ctx context.Context) (map[int64]time.Time, error) {
	rows, _ := db.pool.Query(ctx, // ForEachRow returns its error
		"SELECT version_id, tstamp::timestamptz FROM goose_db_version WHERE version_id > 0 AND is_applied")
	found := map[int64]time.Time{}
	var version int64
	var at time.Time
	_, err := pgx.ForEachRow(rows, []any{&version, &at}, func() error {
		found[version] = at
		return nil
	})
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == undefinedTable {
		return nil, nil
	}
	return found, err
}

// Server is what the database server reports about itself.
type Server struct {
	Version        string
	Now            time.Time // its clock
	MaxConnections int
}

// Server returns what the database server reports about itself.
func (db *DB) Server(ctx context.Context) (Server, error) {
	var s Server
	err := db.pool.QueryRow(ctx, `SELECT current_setting('server_version'), clock_timestamp(), current_setting('max_connections')::int`).
		Scan(&s.Version, &s.Now, &s.MaxConnections)
	return s, err
}
