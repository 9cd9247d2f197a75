// Package schema holds what Quire knows for certain: the tables, the states and their legal transitions, and the errors
// about them. PostgreSQL is the source of truth; everything else can be rebuilt from it and the blobs.
//
// Every method that changes more than one row does so in one transaction, and every write by a worker carries the
// attempt number under which it claimed the row, so that a worker that has been given up on cannot overwrite anything.
package schema

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is a pool of connections with the queries and transactions of this package.
type DB struct {
	*Queries
	pool *pgxpool.Pool
}

// Open connects to the database at url (postgres://…) with at most maxConns connections. It does not migrate.
func Open(ctx context.Context, url string, maxConns int) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	cfg.MaxConns = int32(maxConns)
	cfg.MaxConnIdleTime = 5 * time.Minute
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return &DB{Queries: New(pool), pool: pool}, nil
}

// Close waits for the queries in flight and closes every connection.
func (db *DB) Close() { db.pool.Close() }

// Ping returns an error if the database does not respond.
func (db *DB) Ping(ctx context.Context) error { return db.pool.Ping(ctx) }

// Migrate brings the tables up to this build's version. Processes that start at the same time take turns.
func (db *DB) Migrate(ctx context.Context) error {
	p, closeDB, err := db.migrator()
	if err != nil {
		return err
	}
	defer closeDB() //nolint:errcheck // this closes only the handle around the pool
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func (db *DB) migrator() (*goose.Provider, func() error, error) {
	conn := stdlib.OpenDBFromPool(db.pool)
	p, err := goose.NewProvider(goose.DialectPostgres, conn, MigrationFiles(), goose.WithSessionLocker(sessionLocker()))
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("migrations: %w", err), conn.Close())
	}
	return p, conn.Close, nil
}

// tx runs fn in one transaction and commits if fn returns nil.
func (db *DB) tx(ctx context.Context, fn func(q *Queries) error) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return fn(db.WithTx(tx)) })
}

// one translates "no rows" into an error of this package.
func one[T any](row T, err error, missing *Error) (T, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return row, missing
	}
	return row, err
}

func isUniqueViolation(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505"
}

// Timestamp formats a point in time for API clients: RFC 3339 in UTC, always with the six decimals that PostgreSQL
// stores, so that timestamps sort as text.
func Timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }
