// Package testdb gives every test its own migrated database on a real PostgreSQL.
package testdb

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"quire/internal/pgcluster"
	"quire/schema"
)

// ServerVariable names the environment variable that holds the address of the server to use, with a role that may
// create databases. Without it every test process starts a private server.
const ServerVariable = "QUIRE_TEST_DATABASE_URL"

const connections = 20

// New opens a fresh, migrated database that is dropped when the test ends. Without the PostgreSQL programs the test
// is skipped, unless the variable CI is "true": then it fails.
func New(t testing.TB) *schema.DB {
	t.Helper()
	return Open(t, NewURL(t))
}

// Open connects to a database created by NewURL until the test ends.
func Open(t testing.TB, url string) *schema.DB {
	t.Helper()
	db, err := schema.Open(t.Context(), url, connections)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return db
}

// NewURL creates a database as New does and returns its address, for tests that start processes.
func NewURL(t testing.TB) string {
	t.Helper()
	server := serverURL(t)
	template, err := migrated(server)
	require.NoError(t, err, "create the template database")
	name := "quire_test_" + strings.ToLower(rand.Text())
	require.NoError(t, execute(t.Context(), server, "CREATE DATABASE "+name+" TEMPLATE "+template))
	t.Cleanup(func() {
		require.NoError(t, execute(context.Background(), server, "DROP DATABASE "+name+" WITH (FORCE)"))
	})
	return withDatabase(t, server, name)
}

// TakeAway makes the database at url, from NewURL, unavailable to everyone: open connections are cut and new ones
// fail.
func TakeAway(t testing.TB, url string) {
	t.Helper()
	cfg, err := pgx.ParseConfig(url)
	require.NoError(t, err)
	server := serverURL(t)
	require.NoError(t, execute(t.Context(), server, "ALTER DATABASE "+cfg.Database+" ALLOW_CONNECTIONS false"))
	require.NoError(t, execute(t.Context(), server,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+cfg.Database+"'"))
}

func serverURL(t testing.TB) string {
	t.Helper()
	if u := os.Getenv(ServerVariable); u != "" {
		return u
	}
	u, err := private()
	if errors.Is(err, pgcluster.ErrNotInstalled) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	require.NoError(t, err)
	return u
}

var cluster struct {
	sync.Mutex
	*pgcluster.Cluster
}

// private returns the address of the process's own server.
func private() (string, error) {
	cluster.Lock()
	defer cluster.Unlock()
	if cluster.Cluster == nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		c, err := pgcluster.Temporary(ctx)
		if err != nil {
			return "", err
		}
		cluster.Cluster = c
	}
	return cluster.URL(pgcluster.Database), nil
}

// Main is for TestMain: it runs the tests and then removes the private server if one was started. m is a *testing.M, or
// one wrapped in preparations.
func Main(m interface{ Run() int }) {
	code := m.Run()
	cluster.Lock()
	defer cluster.Unlock()
	if cluster.Cluster != nil {
		if err := cluster.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

var templates = struct {
	sync.Mutex
	names map[string]string
}{names: map[string]string{}}

// migrated returns the name of the database on the server that holds this build's tables and nothing else.
func migrated(server string) (string, error) {
	templates.Lock()
	defer templates.Unlock()
	if name, ok := templates.names[server]; ok {
		return name, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	name, err := templateName()
	if err == nil {
		err = makeTemplate(ctx, server, name)
	}
	if err != nil {
		return "", err
	}
	templates.names[server] = name
	return name, nil
}

func templateName() (string, error) {
	hash := sha256.New()
	err := fs.WalkDir(schema.MigrationFiles(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(schema.MigrationFiles(), path)
		_, _ = fmt.Fprintf(hash, "%q %q", path, body)
		return err
	})
	return "quire_template_" + hex.EncodeToString(hash.Sum(nil)[:8]), err
}

// makeTemplate creates the template unless it exists. Test processes that share a server take turns, and the name
// appears only once the tables are complete.
func makeTemplate(ctx context.Context, server, name string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext('quire template'))"); err != nil {
		return err
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	draft := name + "_draft"
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + draft + " WITH (FORCE)", "CREATE DATABASE " + draft} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	if err := migrate(ctx, server, draft); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+draft+" RENAME TO "+name)
	return err
}

func migrate(ctx context.Context, server, database string) error {
	u, err := addressOf(server, database)
	if err != nil {
		return err
	}
	db, err := schema.Open(ctx, u, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Migrate(ctx)
}

func execute(ctx context.Context, server, sql string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

func withDatabase(t testing.TB, server, database string) string {
	t.Helper()
	u, err := addressOf(server, database)
	require.NoError(t, err)
	return u
}

func addressOf(server, database string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("%s: %w", ServerVariable, err)
	}
	u.Path = "/" + database
	return u.String(), nil
}
