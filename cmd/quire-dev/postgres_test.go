package main_test

import (
	"io/fs"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence/sql"
	"go.temporal.io/server/common/persistence/sql/sqlplugin"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql"
	"go.temporal.io/server/common/resolver"
	"go.temporal.io/server/schema"
	postgresqlschema "go.temporal.io/server/schema/postgresql/v12"

	"quire/cmd/quire-dev/temporal"
	"quire/internal/pgcluster"
)

// temporalOnPostgres starts Temporal's server on two databases of a cluster, as in production.
func temporalOnPostgres(t testing.TB, cluster *pgcluster.Cluster) *temporal.Server {
	t.Helper()
	stores := &temporal.Stores{
		Default:    temporalDatabase(t, cluster, "temporal", "postgresql/v12/temporal", postgresqlschema.Version),
		Visibility: temporalDatabase(t, cluster, "temporal_visibility", "postgresql/v12/visibility", postgresqlschema.VisibilityVersion),
		Shards:     4,
	}
	server, err := temporal.Start(t.Context(), temporal.Config{Dir: t.TempDir(), Stores: stores})
	require.NoError(t, err)
	t.Cleanup(server.Stop)
	return server
}

// temporalDatabase creates a database with the tables of this version of Temporal.
func temporalDatabase(t testing.TB, cluster *pgcluster.Cluster, name, tables, version string) *config.SQL {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), cluster.URL(pgcluster.Database))
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "CREATE DATABASE "+name)
	require.NoError(t, err)
	address, err := url.Parse(cluster.URL(name))
	require.NoError(t, err)
	cfg := &config.SQL{
		PluginName: postgresql.PluginNamePGX, User: pgcluster.User, DatabaseName: name, ConnectAddr: "localhost", ConnectProtocol: "tcp",
		ConnectAttributes: map[string]string{"host": address.Query().Get("host"), "port": address.Query().Get("port"), "sslmode": "disable"},
		MaxConns:          15, MaxIdleConns: 15,
	}
	createTables(t, cluster.URL(name), tables)
	admin, err := sql.NewSQLAdminDB(sqlplugin.DbKindUnknown, cfg, resolver.NewNoopResolver(), log.NewNoopLogger(), metrics.NoopMetricsHandler)
	require.NoError(t, err)
	defer func() { require.NoError(t, admin.Close()) }()
	require.NoError(t, admin.CreateSchemaVersionTables())
	require.NoError(t, admin.UpdateSchemaVersion(name, version, version))
	return cfg
}

func createTables(t testing.TB, address, tables string) {
	t.Helper()
	ddl, err := fs.ReadFile(schema.Assets(), tables+"/schema.sql")
	require.NoError(t, err)
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), string(ddl))
	require.NoError(t, err)
}
